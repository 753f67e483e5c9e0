//! Which shops the list shows. All of them are in memory, so SQL is asked for the rows of one page alone.

use std::{cmp::Reverse, collections::HashSet};

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    catalog::{City, Shop, View, Visibility},
    platform::arguments::{Arguments, Parameter},
};

/// Shops of a page, where nobody says otherwise.
const PAGE_SIZE: i64 = 20;

/// Shops that can be seen in one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ShopVisibility {
    Listed,
    Unpublished,
    Closed,
    Deleted,
    Unconfirmed,
    Boosted,
}

const VISIBILITIES: [(&str, ShopVisibility); 6] = [
    ("listed", ShopVisibility::Listed),
    ("unpublished", ShopVisibility::Unpublished),
    ("closed", ShopVisibility::Closed),
    ("deleted", ShopVisibility::Deleted),
    ("unconfirmed", ShopVisibility::Unconfirmed),
    ("boosted", ShopVisibility::Boosted),
];

pub(super) fn known() -> Vec<Parameter> {
    vec![
        Parameter::text("search", 100),
        Parameter::choice("visibility", &VISIBILITIES.map(|(name, _)| name)),
        Parameter::integer("page", Some(1), 1, 100_000),
        Parameter::integer("pageSize", Some(PAGE_SIZE), 1, 100),
    ]
}

/// What the list is asked for.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    /// Lower case.
    words: Vec<String>,
    pub(super) visibility: Option<ShopVisibility>,
    /// These shops alone.
    pub(super) among: Option<HashSet<Uuid>>,
    page: usize,
    page_size: usize,
}

impl Wanted {
    pub(super) fn of(arguments: &Arguments) -> Self {
        let search = arguments.query("search").unwrap_or_default().to_lowercase();
        let visibility = arguments.query("visibility").unwrap_or_default();
        Self {
            words: search.split_whitespace().map(str::to_owned).collect(),
            visibility: VISIBILITIES
                .iter()
                .find(|(name, _)| *name == visibility)
                .map(|(_, visibility)| *visibility),
            among: None,
            page: arguments.integer("page").unwrap_or(1),
            page_size: arguments.integer("pageSize").unwrap_or(20),
        }
    }

    fn admits(&self, view: &View, shop: &Shop, city: Option<&City>) -> bool {
        let is_seen = match self.visibility {
            None | Some(ShopVisibility::Unconfirmed) => true,
            Some(ShopVisibility::Listed) => shop.visibility == Visibility::Listed,
            Some(ShopVisibility::Unpublished) => shop.visibility == Visibility::Unpublished,
            Some(ShopVisibility::Closed) => shop.visibility == Visibility::ClosedForGood,
            Some(ShopVisibility::Deleted) => shop.visibility == Visibility::Deleted,
            Some(ShopVisibility::Boosted) => shop.boosted_at(view.now()).0,
        };
        let is_among = |ids: &HashSet<Uuid>| ids.contains(&shop.id);
        is_seen
            && self.among.as_ref().is_none_or(is_among)
            && self.words.iter().all(|word| names(shop, city, word))
    }
}

/// Whether `word`, in lower case, is in a text that the shop is known by.
fn names(shop: &Shop, city: Option<&City>, word: &str) -> bool {
    let texts = [
        Some(&*shop.name),
        Some(&*shop.slug),
        shop.street.as_deref(),
        shop.zip_code.as_deref(),
        city.map(|city| &*city.name),
        city.map(|city| &*city.state),
    ];
    texts.into_iter().flatten().any(|text| holds(text, word))
}

/// Whether `text` holds `word` in any case; without new memory for texts in ASCII, which nearly all are.
fn holds(text: &str, word: &str) -> bool {
    if text.is_ascii() {
        let (text, word) = (text.as_bytes(), word.as_bytes());
        return text
            .windows(word.len().max(1))
            .any(|part| part.eq_ignore_ascii_case(word));
    }
    text.to_lowercase().contains(word)
}

/// The shops of the page, and how many there are on all pages. What was searched for stands by name, else the newest first.
pub(super) fn find(view: &View, wanted: &Wanted) -> (Vec<Uuid>, usize) {
    let skip = (wanted.page - 1).saturating_mul(wanted.page_size);
    if wanted.words.is_empty() {
        let mut found = Vec::new();
        view.each_shop(|shop, city| {
            if wanted.admits(view, shop, city.map(AsRef::as_ref)) {
                found.push((Reverse(shop.created_at), shop.id));
            }
        });
        return page_of(found, skip, wanted.page_size);
    }
    let phrase = wanted.words.join(" ");
    let mut found = Vec::new();
    view.each_shop(|shop, city| {
        if wanted.admits(view, shop, city.map(AsRef::as_ref)) {
            let name = shop.name.to_lowercase();
            let rank = match (name.starts_with(&phrase), name.contains(&phrase)) {
                (true, _) => 0,
                (false, true) => 1,
                (false, false) => 2,
            };
            found.push(((rank, name), shop.id));
        }
    });
    page_of(found, skip, wanted.page_size)
}

/// The part of `found` that a page shows. Only as much is sorted as comes before the page's end.
fn page_of<K: Ord>(mut found: Vec<(K, Uuid)>, skip: usize, size: usize) -> (Vec<Uuid>, usize) {
    let total = found.len();
    let end = skip.saturating_add(size);
    if end < total {
        found.select_nth_unstable(end);
        found.truncate(end);
    }
    found.sort_unstable();
    let ids = found.into_iter().skip(skip).map(|(_, id)| id).collect();
    (ids, total)
}

#[cfg(test)]
mod tests {
    use super::{holds, page_of};
    use uuid::Uuid;

    #[test]
    fn texts_are_found_in_any_case() {
        for (text, word, is_in) in [
            ("Rust & Bean", "bean", true),
            ("Rust & Bean", "tea", false),
            ("Café Órale", "órale", true),
            ("LA", "la", true),
            ("", "a", false),
        ] {
            assert_eq!(holds(text, word), is_in, "{text} {word}");
        }
    }

    #[test]
    fn pages_follow_each_other_without_gaps() {
        let rows = || {
            (0..45_u128)
                .rev()
                .map(|n| (n, Uuid::from_u128(n)))
                .collect::<Vec<_>>()
        };
        let mut all = Vec::new();
        for page in 0..3 {
            let (ids, total) = page_of(rows(), page * 20, 20);
            assert_eq!(total, 45);
            all.extend(ids);
        }
        let expected: Vec<Uuid> = (0..45_u128).map(Uuid::from_u128).collect();
        assert_eq!(all, expected);
        assert_eq!(page_of(rows(), 60, 20), (Vec::new(), 45));
    }
}
