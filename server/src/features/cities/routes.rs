//! The reads of this room.

use std::sync::Arc;

use gazetteer::{Gazetteer, State, distance_miles, fold_place_name as fold};

use serde::Serialize;
use utoipa::ToSchema;

use super::filters::{self, FILTERS};
use crate::{
    catalog::{
        CityEntry, Shop, View,
        answers::{
            CityAnswer, CityListAnswer, ShopAnswer, ShopListAnswer, StateAnswer, find_town,
            has_old_hours, rank_for_city,
        },
        read::{Json, Page, Read},
    },
    platform::{
        arguments::{Arguments, Kind, Parameter},
        error::{ErrorBody, Result},
    },
};

/// How many shops a town's page describes to search engines (visitor.md 9).
const IN_STRUCTURED_DATA: usize = 20;

/// Maximum number of towns in a prefix search (D34).
const MAX_FOUND: usize = 20;

/// Default number of towns near a point (D34).
const NEAREST: usize = 12;

/// All reads of this room.
#[must_use]
pub fn reads() -> Vec<Read> {
    vec![
        Read::new(
            "/api/cities",
            vec![
                Parameter::text("search", 100),
                Parameter::text("filter", 100),
                Parameter::point("near"),
                Parameter::text("state", 2),
                Parameter::choice("sort", &["popular"]),
                Parameter::integer("limit", None, 1, 100),
                Parameter::integer("page", None, 1, 100_000),
                Parameter::integer("pageSize", None, 1, 100),
            ],
            list_cities,
        ),
        Read::new(
            "/api/cities/all",
            vec![
                Parameter::integer("page", None, 1, 100_000),
                Parameter::integer("pageSize", None, 1, 100),
            ],
            list_all_cities,
        ),
        Read::new("/api/states", Vec::new(), list_states),
        Read::new("/api/cities/{slug}", Vec::new(), show_city),
        Read::new(
            "/api/cities/{slug}/coffee-shops",
            [
                Parameter::choice("sort", &["votes", "open", "distance"]),
                Parameter::integer("page", None, 1, 100_000),
                Parameter::integer("pageSize", None, 1, 100),
            ]
            .into_iter()
            .chain(FILTERS.map(|(name, _)| Parameter {
                name: name.to_owned(),
                kind: Kind::Flag,
            }))
            .collect(),
            list_shops_of_city,
        ),
        Read::new("/api/cities/{slug}/facts", Vec::new(), show_city_facts),
    ]
}

/// Another order of towns.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum CitySort {
    /// By number of shops, then votes, then name.
    Popular,
}

