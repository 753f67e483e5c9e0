//! Towns that a text may refer to: the search box's suggestions.

use std::sync::LazyLock;

use gazetteer::{State, fold_place_name, letters};

use super::query::slips_allowed;
use crate::catalog::{CityEntry, View};

/// How well a town matches, lower is better: number of typos, then [`Part`].
type Distance = (usize, Part);

/// The part of a town's name that a text matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    /// The text is exactly its state: "LA", "Washington".
    State,
    Whole,
    Beginning,
    /// It matches the start of a later word: "charles" for Lake Charles.
    Inner,
}

/// Minimum letters for matching a later word.
const INNER_LETTERS: usize = 3;

/// The towns that `text` names, exactly or with a few typos, with or without a state after it, complete or as a prefix;
/// a state alone matches all of its towns. Best first: without typos, then by the part of the name that matches, then
/// by number of shops.
pub(super) fn find<'a>(view: &'a View, text: &str, most: usize) -> Vec<&'a CityEntry> {
    let readings = readings(text);
    let mut found: Vec<(Distance, &CityEntry)> = view
        .cities_where(|state, letters| {
            readings
                .iter()
                .any(|reading| reading.may_mean(state, letters))
        })
        .into_iter()
        .filter_map(|entry| {
            let distances = readings
                .iter()
                .filter_map(|reading| reading.distance(entry));
            Some((distances.min()?, entry))
        })
        .collect();
    found.sort_by_key(|((slips, part), entry)| {
        (
            *slips,
            *part,
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

/// The states by name, with code and name in their comparison forms.
static FOLDED_STATES: LazyLock<Vec<(&str, [String; 2])>> = LazyLock::new(|| {
    State::all()
        .map(|state| {
            let spellings = [state.code(), state.name()].map(fold_place_name);
            (state.name(), spellings)
        })
        .collect()
});

/// Number of words in the longest state name: "District of Columbia".
const STATE_WORDS: usize = 3;

/// One way to read a text: a town, possibly followed by a state.
struct Reading {
    town: Word,
    state: InState,
    /// The state whose name or code is the whole text.
    whole_state: Option<&'static str>,
}

/// Which states a text allows.
enum InState {
    /// It names none.
    Any,
    /// These, with the number of typos in the text.
    Named(Vec<(&'static str, usize)>),
}

/// All ways to read `text`; none if it has no letters and digits.
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
    let whole_state = State::parse(text.trim()).map(|state| state.name());
    for behind in 0..=words.len().min(STATE_WORDS) {
        let (town, state) = words.split_at(words.len() - behind);
        let state = state.join(" ");
        names_state |= !town.is_empty() && State::parse(&state).is_some();
        let state = InState::meant_by(&fold_place_name(&state));
        if !matches!(&state, InState::Named(states) if states.is_empty()) {
            readings.push(Reading {
                town: Word::new(fold_place_name(&town.join(" "))),
                state,
                whole_state: whole_state.filter(|_| behind == words.len()),
            });
        }
    }
    // A state isn't a typo in a town's name: "Hammond, TX" doesn't match the one in Louisiana.
    if let Some(whole) = readings.first_mut().filter(|_| names_state) {
        whole.town.allowed = 0;
    }
    readings
}

impl Reading {
    /// A quick check without looking at the town: `false` only if [`Reading::distance`] is `None`.
    fn may_mean(&self, state: &str, letters: u32) -> bool {
        self.town.may_be(letters) && self.state.slips_to(state).is_some()
    }

    fn distance(&self, entry: &CityEntry) -> Option<Distance> {
        let state = State::parse(&entry.city.state).map_or("", |state| state.name());
        let name = &*entry.city.folded_name;
        let state_slips = self.state.slips_to(state)?;
        if self.whole_state == Some(state) {
            return Some((0, Part::State));
        }
        match self.town.slips_to(name) {
            Some(slips) if name == self.town.text => Some((slips + state_slips, Part::Whole)),
            Some(0) => Some((state_slips, Part::Beginning)),
            _ if self.begins_within(&entry.city.name) => Some((state_slips, Part::Inner)),
            slips => Some((slips? + state_slips, Part::Beginning)),
        }
    }
}

impl Reading {
    /// Whether the town part of the text starts a word of `name` other than the first.
    fn begins_within(&self, name: &str) -> bool {
        let wanted = &*self.town.text;
        wanted.len() >= INNER_LETTERS
            && name
                .match_indices([' ', '-'])
                .filter_map(|(place, _)| name.get(place + 1..))
                .any(|rest| fold_place_name(rest).starts_with(wanted))
    }
}

impl InState {
    /// The states whose name or code `text` is or starts; any state if it is empty.
    fn meant_by(text: &str) -> Self {
        if text.is_empty() {
            return Self::Any;
        }
        let word = Word::new(text.to_owned());
        let meant = FOLDED_STATES.iter().filter_map(|(name, spellings)| {
            let slips = spellings.iter().filter_map(|known| word.slips_to(known));
            Some((*name, slips.min()?))
        });
        Self::Named(meant.collect())
    }

    fn slips_to(&self, name: &str) -> Option<usize> {
        match self {
            Self::Any => Some(0),
            Self::Named(states) => states
                .iter()
                .find_map(|(meant, slips)| (*meant == name).then_some(*slips)),
        }
    }
}

/// A part of the text, folded like the names it is compared with, without spaces. An empty one matches all names.
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

    /// `false` only if a word with these letters has too many typos: each missing letter is one.
    fn may_be(&self, known_letters: u32) -> bool {
        let missing = (self.letters & !known_letters).count_ones() as usize;
        missing <= self.allowed
    }

    /// 0 if `known` starts with this word; otherwise the number of typos, if few enough.
    fn slips_to(&self, known: &str) -> Option<usize> {
        if known.starts_with(&self.text) {
            return Some(0);
        }
        if self.allowed == 0 || self.text.len().abs_diff(known.len()) > self.allowed {
            return None;
        }
        // Rules out most names without calculating the distance.
        let known_letters = letters(known);
        let extra = (known_letters & !self.letters).count_ones() as usize;
        if extra > self.allowed || !self.may_be(known_letters) {
            return None;
        }
        Some(strsim::damerau_levenshtein(&self.text, known)).filter(|slips| *slips <= self.allowed)
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
            let word = Word::new(word.clone());
            proptest::prop_assert_eq!(word.slips_to(&known), expected);
            proptest::prop_assert!(expected.is_none() || word.may_be(letters(&known)));
        }
    }
}
