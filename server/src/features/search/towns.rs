//! Towns that a text may mean: the suggestions of the search box.

use gazetteer::{State, fold_place_name};

use super::query::slips_allowed;
use crate::catalog::CityEntry;

/// How well a town answers; the smaller the better.
type Distance = (usize, bool);

/// The towns that `text` names, as it is or with a few slips, alone or with their state behind them, whole or as far as it
/// is typed; a state alone means all of its towns. Best first: no slips before slips, the whole name before its beginning,
/// then by number of shops.
pub(super) fn find<'a>(towns: Vec<&'a CityEntry>, text: &str, most: usize) -> Vec<&'a CityEntry> {
    let readings = readings(text);
    let mut found: Vec<(Distance, &CityEntry)> = towns
        .into_iter()
        .filter_map(|entry| {
            let distances = readings
                .iter()
                .filter_map(|reading| reading.distance(entry));
            Some((distances.min()?, entry))
        })
        .collect();
    found.sort_by_key(|((slips, is_partial), entry)| {
        (
            *slips,
            *is_partial,
            std::cmp::Reverse(entry.shops.len()),
            entry.city.slug.clone(),
        )
    });
    found
        .into_iter()
        .take(most)
        .map(|(_, entry)| entry)
        .collect()
}

/// Words that the longest name of a state has: "District of Columbia".
const STATE_WORDS: usize = 3;

/// One way to read a text: a town, and behind it perhaps a state.
struct Reading {
    town: Word,
    state: Word,
}

/// All ways to read `text`; none where it has no letter and no digit.
fn readings(text: &str) -> Vec<Reading> {
    let words: Vec<&str> = text
        .split(|letter: char| letter.is_whitespace() || letter == ',')
        .filter(|word| !word.is_empty())
        .collect();
    if fold_place_name(text).is_empty() {
        return Vec::new();
    }
    let mut readings: Vec<Reading> = Vec::new();
    let mut names_state = false;
    for behind in 0..=words.len().min(STATE_WORDS) {
        let (town, state) = words.split_at(words.len() - behind);
        let state = state.join(" ");
        names_state |= !town.is_empty() && State::parse(&state).is_some();
        readings.push(Reading {
            town: Word::new(fold_place_name(&town.join(" "))),
            state: Word::new(fold_place_name(&state)),
        });
    }
    // The letters of a state are no slips of a town's name: "Hammond, TX" is not the one in Louisiana.
    if let Some(whole) = readings.first_mut().filter(|_| names_state) {
        whole.town.allowed = 0;
    }
    readings
}

impl Reading {
    fn distance(&self, entry: &CityEntry) -> Option<Distance> {
        let state = states::folded(&entry.city.state);
        let in_state = [&state.code, &state.name]
            .into_iter()
            .filter_map(|known| self.state.slips_to(known))
            .min()?;
        let name = &*entry.city.folded_name;
        let slips = self.town.slips_to(name)? + in_state;
        Some((slips, name != self.town.text))
    }
}

/// A part of the text, folded like the names that it is compared with: without blanks. An empty one means all names.
struct Word {
    text: String,
    letters: u32,
    allowed: usize,
}

impl Word {
    fn new(text: String) -> Self {
        Self {
            letters: letters(&text),
            allowed: usize::from(slips_allowed(&text)),
            text,
        }
    }

    /// 0 where `known` starts with this word; else the slips between them, if they are few enough.
    fn slips_to(&self, known: &str) -> Option<usize> {
        if known.starts_with(&self.text) {
            return Some(0);
        }
        if self.allowed == 0 || self.text.len().abs_diff(known.len()) > self.allowed {
            return None;
        }
        // Each letter that only one of the two has is a slip: most towns are told apart without measuring.
        let known_letters = letters(known);
        let missing = (self.letters & !known_letters).count_ones() as usize;
        let extra = (known_letters & !self.letters).count_ones() as usize;
        if missing.max(extra) > self.allowed {
            return None;
        }
        Some(strsim::damerau_levenshtein(&self.text, known)).filter(|slips| *slips <= self.allowed)
    }
}

/// The letters of a folded word, a bit each; all others share one.
fn letters(word: &str) -> u32 {
    word.bytes().fold(0, |letters, byte| {
        letters
            | match byte {
                b'a'..=b'z' => 1 << (byte - b'a'),
                _ => 1 << 26,
            }
    })
}

/// The states' names and codes, folded once.
mod states {
    use std::{collections::HashMap, sync::LazyLock};

    use gazetteer::fold_place_name;

    /// One state.
    #[derive(Debug, Default)]
    pub(super) struct Folded {
        pub(super) name: String,
        pub(super) code: String,
    }

    static ALL: LazyLock<HashMap<&'static str, Folded>> = LazyLock::new(|| {
        gazetteer::State::all()
            .map(|state| {
                let folded = Folded {
                    name: fold_place_name(state.name()),
                    code: state.code().to_ascii_lowercase(),
                };
                (state.code(), folded)
            })
            .collect()
    });
    static NONE: Folded = Folded {
        name: String::new(),
        code: String::new(),
    };

    /// The state with this code; empty where there is none.
    pub(super) fn folded(code: &str) -> &'static Folded {
        ALL.get(code).unwrap_or(&NONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_counted_where_letters_allow_them() {
        let slips = |word: &str, known: &str| Word::new(word.to_owned()).slips_to(known);
        assert_eq!(slips("alex", "alexandria"), Some(0));
        assert_eq!(slips("alexandira", "alexandria"), Some(1));
        assert_eq!(slips("hammend", "hammond"), Some(1));
        assert_eq!(slips("hamend", "hammond"), None, "two slips in six letters");
        assert_eq!(slips("ham", "hem"), None);
        assert_eq!(slips("augsta", "augusta"), Some(1));
        assert_eq!(slips("springfeild", "springfield"), Some(1));
    }

    proptest::proptest! {
        #[test]
        fn the_letters_never_hide_a_slip(word in "[a-e0]{4,10}", known in "[a-e0]{2,12}") {
            let allowed = usize::from(slips_allowed(&word));
            let measured = strsim::damerau_levenshtein(&word, &known);
            let expected = if known.starts_with(&word) { Some(0) } else { Some(measured).filter(|slips| *slips <= allowed) };
            proptest::prop_assert_eq!(Word::new(word.clone()).slips_to(&known), expected);
        }
    }
}