/// List towns: all, those that a text starts, those near a point, or the most popular ones.
#[utoipa::path(get, path = "/api/cities", tag = "cities",
    params(
        ("search" = Option<String>, Query, description = "Start of \"name\" or \"name, st\"; 20 at most", max_length = 100, pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("filter" = Option<String>, Query, description = "Words that name or state hold", max_length = 100, pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("near" = Option<String>, Query, description = "latitude,longitude, of which one decimal counts: the nearest 12 (or `limit`), after those of `state`",
            pattern = r"^-?(90(\.0{1,15})?|[0-8]?\d(\.\d{1,15})?),-?(180(\.0{1,15})?|(1[0-7]\d|0?\d{1,2})(\.\d{1,15})?)$"),
        ("state" = Option<String>, Query, description = "Two-letter code. With `near` the towns of that state come first, else there are no others", max_length = 2,
            pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("sort" = inline(Option<CitySort>), Query),
        ("limit" = Option<u32>, Query, minimum = 1, maximum = 100),
        ("page" = Option<u32>, Query, description = "Returns one page instead of all", minimum = 1, maximum = 100_000),
        ("pageSize" = Option<u32>, Query, minimum = 1, maximum = 100)),
    responses((status = 200, body = CityListAnswer), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub fn list_cities(view: &View, arguments: &Arguments) -> Result<Json> {
    let mut towns = view.cities();
    if let Some(text) = arguments.query("search") {
        let wanted = fold(text);
        towns.retain(|entry| starts_with(entry, &wanted));
        towns.truncate(MAX_FOUND);
    }
    if let Some(text) = arguments.query("filter") {
        let words: Vec<String> = text
            .split_whitespace()
            .map(fold)
            .filter(|word| !word.is_empty())
            .collect();
        towns.retain(|entry| {
            let folded = fold(&full_name(entry));
            words.iter().all(|word| folded.contains(word.as_str()))
        });
    }
    if let Some(point) = arguments.point("near") {
        let state = arguments.query("state").map(str::to_ascii_uppercase);
        match state.or_else(|| state_of(point)) {
            Some(state) => sort_by_nearness(&mut towns, point, &state),
            // Abroad, there are no nearby towns.
            None => towns.clear(),
        }
    } else if let Some(state) = arguments.query("state") {
        towns.retain(|entry| entry.city.state.eq_ignore_ascii_case(state));
    }
    if arguments.point("near").is_none() && arguments.query("sort") == Some("popular") {
        sort_by_popularity(&mut towns);
    }
    let limit = arguments.integer("limit");
    if let Some(limit) = limit.or(arguments.query("near").map(|_| NEAREST)) {
        towns.truncate(limit);
    }
    all_or_one_page(view, towns, arguments)
}

/// The whole list, or the requested page of it (D19).
fn all_or_one_page(view: &View, towns: Vec<&CityEntry>, arguments: &Arguments) -> Result<Json> {
    match arguments.integer("page") {
        None => Json::of(&CityListAnswer::All(CityAnswer::list(view, towns))),
        Some(page) => {
            let page = Page::cut(towns, page, arguments.integer("pageSize").unwrap_or(24))?;
            let page = page.map_items(|towns| CityAnswer::list(view, towns));
            Json::of(&CityListAnswer::Page(page.into()))
        }
    }
}

/// List all towns of the directory with their counts, by state and name.
#[utoipa::path(get, path = "/api/cities/all", tag = "cities",
    params(
        ("page" = Option<u32>, Query, description = "Returns one page instead of all", minimum = 1, maximum = 100_000),
        ("pageSize" = Option<u32>, Query, minimum = 1, maximum = 100)),
    responses((status = 200, body = CityListAnswer), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub fn list_all_cities(view: &View, arguments: &Arguments) -> Result<Json> {
    all_or_one_page(view, view.cities(), arguments)
}

/// List the states that have a town in the directory, by name, with their counts.
#[utoipa::path(get, path = "/api/states", tag = "cities", responses((status = 200, body = Vec<StateAnswer>)))]
pub fn list_states(view: &View, _: &Arguments) -> Result<Json> {
    Json::of(&StateAnswer::list(&view.cities()))
}

/// Show one town. A former slug or an identifier answers the town it means now.
#[utoipa::path(get, path = "/api/cities/{slug}", tag = "cities", params(("slug" = String, Path)),
    responses((status = 200, body = CityAnswer), (status = 404, body = ErrorBody)))]
pub fn show_city(view: &View, arguments: &Arguments) -> Result<Json> {
    Json::of(&CityAnswer::of(view, &town(view, arguments)?))
}

/// Another order of a town's shops.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum TownSort {
    /// By upvotes.
    Votes,
    /// Currently open ones first.
    Open,
    /// From the town's center.
    Distance,
}

/// List the published shops of a town in the order of its page, or in another one; all, or those that pass the filters.
#[utoipa::path(get, path = "/api/cities/{slug}/coffee-shops", tag = "cities",
    params(("slug" = String, Path), ("sort" = inline(Option<TownSort>), Query),
        ("openNow" = Option<bool>, Query, description = "Shops known to be open now"),
        ("hasWifi" = Option<bool>, Query), ("hasOutdoorSeating" = Option<bool>, Query), ("petFriendly" = Option<bool>, Query),
        ("goodForWork" = Option<bool>, Query), ("servesBreakfast" = Option<bool>, Query),
        ("page" = Option<u32>, Query, description = "Returns one page instead of all", minimum = 1, maximum = 100_000),
        ("pageSize" = Option<u32>, Query, minimum = 1, maximum = 100)),
    responses((status = 200, body = ShopListAnswer), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub fn list_shops_of_city(view: &View, arguments: &Arguments) -> Result<Json> {
    let town = town(view, arguments)?;
    let mut shops = view.shops_of_city(town.city.id);
    shops.retain(|shop| filters::passes(view, shop, arguments));
    rank_for_city(view, &mut shops);
    let center = sort_shops(view, &town, &mut shops, arguments.query("sort"));
    if arguments.query("openNow").is_some() {
        // Open by old hours comes after open by confirmed ones, in any order (D96).
        shops.sort_by_cached_key(|shop| has_old_hours(view, shop));
    }
    let formats = view.site().formats;
    let answers = |shops: Vec<Arc<Shop>>| {
        let numbered = shops.iter().enumerate();
        let answers = numbered.map(|(index, shop)| {
            let answer =
                ShopAnswer::in_town(view, shop, Some(&town)).seen_from(center, shop, formats);
            if index < IN_STRUCTURED_DATA {
                answer.with_hours_specification(view, shop)
            } else {
                answer
            }
        });
        answers.collect()
    };
    match arguments.integer("page") {
        None => Json::of(&ShopListAnswer::All(answers(shops))),
        Some(page) => {
            let page = Page::cut(shops, page, arguments.integer("pageSize").unwrap_or(48))?;
            Json::of(&ShopListAnswer::Page(page.map_items(answers).into()))
        }
    }
}

/// Sorts shops, which are in the town's default order, differently. Returns the place to measure displayed distances
/// from.
fn sort_shops(
    view: &View,
    town: &CityEntry,
    shops: &mut [Arc<Shop>],
    sort: Option<&str>,
) -> Option<(f64, f64)> {
    match sort {
        Some("votes") => shops.sort_by_key(|shop| std::cmp::Reverse(shop.upvote_count)),
        Some("open") => shops.sort_by_cached_key(|shop| {
            let is_open = filters::is_open(view, shop);
            // Open by old hours comes after open by confirmed ones (D96).
            (!is_open, is_open && has_old_hours(view, shop))
        }),
        Some("distance") => {
            let center = town.city.point?;
            shops.sort_by_cached_key(|shop| {
                shop.whereabouts()
                    .map_or(u64::MAX, |place| meters(center, place))
            });
            return Some(center);
        }
        _ => {}
    }
    None
}

/// Whole meters, because floats can't be sort keys.
fn meters(from: (f64, f64), to: (f64, f64)) -> u64 {
    (distance_miles(from, to) * 1609.344).round() as u64
}

/// Show what a town's introduction is made of: who opens first, the newest shop, neighboring towns.
#[utoipa::path(get, path = "/api/cities/{slug}/facts", tag = "cities", params(("slug" = String, Path)),
    responses((status = 200, body = super::CityFacts), (status = 404, body = ErrorBody)))]
pub fn show_city_facts(view: &View, arguments: &Arguments) -> Result<Json> {
    Json::of(&super::CityFacts::of(view, &town(view, arguments)?))
}

fn town(view: &View, arguments: &Arguments) -> Result<CityEntry> {
    find_town(view, arguments.path("slug"))
}

/// Most popular first: by number of shops, then shops with votes, then name (D19).
fn sort_by_popularity(towns: &mut [&CityEntry]) {
    towns.sort_by_cached_key(|entry| {
        (
            std::cmp::Reverse((entry.shops.len(), entry.shops_with_votes)),
            entry.city.name.to_lowercase(),
            entry.city.id,
        )
    });
}

fn full_name(entry: &CityEntry) -> String {
    let state = State::parse(&entry.city.state).map_or("", |state| state.name());
    format!("{}, {} {state}", entry.city.name, entry.city.state)
}

fn starts_with(entry: &CityEntry, wanted: &str) -> bool {
    fold(&format!("{}, {}", entry.city.name, entry.city.state)).starts_with(wanted)
}

/// The code of the state that contains a point.
fn state_of((latitude, longitude): (f64, f64)) -> Option<String> {
    let state = Gazetteer::get().state_at(latitude, longitude)?;
    Some(state.code().to_owned())
}

/// The visitor's own state first, then by distance: to the town if its location is known, otherwise to its state's
/// center (D22).
fn sort_by_nearness(towns: &mut [&CityEntry], from: (f64, f64), own_state: &str) {
    towns.sort_by_cached_key(|entry| {
        let is_elsewhere = own_state != &*entry.city.state;
        let place = entry
            .city
            .point
            .or_else(|| State::parse(&entry.city.state).map(|state| state.centroid()));
        let away = place.map_or(u64::MAX, |place| meters(from, place));
        (is_elsewhere, away, entry.city.id)
    });
}
