//! Selects the shops for a list. All of them are in memory, so SQL only fetches the rows of one page.

use std::collections::HashSet;

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    catalog::{
        Visibility,
        shop_texts::{PageOfShops, ShopTexts, Which},
    },
    platform::arguments::{Arguments, Parameter},
};

/// The default number of shops per page.
const PAGE_SIZE: i64 = 20;

/// A filter for shops.
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

/// The list's filters.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    /// In lower case.
    words: Vec<String>,
    pub(super) visibility: Option<ShopVisibility>,
    /// The unconfirmed shops; filled in if the filter needs them.
    pub(super) unconfirmed: HashSet<Uuid>,
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
            unconfirmed: HashSet::new(),
            page: arguments.integer("page").unwrap_or(1),
            page_size: arguments.integer("pageSize").unwrap_or(20),
        }
    }

    fn which(&self, texts: &ShopTexts) -> Which {
        let seen = match self.visibility {
            None => return Which::All,
            Some(ShopVisibility::Unconfirmed) => {
                return Which::Among(self.unconfirmed.clone());
            }
            Some(ShopVisibility::Boosted) => return Which::Among(texts.boosted()),
            Some(ShopVisibility::Listed) => Visibility::Listed,
            Some(ShopVisibility::Unpublished) => Visibility::Unpublished,
            Some(ShopVisibility::Closed) => Visibility::ClosedForGood,
            Some(ShopVisibility::Deleted) => Visibility::Deleted,
        };
        Which::Seen(seen)
    }
}

/// The shops on the page, and the total number. Search results are sorted by name, everything else newest first.
pub(super) fn find(texts: &ShopTexts, wanted: &Wanted) -> PageOfShops {
    let which = wanted.which(texts);
    let skip = (wanted.page - 1).saturating_mul(wanted.page_size);
    let part = (skip, wanted.page_size);
    if wanted.words.is_empty() {
        return texts.newest(&which, part);
    }
    texts.search(&wanted.words, &which, part)
}
