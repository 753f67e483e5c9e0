//! Which smaller towns belong to a list of areas (D74).

use std::cmp::Reverse;

use gazetteer::{Place, PlaceKind, distance_miles};

/// Towns per state.
const TOWNS: usize = 5;
/// People in a smaller town.
const SMALL: std::ops::Range<u32> = 2_500..20_000;
/// Smaller towns are further than this from areas and from each other.
const FROM_TOWNS: f64 = 15.0;

/// A place, and how many people live there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settlement {
    pub(super) place: &'static Place,
    pub(super) people: u32,
}

/// Places that have their own post office, from the largest down.
pub(super) fn by_size(
    settlements: impl IntoIterator<Item = Settlement>,
    has_size: impl Fn(u32) -> bool,
) -> Vec<Settlement> {
    let mut found: Vec<Settlement> = (settlements.into_iter())
        .filter(|town| town.place.kind == PlaceKind::Postal && has_size(town.people))
        .collect();
    found.sort_by_key(|town| {
        let place = town.place;
        (Reverse(town.people), place.name, place.state.code())
    });
    found
}

/// Of each state the five largest towns away from areas and each other; states by their codes.
pub(super) fn smaller_towns(
    settlements: impl IntoIterator<Item = Settlement>,
    areas: &[&'static Place],
) -> Vec<&'static Place> {
    let mut small = by_size(settlements, |people| SMALL.contains(&people));
    small.sort_by_key(|town| town.place.state.code());
    let mut towns: Vec<&'static Place> = Vec::new();
    for Settlement { place, .. } in small {
        let in_state: Vec<&Place> = (towns.iter().copied())
            .filter(|town| town.state == place.state)
            .collect();
        if in_state.len() < TOWNS
            && is_far(place, areas, FROM_TOWNS)
            && is_far(place, &in_state, FROM_TOWNS)
        {
            towns.push(place);
        }
    }
    towns
}

/// Whether the place is more than this far from all `others`.
pub(super) fn is_far(place: &Place, others: &[&Place], miles: f64) -> bool {
    let mut others = others.iter();
    others.all(|other| distance_miles(place.point(), other.point()) > miles)
}
