//! The shipped list, made from the place table by D74's rule.

use gazetteer::{Gazetteer, Place};

use super::{
    super::target::Target,
    rule::{Settlement, by_size, is_far, smaller_towns},
};

/// Areas in the list: the smallest that the rule finds.
const AREAS: usize = 321;
/// People in an area's main town.
const MEDIUM: std::ops::RangeInclusive<u32> = 20_000..=250_000;
/// An area is further than this from every larger city.
const FROM_CITIES: f64 = 40.0;
/// Areas are further apart than this.
const FROM_AREAS: f64 = 35.0;

/// Areas from the largest down, and towns by state.
pub(super) fn list() -> (Vec<Target>, Vec<Target>) {
    let places = Gazetteer::get().places();
    let settlements = || {
        places.iter().map(|place| Settlement {
            place,
            people: place.population,
        })
    };
    let cities: Vec<&Place> = (places.iter())
        .filter(|place| place.population > *MEDIUM.end())
        .collect();
    let mut areas: Vec<&'static Place> = Vec::new();
    for Settlement { place, .. } in by_size(settlements(), |people| MEDIUM.contains(&people)) {
        if is_far(place, &cities, FROM_CITIES) && is_far(place, &areas, FROM_AREAS) {
            areas.push(place);
        }
    }
    areas.drain(..areas.len().saturating_sub(AREAS));
    let towns = smaller_towns(settlements(), &areas);
    let targets = |places: &[&Place]| {
        let found = places.iter().filter_map(|place| Target::of_place(place));
        found.collect()
    };
    (targets(&areas), targets(&towns))
}
