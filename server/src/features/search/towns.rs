//! Towns that a text may mean: the suggestions of the search box.

use gazetteer::{State, fold_place_name};

use super::query::slips_allowed;
use crate::catalog::CityEntry;

/// How well a town answers; the smaller the better.
type Distance = (usize, bool);

/// The towns in which every word of `text` is found in name or state, best first: no slips before slips, the whole name
/// before its beginning, then by number of shops.
pub(super) fn find<'a>(towns: Vec<&'a CityEntry>, text: &str, most: usize) -> Vec<&'a CityEntry> {
    let wanted = fold_place_name(text);
    let words: Vec<&str> = wanted.split_whitespace().collect();
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

fn distance(entry: &CityEntry, wanted: &str, words: &[&str]) -> Option<Distance> {
    let name = fold_place_name(&entry.city.name);
    let code = entry.city.state.to_ascii_lowercase();
    let state = State::parse(&entry.city.state)
        .map(|state| fold_place_name(state.name()))
        .unwrap_or_default();
    let mut slips = 0;
    for word in words {
        let has = name
            .split_whitespace()
            .chain(state.split_whitespace())
            .chain([code.as_str()]);
        slips += has.filter_map(|known| slips_between(word, known)).min()?;
    }
    Some((slips, name != wanted))
}

/// 0 where `known` starts with `word`; else the slips between them, if they are few enough.
fn slips_between(word: &str, known: &str) -> Option<usize> {
    if known.starts_with(word) {
        return Some(0);
    }
    let allowed = usize::from(slips_allowed(word));
    if allowed == 0 || word.len().abs_diff(known.len()) > allowed {
        return None;
    }
    Some(strsim::damerau_levenshtein(word, known)).filter(|slips| *slips <= allowed)
}
