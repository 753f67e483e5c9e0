//! Suggestions when a search around a place finds nothing: the nearest towns with shops.

use gazetteer::{Gazetteer, State, distance_miles};
use serde::Serialize;
use utoipa::ToSchema;

use super::meaning::Meaning;
use crate::catalog::{View, answers::distance_text};

/// How many towns are suggested.
const TOWNS: usize = 3;

/// A town with shops, by its distance from the place that was searched for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NearestTown)]
pub struct NearestTownAnswer {
    pub name: String,
    /// Two-letter code.
    pub state: String,
    pub slug: String,
    pub coffee_shop_count: usize,
    /// Such as `12 mi`.
    pub distance: String,
}

/// The towns nearest to `middle`, or to the place that `text` names.
pub(super) fn towns(view: &View, middle: Option<(f64, f64)>, text: &str) -> Vec<NearestTownAnswer> {
    let Some(from) = middle.or_else(|| place_named(text)) else {
        return Vec::new();
    };
    let mut towns: Vec<_> = view
        .cities()
        .into_iter()
        .filter(|town| !town.shops.is_empty())
        .filter_map(|town| Some((distance_miles(from, town.city.point?), town)))
        .collect();
    towns.sort_by(|(one, first), (other, second)| {
        one.total_cmp(other)
            .then(first.city.id.cmp(&second.city.id))
    });
    towns
        .into_iter()
        .take(TOWNS)
        .map(|(miles, town)| NearestTownAnswer {
            name: town.city.name.to_string(),
            state: town.city.state.to_string(),
            slug: town.city.slug.to_string(),
            coffee_shop_count: town.shops.len(),
            distance: distance_text(miles),
        })
        .collect()
}

/// The ZIP code or the largest place that the text may refer to.
fn place_named(text: &str) -> Option<(f64, f64)> {
    let meaning = Meaning::of(text);
    let text = meaning
        .as_ref()
        .map_or(text, |meaning| meaning.text.as_str());
    let gazetteer = Gazetteer::get();
    if let Some(area) = gazetteer.zip(text) {
        return Some(area.point());
    }
    let words = text.rsplit_once([',', ' ']);
    let in_state = words.and_then(|(town, state)| {
        let state = State::parse(state.trim())?;
        gazetteer.places_named(town, Some(state)).first().copied()
    });
    let place = in_state.or_else(|| gazetteer.places_named(text, None).first().copied())?;
    Some((place.latitude, place.longitude))
}
