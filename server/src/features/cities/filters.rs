//! What a town's page can be narrowed to.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    catalog::{Shop, View},
    platform::arguments::Arguments,
};

type Test = fn(&View, &Shop) -> bool;

/// The filters by their query parameter, in the order in which visitors see them.
pub const FILTERS: [(&str, Test); 6] = [
    ("openNow", is_open),
    ("hasWifi", |_, shop| shop.has_wifi == Some(true)),
    ("hasOutdoorSeating", |_, shop| {
        shop.has_outdoor_seating == Some(true)
    }),
    ("petFriendly", |_, shop| shop.pet_friendly == Some(true)),
    ("goodForWork", |_, shop| shop.good_for_work == Some(true)),
    ("servesBreakfast", serves_breakfast),
];

/// How many of a town's shops a filter would leave.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TownFilter {
    /// The query parameter of the town's list, such as `hasWifi`.
    pub name: &'static str,
    pub coffee_shop_count: usize,
}

/// Whether the shop is known to be open now. Notes when that ends.
pub fn is_open(view: &View, shop: &Shop) -> bool {
    let Some(schedule) = view.schedule(shop) else {
        return false;
    };
    view.changes_at(schedule.next_change(view.now()));
    schedule.is_open(view.now())
}

/// Notes until when the answer is valid if it depends on opening hours.
pub fn serves_breakfast(view: &View, shop: &Shop) -> bool {
    let (serves, until) = shop.breakfast_at(view.now());
    if let Some(until) = until {
        view.changes_at(until);
    }
    serves
}

/// Whether the shop passes every filter that is asked for.
pub fn passes(view: &View, shop: &Shop, arguments: &Arguments) -> bool {
    FILTERS
        .iter()
        .filter(|(name, _)| arguments.query(name).is_some())
        .all(|(_, test)| test(view, shop))
}
