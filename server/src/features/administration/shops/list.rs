//! Which shops the list shows. All of them are in memory, so SQL is asked for the rows of one page alone.

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
    /// The shops that nobody has confirmed; filled in where these are wanted.
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

/// The shops of the page, and how many there are on all pages. What was searched for stands by name, else the newest first.
pub(super) fn find(texts: &ShopTexts, wanted: &Wanted) -> PageOfShops {
    let which = wanted.which(texts);
    let skip = (wanted.page - 1).saturating_mul(wanted.page_size);
    let part = (skip, wanted.page_size);
    if wanted.words.is_empty() {
        return texts.newest(&which, part);
    }
    texts.search(&wanted.words, &which, part)
}
