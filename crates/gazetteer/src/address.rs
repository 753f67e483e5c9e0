//! Parses the texts of an address, before the tables and the point are consulted.

use crate::gazetteer::Gazetteer;
use crate::names::{fold_place_name, tidy_case};
use crate::states::State;
use crate::tables::ZipArea;
use crate::towns::TownQuery;

/// The longest town name considered, in bytes; the longest in the table has 45 characters.
const LONGEST_NAME: usize = 80;

/// Placeholders that forms and exports use for unknown values, in lower case without spaces.
const PLACEHOLDERS: &[&str] = &[
    "na",
    "none",
    "null",
    "nil",
    "unknown",
    "nan",
    "tbd",
    "city",
    "various",
    "online",
    "usa",
    "unitedstates",
];

/// Words before a name that give the kind of place.
const KIND_BEFORE: &[&str] = &[
    "city of ",
    "town of ",
    "village of ",
    "borough of ",
    "township of ",
];
const KIND_BEHIND: &[&str] = &[
    " city",
    " town",
    " township",
    " twp",
    " twp.",
    " village",
    " borough",
    " cdp",
];

/// The parsed parts of a query.
pub(crate) struct Address<'t> {
    pub(crate) city: Option<City>,
    pub(crate) state: Option<State>,
    pub(crate) zip: Option<&'t ZipArea>,
}

/// A city as typed, and its possible keys in the tables, most literal first.
pub(crate) struct City {
    pub(crate) typed: String,
    pub(crate) keys: Vec<String>,
}

impl<'t> Address<'t> {
    pub(crate) fn read(table: &'t Gazetteer, query: &TownQuery<'_>) -> Self {
        let state = query.state.and_then(State::parse);
        let (city, state_behind) = query
            .city
            .map_or(("", None), |city| part_state(city, state));
        Self {
            city: City::read(city).map(|read| read.or_named(query.city.unwrap_or(city))),
            state: state.or(state_behind),
            zip: query.zip.and_then(|zip| table.zip(zip)),
        }
    }
}

impl City {
    fn read(text: &str) -> Option<Self> {
        let text = text.trim_matches(|character: char| {
            character.is_whitespace() || ",;-/".contains(character)
        });
        let letters = text
            .chars()
            .filter(|character| character.is_alphabetic())
            .count();
        let folded = if text.len() > LONGEST_NAME {
            String::new()
        } else {
            fold_place_name(text)
        };
        let unreadable =
            letters < 2 || folded.is_empty() || text.contains(['@', ':', '<', '>', '\0']);
        let packed = text
            .chars()
            .filter(|character| character.is_alphanumeric())
            .flat_map(char::to_lowercase);
        if unreadable
            || PLACEHOLDERS
                .iter()
                .any(|placeholder| placeholder.chars().eq(packed.clone()))
        {
            return None;
        }
        let mut keys = vec![folded];
        keys.extend(without_kind(text));
        let parts: Vec<&str> = parts(text).collect();
        keys.extend(parts.iter().map(|part| fold_place_name(part)));
        Some(Self {
            typed: tidy_case(parts.first().unwrap_or(&text)),
            keys,
        })
    }

    /// "Downtown DC" is a place's name itself, so the whole text is the last key.
    fn or_named(mut self, whole: &str) -> Self {
        let key = fold_place_name(whole);
        if !self.keys.contains(&key) {
            self.keys.push(key);
        }
        self
    }
}

/// "Boston/Fenway" and "Boston (Fenway)" name a town and a part of it, in either order; empty if the text is a single
/// name.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let marks = ['/', '(', ')', '|', ';'];
    let is_one = !text.contains(marks) && !text.contains(" - ");
    let parts = text.split(marks).flat_map(|part| part.split(" - "));
    parts.map(str::trim).filter(move |part| {
        !is_one && part.chars().filter(|letter| letter.is_alphabetic()).count() > 1
    })
}

/// Keys of the name without "City of" or "Township", used only if the whole name is unknown.
fn without_kind(text: &str) -> impl Iterator<Item = String> {
    let lower = text.to_lowercase();
    let before = KIND_BEFORE.iter().find_map(|kind| lower.strip_prefix(kind));
    let behind = KIND_BEHIND.iter().find_map(|kind| lower.strip_suffix(kind));
    let keys: Vec<String> = [before, behind]
        .into_iter()
        .flatten()
        .map(fold_place_name)
        .filter(|key| !key.is_empty())
        .collect();
    keys.into_iter()
}

/// Splits "Durham, NC 27701" and "Washington DC" into city and state. A state that contradicts the known one isn't
/// split off.
fn part_state(city: &str, known: Option<State>) -> (&str, Option<State>) {
    let city = city.trim().trim_end_matches(|character: char| {
        character.is_ascii_digit() || "- ,".contains(character)
    });
    let behind_comma = city
        .rsplit_once(',')
        .map(|(name, tail)| (name, State::parse(tail)));
    let last_word = || {
        let (name, tail) = city.rsplit_once(char::is_whitespace)?;
        let state =
            State::parse(tail).filter(|_| tail.len() == 2 || tail.eq_ignore_ascii_case("d.c."))?;
        // "de La" doesn't end with a state unless its capitals or another field say so.
        let meant = known == Some(state) || !tail.chars().any(char::is_lowercase);
        meant.then_some((name, Some(state)))
    };
    for (name, state) in behind_comma.into_iter().chain(last_word()) {
        if let Some(state) = state.filter(|state| known.is_none_or(|known| known == *state)) {
            return (name, Some(state));
        }
    }
    (city, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(state: Option<State>) -> Option<&'static str> {
        state.map(State::code)
    }

    #[test]
    fn states_behind_a_city_are_parted_from_it() {
        for (text, name, state) in [
            ("Durham, NC", "Durham", Some("NC")),
            ("Durham, NC 27701-1234", "Durham", Some("NC")),
            ("Durham NC", "Durham", Some("NC")),
            ("Washington D.C.", "Washington", Some("DC")),
            ("Durham, North Carolina", "Durham", Some("NC")),
            ("Durham", "Durham", None),
            ("De La", "De La", None),
            ("Durham,", "Durham", None),
            ("NC", "NC", None),
        ] {
            let (found, of) = part_state(text, None);
            assert_eq!((found, code(of)), (name, state), "{text}");
        }
        assert_eq!(
            part_state("Vista LA", State::parse("CA")).0,
            "Vista LA",
            "a state that contradicts the known one is part of the name"
        );
    }

    #[test]
    fn placeholders_and_rubbish_are_no_city() {
        for text in [
            "",
            "  ",
            "N/A",
            "-",
            "null",
            "27601",
            "a@b.example",
            "https://x.example",
            "x",
            "🙂🙂",
            "Unknown",
        ] {
            assert!(City::read(text).is_none(), "{text}");
        }
        assert!(City::read(&"Town ".repeat(40)).is_none());
    }

    #[test]
    fn kinds_of_places_are_words_that_may_be_missing() {
        let keys = |text| City::read(text).map(|city| city.keys).unwrap_or_default();
        assert_eq!(keys("City of Durham"), ["cityofdurham", "durham"]);
        assert_eq!(keys("New York City"), ["newyorkcity", "newyork"]);
        assert_eq!(keys("Durham"), ["durham"]);
        assert_eq!(keys("Boston/Fenway"), ["bostonfenway", "boston", "fenway"]);
        assert_eq!(keys("Winston-Salem"), ["winstonsalem"]);
    }
}
