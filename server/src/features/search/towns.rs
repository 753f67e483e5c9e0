//! Towns that a text may mean: the suggestions of the search box.

use gazetteer::fold_place_name;

use super::query::slips_allowed;
use crate::catalog::CityEntry;

/// How well a town answers; the smaller the better.
type Distance = (usize, bool);

/// The towns in which every word of `text` is found in name or state, best first: no slips before slips, the whole name
/// before its beginning, then by number of shops.
pub(super) fn find<'a>(towns: Vec<&'a CityEntry>, text: &str, most: usize) -> Vec<&'a CityEntry> {
    let wanted = fold_place_name(text);
    let words: Vec<Word<'_>> = wanted.split_whitespace().map(Word::new).collect();
    if words.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(Distance, &CityEntry)> = towns
        .into_iter()
        .filter_map(|entry| Some((distance(entry, &wanted, &words)?, entry)))
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

fn distance(entry: &CityEntry, wanted: &str, words: &[Word<'_>]) -> Option<Distance> {
    let name = &*entry.city.folded_name;
    let state = states::folded(&entry.city.state);
    let mut slips = 0;
    for word in words {
        let has = name
            .split(' ')
            .chain(state.name.split(' '))
            .chain([state.code.as_str()]);
        slips += has.filter_map(|known| word.slips_to(known)).min()?;
    }
    Some((slips, name != wanted))
}

/// A word of the text.
struct Word<'a> {
    text: &'a str,
    letters: u32,
    allowed: usize,
}

impl<'a> Word<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            letters: letters(text),
            allowed: usize::from(slips_allowed(text)),
        }
    }

    /// 0 where `known` starts with this word; else the slips between them, if they are few enough.
    fn slips_to(&self, known: &str) -> Option<usize> {
        if known.starts_with(self.text) {
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
        Some(strsim::damerau_levenshtein(self.text, known)).filter(|slips| *slips <= self.allowed)
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
        let slips = |word: &str, known: &str| Word::new(word).slips_to(known);
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
            proptest::prop_assert_eq!(Word::new(&word).slips_to(&known), expected);
        }
    }
}
