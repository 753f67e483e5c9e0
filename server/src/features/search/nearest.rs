//! Suggestions when a search around a place finds nothing: the nearest towns with shops.

use gazetteer::{Gazetteer, Place, distance_miles};
use serde::Serialize;
use utoipa::ToSchema;

use super::intent::Intent;
use crate::catalog::View;

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

/// The towns nearest to `middle`, or to the place that the text names.
pub(super) fn towns(
    view: &View,
    middle: Option<(f64, f64)>,
    intent: &Intent,
) -> Vec<NearestTownAnswer> {
    let Some(from) = middle.or_else(|| point_named(intent)) else {
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
            distance: view.site().formats.distance(miles),
        })
        .collect()
}

/// The point of the ZIP code or the largest place that the text names.
fn point_named(intent: &Intent) -> Option<(f64, f64)> {
    if let Some(area) = Gazetteer::get().zip(&intent.words) {
        return Some(area.point());
    }
    place_named(intent).map(Place::point)
}

/// The largest place with the name of the town in the text.
pub(super) fn place_named(intent: &Intent) -> Option<&'static Place> {
    let town = intent.town.as_ref()?;
    let places = Gazetteer::get().places_named(&town.name, town.state);
    places.first().copied()
}
