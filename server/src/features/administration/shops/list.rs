//! Selects the shops for a list. All of them are in memory, so SQL only fetches the rows of one page.

use std::{cmp::Reverse, collections::HashSet};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    catalog::{
        View, Visibility,
        shop_texts::{PageOfShops, ShopTexts, Which},
    },
    platform::{
        arguments::{Arguments, Parameter},
        error::{Error, Result},
        search_words::Sought,
    },
};

/// The default number of shops per page.
const PAGE_SIZE: i64 = 20;

/// A filter for shops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
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

/// A column that the list can be sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Name,
    Town,
    Votes,
    Added,
    Changed,
}

const COLUMNS: [(&str, Column); 5] = [
    ("name", Column::Name),
    ("town", Column::Town),
    ("votes", Column::Votes),
    ("added", Column::Added),
    ("changed", Column::Changed),
];

pub(super) fn known() -> Vec<Parameter> {
    vec![
        Parameter::text("search", 100),
        Parameter::choice("visibility", &VISIBILITIES.map(|(name, _)| name)),
        Parameter::text("city", 36),
        Parameter::choice("sort", &COLUMNS.map(|(name, _)| name)),
        Parameter::choice("direction", &["ascending", "descending"]),
        Parameter::integer("page", Some(1), 1, 100_000),
        Parameter::integer("pageSize", Some(PAGE_SIZE), 1, 100),
    ]
}

/// The list's filters.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    sought: Sought,
    pub(super) visibility: Option<ShopVisibility>,
    /// The unconfirmed shops; filled in if the filter needs them.
    pub(super) unconfirmed: HashSet<Uuid>,
    /// Only this town's.
    city: Option<Uuid>,
    /// The column, and whether from its end.
    order: Option<(Column, bool)>,
    page: usize,
    page_size: usize,
}

impl Wanted {
    /// Everything that a search and a filter find, on one page.
    pub(super) fn all_of(search: &str, visibility: Option<ShopVisibility>) -> Self {
        Self {
            sought: Sought::of(search),
            visibility,
            unconfirmed: HashSet::new(),
            city: None,
            order: None,
            page: 1,
            page_size: usize::MAX,
        }
    }

    /// # Errors
    ///
    /// [`Error::Invalid`] if the town isn't an ID.
    pub(super) fn of(arguments: &Arguments) -> Result<Self> {
        let search = arguments.query("search").unwrap_or_default();
        let sort = arguments.query("sort").unwrap_or_default();
        let is_descending = arguments.query("direction") == Some("descending");
        let column = COLUMNS.iter().find(|(name, _)| *name == sort);
        let visibility = arguments.query("visibility").unwrap_or_default();
        let city = arguments.query("city").map(Uuid::try_parse).transpose();
        Ok(Self {
            sought: Sought::of(search),
            visibility: VISIBILITIES
                .iter()
                .find(|(name, _)| *name == visibility)
                .map(|(_, visibility)| *visibility),
            unconfirmed: HashSet::new(),
            city: city
                .map_err(|_| Error::invalid_field("city", "'city' must be an identifier."))?,
            order: column.map(|(_, column)| (*column, is_descending)),
            page: arguments.integer("page").unwrap_or(1),
            page_size: arguments.integer("pageSize").unwrap_or(20),
        })
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

/// The shops on the page, and the total number. Without an order, search results are sorted by name, and everything else
/// newest first.
pub(super) fn find(texts: &ShopTexts, view: &View, wanted: &Wanted) -> PageOfShops {
    let which = wanted.which(texts);
    let skip = (wanted.page - 1).saturating_mul(wanted.page_size);
    let listed = |part| {
        if wanted.sought.is_empty() {
            texts.newest(&which, part)
        } else {
            texts.search(&wanted.sought, &which, part)
        }
    };
    if wanted.order.is_none() && wanted.city.is_none() {
        return listed((skip, wanted.page_size));
    }
    let (mut ids, _) = listed((0, usize::MAX));
    if let Some(city) = wanted.city {
        ids.retain(|id| view.any_shop(*id).is_some_and(|shop| shop.city_id == city));
    }
    if let Some(order) = wanted.order {
        sort(&mut ids, view, order);
    }
    let total = ids.len();
    let page = ids.into_iter().skip(skip).take(wanted.page_size);
    (page.collect(), total)
}

/// Shops that are equal in the column stay in their order, whichever way the list goes.
fn sort(ids: &mut [Uuid], view: &View, (column, is_descending): (Column, bool)) {
    fn by<K: Ord>(ids: &mut [Uuid], is_descending: bool, key: impl Fn(Uuid) -> K) {
        if is_descending {
            ids.sort_by_cached_key(|id| Reverse(key(*id)));
        } else {
            ids.sort_by_cached_key(|id| key(*id));
        }
    }
    let name = |id| view.any_shop(id).map(|shop| shop.name.to_lowercase());
    match column {
        Column::Name => by(ids, is_descending, name),
        Column::Town => by(ids, is_descending, |id| {
            let city = view.city(view.any_shop(id)?.city_id)?.city;
            Some((city.state.clone(), city.folded_name.clone(), name(id)))
        }),
        Column::Votes => by(ids, is_descending, |id| {
            view.any_shop(id).map(|shop| shop.upvote_count)
        }),
        Column::Added => by(ids, is_descending, |id| {
            view.any_shop(id).map(|shop| shop.created_at)
        }),
        Column::Changed => by(ids, is_descending, |id| {
            view.any_shop(id).map(|shop| shop.updated_at)
        }),
    }
}
