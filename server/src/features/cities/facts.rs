//! What can be said of a town from its own shops and its place, so that two towns never read alike (checklist S18).

use chrono::{Datelike, Weekday};
use gazetteer::distance_miles;
use hours_text::ClockTime;
use serde::Serialize;
use utoipa::ToSchema;

use crate::catalog::{CityEntry, Shop, View};

/// Neighbours named at most.
const NEIGHBOURS: usize = 4;
/// Minutes after midnight from which on a shop opens in the morning, and not at night.
const EARLIEST: u16 = 4 * 60;
/// Beyond this many miles a town is no neighbour.
const NEIGHBOURHOOD: f64 = 45.0;

/// The facts of one town.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CityFacts {
    #[schema(required)]
    pub open_first: Option<OpenFirst>,
    #[schema(required)]
    pub newest: Option<NewestShop>,
    /// The nearest first.
    pub neighbours: Vec<Neighbour>,
}

/// The shop that opens earliest on a weekday.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpenFirst {
    pub name: String,
    pub slug: String,
    /// Such as `5:30 AM`.
    pub time: String,
}

/// The shop that was added last.
#[derive(Debug, Serialize, ToSchema)]
pub struct NewestShop {
    pub name: String,
    pub slug: String,
    /// Such as `March 2026`.
    pub added: String,
}

/// A town nearby.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Neighbour {
    pub name: String,
    pub state: String,
    pub slug: String,
    /// Such as `12 miles`.
    pub distance: String,
    pub coffee_shop_count: usize,
}

impl CityFacts {
    /// What `view` knows of the town.
    #[must_use]
    pub fn of(view: &View, town: &CityEntry) -> Self {
        let shops = view.shops_of_city(town.city.id);
        let open_first = shops
            .iter()
            .filter_map(|shop| Some((earliest_weekday_opening(view, shop)?, shop)))
            .min_by(|(a, left), (b, right)| {
                a.minutes()
                    .cmp(&b.minutes())
                    .then_with(|| left.name.cmp(&right.name))
            })
            .map(|(time, shop)| OpenFirst {
                name: shop.name.to_string(),
                slug: shop.slug.to_string(),
                time: time.long(),
            });
        let newest = shops
            .iter()
            .max_by_key(|shop| (shop.created_at, shop.id))
            .map(|shop| NewestShop {
                name: shop.name.to_string(),
                slug: shop.slug.to_string(),
                added: format!(
                    "{} {}",
                    shop.created_at.format("%B"),
                    shop.created_at.year()
                ),
            });
        Self {
            open_first,
            newest,
            neighbours: neighbours(view, town),
        }
    }
}

fn earliest_weekday_opening(view: &View, shop: &Shop) -> Option<ClockTime> {
    let schedule = shop.schedule()?;
    // The week is the one from today on, so it moves on at midnight.
    view.changes_at(schedule.next_change(view.now()));
    let days = schedule.week(view.now());
    let weekdays = days
        .iter()
        .filter(|day| !matches!(day.weekday, Weekday::Sat | Weekday::Sun));
    weekdays
        .flat_map(|day| &day.spans)
        .map(|span| span.opens)
        // Who opens at midnight has not closed.
        .filter(|opens| opens.minutes() >= EARLIEST)
        .min_by_key(|opens| opens.minutes())
}

fn neighbours(view: &View, town: &CityEntry) -> Vec<Neighbour> {
    let Some(here) = town.city.point else {
        return Vec::new();
    };
    let mut near: Vec<(f64, &CityEntry)> = view
        .cities_around(here, NEIGHBOURHOOD)
        .into_iter()
        .filter(|entry| entry.city.id != town.city.id)
        .filter_map(|entry| Some((distance_miles(here, entry.city.point?), entry)))
        .filter(|(miles, _)| *miles <= NEIGHBOURHOOD)
        .collect();
    near.sort_by(|(a, left), (b, right)| {
        a.total_cmp(b)
            .then_with(|| left.city.slug.cmp(&right.city.slug))
    });
    near.into_iter()
        .take(NEIGHBOURS)
        .map(|(miles, entry)| Neighbour {
            name: entry.city.name.to_string(),
            state: entry.city.state.to_string(),
            slug: entry.city.slug.to_string(),
            distance: distance_in_words(miles),
            coffee_shop_count: entry.shops.len(),
        })
        .collect()
}

fn distance_in_words(miles: f64) -> String {
    match miles.round() {
        rounded if rounded <= 1.0 => "1 mile".to_owned(),
        rounded => format!("{rounded} miles"),
    }
}
