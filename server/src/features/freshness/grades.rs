//! How fresh the hours of towns, states and the whole directory are (D98).

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    catalog::{
        CityEntry, View,
        answers::StateAnswer,
        freshness::{COUNTS_FOR, STARS_FROM, stars},
        read::{Json, Page},
    },
    platform::{
        arguments::Arguments,
        error::{ErrorBody, Result},
    },
};

/// The grade of the whole directory, of its states, and the formula's numbers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Freshness {
    /// Published shops.
    pub coffee_shop_count: usize,
    /// Those whose hours were confirmed within `countsForDays` before `gradedOn`.
    pub hours_confirmed: usize,
    /// Stars, one to five; null without shops.
    #[schema(required)]
    pub freshness: Option<u8>,
    pub counts_for_days: i64,
    /// The smallest shares, in percent, of five, four, three and two stars.
    pub stars_from: Vec<usize>,
    /// The day to which ages are counted, from 00:00 UTC.
    pub graded_on: NaiveDate,
    /// Such as `May 4, 2026`.
    pub graded_on_text: String,
    /// By name.
    pub states: Vec<StateAnswer>,
}

/// The grade of a town.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FreshCity {
    pub name: String,
    /// Two-letter code.
    pub state: String,
    pub slug: String,
    pub coffee_shop_count: usize,
    pub hours_confirmed: usize,
    #[schema(required)]
    pub freshness: Option<u8>,
}

/// One page of towns with their grades.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FreshCityPage {
    pub items: Vec<FreshCity>,
    pub total: usize,
    pub page: usize,
    pub page_size: usize,
    pub page_count: usize,
}

/// Show how fresh the directory's hours are, as a whole and by state.
#[utoipa::path(get, path = "/api/freshness", tag = "cities", responses((status = 200, body = Freshness)))]
pub fn show_freshness(view: &View, _: &Arguments) -> Result<Json> {
    let towns = view.cities();
    let coffee_shop_count = towns.iter().map(|entry| entry.shops.len()).sum();
    let hours_confirmed = towns.iter().map(|entry| entry.shops_with_fresh_hours).sum();
    let day = view.daily_ranking().day;
    Json::of(&Freshness {
        coffee_shop_count,
        hours_confirmed,
        freshness: stars(hours_confirmed, coffee_shop_count),
        counts_for_days: COUNTS_FOR.num_days(),
        stars_from: STARS_FROM.to_vec(),
        graded_on: day.date_naive(),
        graded_on_text: day.format("%B %-d, %Y").to_string(),
        states: StateAnswer::list(&towns),
    })
}

/// List the towns that have shops with their stars of freshness, by state and name.
#[utoipa::path(get, path = "/api/freshness/cities", tag = "cities",
    params(
        ("state" = Option<String>, Query, description = "Two-letter code", max_length = 2, pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("page" = Option<u32>, Query, minimum = 1, maximum = 100_000),
        ("pageSize" = Option<u32>, Query, minimum = 1, maximum = 100)),
    responses((status = 200, body = FreshCityPage), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub fn list_fresh_cities(view: &View, arguments: &Arguments) -> Result<Json> {
    let mut towns = view.cities();
    let state = arguments.query("state");
    towns.retain(|entry| {
        let is_wanted = state.is_none_or(|state| entry.city.state.eq_ignore_ascii_case(state));
        is_wanted && !entry.shops.is_empty()
    });
    let number = arguments.integer("page").unwrap_or(1);
    let page = Page::cut(towns, number, arguments.integer("pageSize").unwrap_or(50))?;
    let Page {
        items,
        total,
        page,
        page_size,
        page_count,
    } = page.map_items(|towns| towns.into_iter().map(FreshCity::of).collect());
    Json::of(&FreshCityPage {
        items,
        total,
        page,
        page_size,
        page_count,
    })
}

impl FreshCity {
    fn of(entry: &CityEntry) -> Self {
        let (confirmed, shops) = (entry.shops_with_fresh_hours, entry.shops.len());
        Self {
            name: entry.city.name.to_string(),
            state: entry.city.state.to_string(),
            slug: entry.city.slug.to_string(),
            coffee_shop_count: shops,
            hours_confirmed: confirmed,
            freshness: stars(confirmed, shops),
        }
    }
}
