//! What the Census Bureau calls places and areas, and which places those are.

use gazetteer::{Gazetteer, Place, State};

/// The place that the Bureau calls `Alexandria city`: what follows the name says in lower case what kind of place it is.
pub(super) fn place_of(name: &str, state: &str, people: u32) -> Option<&'static Place> {
    let name = name.split(" (").next().unwrap_or(name);
    let mut words: Vec<&str> = name.split(' ').collect();
    while words.len() > 1 && words.last().is_some_and(|word| is_lowercase(word)) {
        words.pop();
    }
    let places = Gazetteer::get().places_named(&words.join(" "), State::parse(state));
    let named = places.into_iter();
    named.min_by_key(|place| place.population.abs_diff(people))
}

fn is_lowercase(word: &str) -> bool {
    word.starts_with(|first: char| first.is_lowercase())
}

/// The states in an area's title, its main town's first.
pub(super) fn states_of(title: &str) -> Vec<State> {
    let codes = title.rsplit(", ").next().unwrap_or_default();
    codes.split('-').filter_map(State::from_code).collect()
}

/// The first town in an area's title that is in the place table. Names of towns may have hyphens, too
/// (`Winston-Salem, NC`), so longer names are tried first.
pub(super) fn main_town(title: &str) -> Option<&'static Place> {
    let names = title.rsplit_once(", ")?.0;
    let parts: Vec<&str> = names.split('-').collect();
    for start in 0..parts.len() {
        for end in (start + 1..=parts.len()).rev() {
            let name = parts.get(start..end)?.join("-");
            for state in states_of(title) {
                if let Some(place) = largest(&name, state) {
                    return Some(place);
                }
            }
        }
    }
    None
}

/// The largest place of this name. `Barnstable Town`, `Boise City`, `Urban Honolulu` and `Louisville/Jefferson County`
/// are known by shorter names.
fn largest(name: &str, state: State) -> Option<&'static Place> {
    let name = name.trim().split('/').next().unwrap_or_default();
    let shorter = [
        name,
        name.strip_suffix(" Town").unwrap_or(name),
        name.strip_suffix(" City").unwrap_or(name),
        name.strip_prefix("Urban ").unwrap_or(name),
    ];
    shorter.into_iter().find_map(|name| {
        let places = Gazetteer::get().places_named(name, Some(state));
        places.into_iter().max_by_key(|place| place.population)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_area_is_found_by_its_first_town_that_is_known() {
        for (title, expected) in [
            ("Allentown-Bethlehem-Easton, PA-NJ", "Allentown"),
            ("Winston-Salem, NC", "Winston-Salem"),
            ("Scranton--Wilkes-Barre, PA", "Scranton"),
            ("Texarkana, TX-AR", "Texarkana"),
            ("Barnstable Town, MA", "Barnstable"),
            ("Athens-Clarke County, GA", "Athens"),
            ("Boise City, ID", "Boise"),
        ] {
            let place = main_town(title).unwrap_or_else(|| panic!("{title}"));
            assert_eq!(place.name, expected, "{title}");
        }
    }

    #[test]
    fn names_of_any_spelling_are_known() {
        let place = |name, state| place_of(name, state, 0).map(|place| place.name);
        assert_eq!(place("Fond du Lac city", "Wisconsin"), Some("Fond du Lac"));
        assert_eq!(place("Carson City", "Nevada"), Some("Carson City"));
        assert_eq!(place("Sitka city and borough", "Alaska"), Some("Sitka"));
    }
}
