//! The town and the state that a text names (D95).

use std::ops::Range;

use gazetteer::{Gazetteer, State};

use super::{
    phrases::{FILLERS, PREPOSITIONS},
    words::Word,
};

/// A town as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Town {
    pub(in super::super) name: String,
    /// The state behind it.
    pub(in super::super) state: Option<State>,
}

/// Whether the directory has a town of this name, in this state if one is given.
pub(in super::super) type Knows<'a> = &'a dyn Fn(&str, Option<State>) -> bool;

/// A place, and the words (by position) that name it.
#[derive(Debug, Default)]
pub(super) struct Named {
    pub(super) town: Option<(Town, Range<usize>)>,
    pub(super) state: Option<(State, Range<usize>)>,
}

/// Codes that are words, too: they mean a state in capitals or after a comma alone.
const WORDS_TOO: &[&str] = &["in", "me", "or", "hi", "ok", "de"];
/// No town or state has a longer name.
const TOWN_WORDS: usize = 5;
const STATE_WORDS: usize = 3;

/// The place that `words`, those of `text`, name.
pub(super) fn find(words: &[Word], text: &str, knows: Knows<'_>) -> Named {
    let places = Places { words, text, knows };
    let whole = places.without_fillers(0..words.len());
    let behind = (1..=STATE_WORDS.min(whole.len()))
        .rev()
        .find_map(|length| places.with_state(whole.clone(), whole.end - length));
    if let Some(named) = behind {
        return named;
    }
    let mut rest = 0..whole.end;
    // A name may begin like a filler: The Dalles.
    loop {
        if let Some(town) = places.town(rest.clone(), None) {
            return Named {
                town: Some(town),
                state: None,
            };
        }
        if rest.start >= whole.start {
            break;
        }
        rest.start += 1;
    }
    Named {
        town: places.after_preposition(whole),
        state: None,
    }
}

struct Places<'a> {
    words: &'a [Word],
    text: &'a str,
    knows: Knows<'a>,
}

impl Places<'_> {
    /// A state from the word `at` to the end of `range`, with the town before it.
    fn with_state(&self, range: Range<usize>, at: usize) -> Option<Named> {
        let tail = self.words.get(at..range.end)?;
        let first = tail.first()?;
        let state = State::parse(self.written(&(at..range.end)))?;
        let head = self.without_fillers(range.start..at);
        let town = (head.start..head.end)
            .filter(|start| head.end - start <= TOWN_WORDS)
            .find_map(|start| self.town(start..head.end, Some(state)));
        let packed: String = tail.iter().map(|word| &*word.folded).collect();
        let full_name = gazetteer::fold_place_name(state.name());
        let is_name = packed == full_name;
        let is_code_like_word = packed.len() == 2 && WORDS_TOO.contains(&&*packed);
        let is_clear = first.after_comma || first.in_capitals && packed.len() == 2;
        let is_meant = if is_code_like_word {
            is_clear && (first.after_comma || town.is_some() || head.is_empty())
        } else {
            is_name || first.after_comma || town.is_some() || head.is_empty()
        };
        // Port Washington is a town, not a port in Washington.
        let is_in_name = town.is_none()
            && !first.after_comma
            && range.len() > tail.len()
            && self.town(range, None).is_some();
        (is_meant && !is_in_name).then(|| Named {
            town,
            state: Some((state, at..at + tail.len())),
        })
    }

    /// The town whose name these words are.
    fn town(&self, range: Range<usize>, state: Option<State>) -> Option<(Town, Range<usize>)> {
        if range.is_empty() || range.len() > TOWN_WORDS {
            return None;
        }
        let name = self.written(&range);
        // Short forms of words would be found in names of places far away.
        let is_name = name.len() > 2;
        let is_known = is_name
            && (!Gazetteer::get().places_named(name, state).is_empty()
                || (self.knows)(name, state));
        let name = name.to_owned();
        is_known.then_some((Town { name, state }, range))
    }

    /// "wheelchair ramp in moab": the town at the end, behind the last "in" or "near".
    fn after_preposition(&self, range: Range<usize>) -> Option<(Town, Range<usize>)> {
        let end = self.without_fillers(range.clone()).end;
        let last = (range.start..end).rfind(|place| {
            let word = self.words.get(*place);
            word.is_some_and(|word| PREPOSITIONS.contains(&&*word.folded))
        })?;
        self.town(last + 1..end, None)
    }

    /// The range without words at both ends that say nothing.
    fn without_fillers(&self, mut range: Range<usize>) -> Range<usize> {
        let is_filler = |place: usize| {
            self.words.get(place).is_some_and(|word| {
                // "coffee in OR" and "Portland, or" end with a state.
                let is_code = (word.in_capitals || word.after_comma)
                    && word.folded.len() == 2
                    && place + 1 == self.words.len();
                FILLERS.contains(&&*word.folded) && !is_code
            })
        };
        while !range.is_empty() && is_filler(range.start) {
            range.start += 1;
        }
        while !range.is_empty() && is_filler(range.end - 1) {
            range.end -= 1;
        }
        range
    }

    /// As written, from the first word to the last.
    fn written(&self, range: &Range<usize>) -> &str {
        match self.words.get(range.clone()) {
            Some([first, .., last]) => self.text.get(first.place.start..last.place.end),
            Some([only]) => self.text.get(only.place.clone()),
            _ => None,
        }
        .unwrap_or_default()
    }
}
