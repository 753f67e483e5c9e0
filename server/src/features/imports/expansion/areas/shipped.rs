//! The shipped list, made from the place table by D74's rule.

use std::cmp::Reverse;

use gazetteer::{Gazetteer, Place, PlaceKind, distance_miles};

use super::super::target::Target;

/// Areas in the list: the smallest that the rule finds.
const AREAS: usize = 321;
/// Towns per state.
const TOWNS: usize = 5;
/// People in an area's main town.
const MEDIUM: std::ops::RangeInclusive<u32> = 20_000..=250_000;
/// People in a smaller town.
const SMALL: std::ops::Range<u32> = 2_500..20_000;
/// An area is further than this from every larger city.
const FROM_CITIES: f64 = 40.0;
/// Areas are further apart than this.
const FROM_AREAS: f64 = 35.0;
/// Smaller towns are further than this from areas and from each other.
const FROM_TOWNS: f64 = 15.0;

/// Areas from the largest down, and towns by state.
pub(super) fn list() -> (Vec<Target>, Vec<Target>) {
    let places = Gazetteer::get().places();
    let cities: Vec<&Place> = (places.iter())
        .filter(|place| place.population > *MEDIUM.end())
        .collect();
    let mut areas: Vec<&Place> = Vec::new();
    for place in by_size(places, |people| MEDIUM.contains(&people)) {
        if is_far(place, &cities, FROM_CITIES) && is_far(place, &areas, FROM_AREAS) {
            areas.push(place);
        }
    }
    areas.drain(..areas.len().saturating_sub(AREAS));
    let mut towns: Vec<&Place> = Vec::new();
    let mut small = by_size(places, |people| SMALL.contains(&people));
    small.sort_by_key(|place| place.state.code());
    for place in small {
        let in_state = towns.iter().filter(|town| town.state == place.state);
        if in_state.count() < TOWNS
            && is_far(place, &areas, FROM_TOWNS)
            && is_far_in_state(place, &towns)
        {
            towns.push(place);
        }
    }
    let targets = |places: &[&Place]| {
        let found = places.iter().filter_map(|place| Target::of_place(place));
        found.collect()
    };
    (targets(&areas), targets(&towns))
}

/// Places that have their own post office, from the largest down.
fn by_size(places: &'static [Place], has_size: impl Fn(u32) -> bool) -> Vec<&'static Place> {
    let mut found: Vec<&Place> = (places.iter())
        .filter(|place| place.kind == PlaceKind::Postal && has_size(place.population))
        .collect();
    found.sort_by_key(|place| (Reverse(place.population), place.name, place.state.code()));
    found
}

fn is_far(place: &Place, others: &[&Place], miles: f64) -> bool {
    let mut others = others.iter();
    others.all(|other| distance_miles(place.point(), other.point()) > miles)
}

fn is_far_in_state(place: &Place, towns: &[&Place]) -> bool {
    let same = towns.iter().filter(|town| town.state == place.state);
    same.copied()
        .all(|town| distance_miles(place.point(), town.point()) > FROM_TOWNS)
}
