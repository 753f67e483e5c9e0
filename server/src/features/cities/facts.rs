//! Facts about a town from its own shops and location, so that no two towns' pages read alike (checklist S18).

use std::{collections::BTreeMap, sync::Arc};

use chrono::{Datelike, Weekday};
use gazetteer::distance_miles;
use hours_text::ClockTime;
use serde::Serialize;
use utoipa::ToSchema;

use super::filters::{FILTERS, TownFilter, serves_breakfast};
use crate::catalog::{CityEntry, Shop, View, answers::old_hours_since};

/// Maximum number of neighbors named.
const NEIGHBORS: usize = 4;
/// Maximum number of streets named.
const STREETS: usize = 3;
/// Minutes after midnight that count as opening in the morning: not at night, and before noon.
const MORNING: std::ops::Range<u16> = 4 * 60..12 * 60;
/// A town farther away than this many miles isn't a neighbor.
const NEIGHBORHOOD: f64 = 45.0;

/// The facts of one town.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CityFacts {
    #[schema(required)]
    pub open_first: Option<OpenFirst>,
    #[schema(required)]
    pub newest: Option<NewestShop>,
    /// Streets with the most coffee shops, the first ones of them.
    pub streets: Vec<String>,
    /// Shops known to have seats outdoors.
    pub outdoor_seating: usize,
    /// Shops known to welcome pets.
    pub pet_friendly: usize,
    /// Shops known to have WiFi.
    pub wifi: usize,
    /// Whether some serve breakfast, so that the town's breakfast page has a list.
    pub has_breakfast: bool,
    /// What the town's list can be narrowed to.
    pub filters: Vec<TownFilter>,
    /// The nearest first.
    pub neighbors: Vec<Neighbor>,
}

/// The shop that opens earliest on a weekday's morning.
#[derive(Debug, Serialize, ToSchema)]
pub struct OpenFirst {
    pub name: String,
    pub slug: String,
    /// Such as `5:30 AM`.
    pub time: String,
    /// The year of these hours, if they are older than a year (D96).
    #[serde(rename = "hoursFrom")]
    #[schema(required)]
    pub hours_from: Option<i32>,
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
pub struct Neighbor {
    pub name: String,
    pub state: String,
    pub slug: String,
    /// Such as `12 miles`.
    pub distance: String,
    pub coffee_shop_count: usize,
}

impl CityFacts {
    /// The facts about the town in `view`.
    #[must_use]
    pub fn of(view: &View, town: &CityEntry) -> Self {
        let shops = view.shops_of_city(town.city.id);
        let open_first = shops
            .iter()
            .filter_map(|shop| {
                let time = earliest_weekday_opening(view, shop)?;
                // Old hours count only where there are no others (D96).
                Some((old_hours_since(view, shop), time, shop))
            })
            .min_by(|(old, a, left), (other_old, b, right)| {
                (old.is_some(), a.minutes())
                    .cmp(&(other_old.is_some(), b.minutes()))
                    .then_with(|| left.name.cmp(&right.name))
            })
            .map(|(old, time, shop)| OpenFirst {
                hours_from: old.map(|since| since.year()),
                name: shop.name.to_string(),
                slug: shop.slug.to_string(),
                time: view.site().formats.hours(time.long()),
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
        let count = |has: fn(&Shop) -> Option<bool>| {
            shops.iter().filter(|shop| has(shop) == Some(true)).count()
        };
        Self {
            open_first,
            newest,
            streets: streets(&shops),
            outdoor_seating: count(|shop| shop.has_outdoor_seating),
            pet_friendly: count(|shop| shop.pet_friendly),
            wifi: count(|shop| shop.has_wifi),
            has_breakfast: shops.iter().any(|shop| serves_breakfast(view, shop)),
            filters: FILTERS
                .map(|(name, test)| TownFilter {
                    name,
                    coffee_shop_count: shops.iter().filter(|shop| test(view, shop)).count(),
                })
                .into(),
            neighbors: neighbors(view, town),
        }
    }
}

/// The streets with the most shops; ties are sorted by name.
fn streets(shops: &[Arc<Shop>]) -> Vec<String> {
    let mut shops_on: BTreeMap<&str, usize> = BTreeMap::new();
    for street in shops.iter().filter_map(|shop| shop.street.as_deref()) {
        if let Some(name) = street_name(street) {
            *shops_on.entry(name).or_default() += 1;
        }
    }
    let mut streets: Vec<(&str, usize)> = shops_on.into_iter().collect();
    streets.sort_by_key(|(_, shops)| std::cmp::Reverse(*shops));
    let names = streets.into_iter().take(STREETS);
    names.map(|(name, _)| name.to_owned()).collect()
}

/// "Main Street" from "126 Main Street, Suite 4"; `None` without a number before a name.
fn street_name(street: &str) -> Option<&str> {
    let (number, rest) = street.split_once(' ')?;
    let name = rest.split([',', '#']).next()?.trim();
    let is_number = number.starts_with(|letter: char| letter.is_ascii_digit());
    (is_number && name.starts_with(char::is_alphabetic)).then_some(name)
}

fn earliest_weekday_opening(view: &View, shop: &Shop) -> Option<ClockTime> {
    let schedule = view.schedule(shop)?;
    // The week starts today, so it changes at midnight.
    view.changes_at(schedule.next_change(view.now()));
    let days = schedule.week(view.now());
    let weekdays = days
        .iter()
        .filter(|day| !matches!(day.weekday, Weekday::Sat | Weekday::Sun));
    weekdays
        .flat_map(|day| &day.spans)
        .map(|span| span.opens)
        // A shop that opens at midnight is continuing from the day before, and a bar doesn't open in the morning.
        .filter(|opens| MORNING.contains(&opens.minutes()))
        .min_by_key(|opens| opens.minutes())
}

fn neighbors(view: &View, town: &CityEntry) -> Vec<Neighbor> {
    let Some(here) = town.city.point else {
        return Vec::new();
    };
    let mut near: Vec<(f64, &CityEntry)> = view
        .cities_around(here, NEIGHBORHOOD)
        .into_iter()
        .filter(|entry| entry.city.id != town.city.id)
        .filter_map(|entry| Some((distance_miles(here, entry.city.point?), entry)))
        .filter(|(miles, _)| *miles <= NEIGHBORHOOD)
        .collect();
    near.sort_by(|(a, left), (b, right)| {
        a.total_cmp(b)
            .then_with(|| left.city.slug.cmp(&right.city.slug))
    });
    near.into_iter()
        .take(NEIGHBORS)
        .map(|(miles, entry)| Neighbor {
            name: entry.city.name.to_string(),
            state: entry.city.state.to_string(),
            slug: entry.city.slug.to_string(),
            distance: view.site().formats.distance_in_words(miles),
            coffee_shop_count: entry.shops.len(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::street_name;

    #[test]
    fn a_street_is_what_follows_the_number() {
        for (street, name) in [
            ("126 Main Street", Some("Main Street")),
            ("12B West Broadway, Suite 4", Some("West Broadway")),
            ("1 Oak Avenue #2", Some("Oak Avenue")),
            ("Main Street", None),
            ("126", None),
            ("126 4", None),
            ("PO Box 12", None),
        ] {
            assert_eq!(street_name(street), name, "{street}");
        }
    }
}
