//! The places of a trip, as people type them: a town, with its state or without, or a ZIP code.

use chrono_tz::Tz;
use gazetteer::{Gazetteer, Place, State, fold_place_name};

use super::problem::{TripProblem, problem};
use crate::catalog::{CityEntry, Lookup, View};

/// A town without a time zone of its own has that of the middle of the country.
const MIDDLE: Tz = chrono_tz::America::Chicago;
/// A town is meant without its state if it has so many times as many people as the next of its name.
const TELLING: u32 = 5;
/// How many towns of one name are offered.
const OFFERED: usize = 5;

/// A place to start from or to drive to.
#[derive(Clone, Debug)]
pub(super) struct TripPlace {
    /// Such as `Alexandria, LA`.
    pub(super) name: String,
    pub(super) state: State,
    pub(super) point: (f64, f64),
    pub(super) time_zone: Tz,
    /// Of the directory's town there, if it has one.
    pub(super) slug: Option<String>,
}

/// The place that was typed into `field`; `None` if nothing was.
///
/// # Errors
///
/// When there is no such place, or several.
pub(super) fn read(
    view: &View,
    field: &'static str,
    typed: &str,
) -> Result<Option<TripPlace>, TripProblem> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Ok(None);
    }
    if let Some(area) = Gazetteer::get().zip(typed) {
        return Ok(Some(TripPlace {
            name: format!("{} ({}, {})", area.zip, area.city, area.state.code()),
            state: area.state,
            point: area.point(),
            time_zone: zone(area.time_zone),
            slug: None,
        }));
    }
    let (name, state) = parts(typed);
    let mut named = Gazetteer::get().places_named(name, state);
    named.sort_by_key(|place| std::cmp::Reverse(place.population));
    if let Some(place) = meant(view, &named, state) {
        return Ok(Some(of_place(view, place)));
    }
    if named.is_empty() {
        return of_directory(view, name, state)
            .map(Some)
            .ok_or_else(|| unknown(field, typed));
    }
    Err(several(field, name, &named))
}

/// The name, and the state behind it.
fn parts(typed: &str) -> (&str, Option<State>) {
    if let Some((name, state)) = typed.rsplit_once(',')
        && let Some(state) = State::parse(state.trim())
    {
        return (name.trim(), Some(state));
    }
    if !Gazetteer::get().places_named(typed, None).is_empty() {
        return (typed, None);
    }
    // "Santa Fe New Mexico": the longest end that is a state.
    let spaces = typed.match_indices(' ').map(|(place, _)| place);
    let split = spaces
        .map(|place| typed.split_at(place))
        .find_map(|(name, state)| Some((name, State::parse(state.trim())?)));
    split.map_or((typed, None), |(name, state)| (name, Some(state)))
}

/// The place among those of one name that must be meant, the largest first.
fn meant<'a>(view: &View, named: &[&'a Place], state: Option<State>) -> Option<&'a Place> {
    let (first, second) = (named.first()?, named.get(1));
    let is_telling = second
        .is_none_or(|second| first.population >= second.population.saturating_mul(TELLING).max(1));
    if state.is_some() || is_telling {
        return Some(first);
    }
    let mut listed = named.iter().filter(|place| entry_of(view, place).is_some());
    let only = listed.next()?;
    listed.next().is_none().then_some(only)
}

fn entry_of(view: &View, place: &Place) -> Option<CityEntry> {
    match view.city_by_slug(&place.slug()) {
        Lookup::Found(entry) => Some(entry),
        _ => None,
    }
}

fn of_place(view: &View, place: &Place) -> TripPlace {
    TripPlace {
        name: format!("{}, {}", place.name, place.state.code()),
        state: place.state,
        point: place.point(),
        time_zone: zone(place.time_zone),
        slug: entry_of(view, place).map(|entry| entry.city.slug.to_string()),
    }
}

/// A town of the directory that the place table doesn't have.
fn of_directory(view: &View, name: &str, state: Option<State>) -> Option<TripPlace> {
    let folded = fold_place_name(name);
    let towns = view.cities().into_iter();
    let mut named = towns.filter(|entry| {
        let of = State::parse(&entry.city.state);
        *entry.city.folded_name == *folded && (state.is_none() || state == of)
    });
    let entry = named.next()?;
    let point = entry.city.point?;
    let zone_there = Gazetteer::get().time_zone_at(point.0, point.1);
    Some(TripPlace {
        name: format!("{}, {}", entry.city.name, entry.city.state),
        state: State::parse(&entry.city.state)?,
        point,
        time_zone: zone_there.map_or(MIDDLE, zone),
        slug: Some(entry.city.slug.to_string()),
    })
}

fn zone(name: &str) -> Tz {
    name.parse().unwrap_or(MIDDLE)
}

fn unknown(field: &'static str, typed: &str) -> TripProblem {
    let message = format!(
        "We don't know “{typed}”. Enter a town with its state, such as Alexandria, LA, or a ZIP code."
    );
    problem(field, &message)
}

fn several(field: &'static str, name: &str, named: &[&Place]) -> TripProblem {
    let names = named
        .iter()
        .map(|place| format!("{}, {}", place.name, place.state.code()));
    let mut suggestions: Vec<String> = Vec::new();
    for name in names {
        if suggestions.len() < OFFERED && !suggestions.contains(&name) {
            suggestions.push(name);
        }
    }
    TripProblem {
        field,
        message: format!("There are several towns called {name}. Which one do you mean?"),
        suggestions,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_read_behind_a_comma_or_a_space() {
        let read = |typed| {
            let (name, state) = parts(typed);
            (name, state.map(State::code))
        };
        assert_eq!(read("Alexandria, LA"), ("Alexandria", Some("LA")));
        assert_eq!(read("Alexandria, Louisiana"), ("Alexandria", Some("LA")));
        assert_eq!(read("Alexandria LA"), ("Alexandria", Some("LA")));
        assert_eq!(read("Santa Fe New Mexico"), ("Santa Fe", Some("NM")));
        assert_eq!(read("Port Washington"), ("Port Washington", None));
        assert_eq!(read("Kansas City"), ("Kansas City", None));
        assert_eq!(read("Nowhere at All"), ("Nowhere at All", None));
    }
}
