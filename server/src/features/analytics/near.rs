//! Towns with shops near something that was searched for without results.

use std::collections::BTreeMap;

use axum::extract::{RawQuery, State};
use gazetteer::{Gazetteer, Place, State as UsState, distance_miles};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    features::Services,
    platform::{
        arguments::{Arguments, Parameter},
        error::{Error, ErrorBody, Result},
        web::Fresh,
    },
};

/// Nobody drives farther for coffee.
const MILES: f64 = 100.0;
const MAX_TOWNS: usize = 12;
/// Shorter names are as often part of other searches.
const SHORTEST_PART: usize = 4;
/// Number of words in the longest state name: "District of Columbia".
const STATE_WORDS: usize = 3;

/// Towns with shops near a place.
#[derive(Debug, Serialize, ToSchema)]
pub struct TownsNear {
    pub text: String,
    /// The place that the text names; `null` if it names no known place.
    #[schema(required)]
    pub place: Option<NamedPlace>,
    /// Nearest first, within 100 miles.
    pub towns: Vec<NearTown>,
}

/// A US place, whether or not the directory has it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct NamedPlace {
    pub name: String,
    /// Two-letter code.
    pub state: String,
    pub latitude: f64,
    pub longitude: f64,
}

/// A town in the directory.
#[derive(Debug, Serialize, ToSchema)]
pub struct NearTown {
    pub id: Uuid,
    pub name: String,
    pub state: String,
    pub slug: String,
    /// Miles from the place, such as `12.5`.
    pub miles: String,
    /// Number of published shops.
    pub shops: usize,
}

/// List towns with shops near the place that a search names, such as `bunkie la` or a ZIP code.
#[utoipa::path(get, path = "/api/admin/analytics/near", tag = "administration",
    params(("text" = String, Query, description = "A search text", max_length = 200,
            pattern = r"^[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*[^\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000][^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$")),
    responses((status = 200, body = TownsNear), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
pub async fn show_towns_near(
    State(services): State<Services>,
    RawQuery(query): RawQuery,
) -> Result<Fresh<TownsNear>> {
    let known = [Parameter::text("text", 200)];
    let query = query.as_deref().unwrap_or_default();
    let asked = Arguments::parse(BTreeMap::new(), query, &known)?;
    let text = asked
        .query("text")
        .ok_or_else(|| Error::invalid_field("text", "Please give a search."))?;
    let Some(place) = named(text) else {
        return Ok(Fresh(TownsNear {
            text: text.to_owned(),
            place: None,
            towns: Vec::new(),
        }));
    };
    let point = (place.latitude, place.longitude);
    let view = services.catalog.view();
    let mut near: Vec<(f64, NearTown)> = (view.cities_around(point, MILES).into_iter())
        .filter_map(|entry| {
            let town = &entry.city;
            let miles = distance_miles(point, town.point?);
            let answer = NearTown {
                id: town.id,
                name: town.name.to_string(),
                state: town.state.to_string(),
                slug: town.slug.to_string(),
                miles: format!("{miles:.1}"),
                shops: entry.shops.len(),
            };
            (miles <= MILES).then_some((miles, answer))
        })
        .collect();
    near.sort_by(|one, other| one.0.total_cmp(&other.0));
    let towns = near.into_iter().take(MAX_TOWNS).map(|(_, town)| town);
    Ok(Fresh(TownsNear {
        text: text.to_owned(),
        place: Some(place),
        towns: towns.collect(),
    }))
}

/// The place that a search names: a ZIP code, a town, a town with its state, or one of these at the end of a longer
/// text.
fn named(text: &str) -> Option<NamedPlace> {
    let gazetteer = Gazetteer::get();
    let words: Vec<&str> = text
        .split(|letter: char| letter.is_whitespace() || letter == ',')
        .filter(|word| !word.is_empty())
        .collect();
    if let Some(area) = words.iter().find_map(|word| gazetteer.zip(word)) {
        let (latitude, longitude) = area.point();
        return Some(NamedPlace {
            name: area.zip.to_owned(),
            state: area.state.code().to_owned(),
            latitude,
            longitude,
        });
    }
    (0..words.len()).find_map(|first| {
        let words = words.get(first..).unwrap_or_default();
        let is_whole = first == 0;
        town(gazetteer, words, is_whole).map(|place| NamedPlace {
            name: place.name.to_owned(),
            state: place.state.code().to_owned(),
            latitude: place.latitude,
            longitude: place.longitude,
        })
    })
}

/// The largest place that matches all of `words`, with or without a state after it.
fn town(gazetteer: &'static Gazetteer, words: &[&str], is_whole: bool) -> Option<&'static Place> {
    let longest = STATE_WORDS.min(words.len().saturating_sub(1));
    (0..=longest).rev().find_map(|behind| {
        let (name, state) = words.split_at_checked(words.len() - behind)?;
        let state = match behind {
            0 => None,
            _ => Some(UsState::parse(&state.join(" "))?),
        };
        let name = name.join(" ");
        if !is_whole && state.is_none() && name.len() < SHORTEST_PART {
            return None;
        }
        gazetteer.places_named(&name, state).into_iter().next()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_name_places() {
        for (text, place) in [
            ("bunkie la", Some("Bunkie, LA")),
            ("Bunkie, Louisiana", Some("Bunkie, LA")),
            ("best espresso in bunkie la", Some("Bunkie, LA")),
            ("71322", Some("71322, LA")),
            ("zzzzqqq", None),
            ("", None),
        ] {
            let found = named(text).map(|place| format!("{}, {}", place.name, place.state));
            assert_eq!(found.as_deref(), place, "{text}");
        }
    }
}
