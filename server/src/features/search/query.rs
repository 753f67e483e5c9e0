//! Turns a visitor's text into an index query.

use gazetteer::{Gazetteer, State};
use tantivy::{
    Searcher, Term,
    query::{
        AllQuery, BooleanQuery, BoostQuery, ConstScoreQuery, FuzzyTermQuery, Occur, Query,
        TermQuery, TermSetQuery,
    },
    schema::{Field, IndexRecordOption},
};

use uuid::Uuid;

use crate::{
    catalog::search_index::{Fields, SearchIndex, failed, is_indexed, state_tag},
    platform::{
        error::Result,
        search_words::{Word, words},
    },
};

/// Further words add nothing but cost.
const MAX_WORDS: usize = 10;
/// Nor do further parts of a word.
const MAX_PARTS: usize = 6;

/// The requested search.
#[derive(Debug, Default)]
pub(super) struct Wanted<'a> {
    pub(super) text: &'a str,
    /// Two-letter codes; a shop is in all of them.
    pub(super) states: Vec<&'a str>,
    /// Required tags.
    pub(super) tags: Vec<&'static str>,
}

/// The query restricted to `ids`, with the same scores.
pub(super) fn among(fields: Fields, query: &dyn Query, ids: &[Uuid]) -> Box<dyn Query> {
    let terms = ids
        .iter()
        .map(|id| Term::from_field_bytes(fields.id, id.as_bytes()));
    let set = ConstScoreQuery::new(Box::new(TermSetQuery::new(terms)), 0.0);
    Box::new(BooleanQuery::new(vec![
        (Occur::Must, query.box_clone()),
        (Occur::Must, Box::new(set)),
    ]))
}

/// The query for `wanted`; `None` if its text has no words. Without a text, everything that passes the filters.
pub(super) fn build(
    search: &SearchIndex,
    searcher: &Searcher,
    wanted: &Wanted<'_>,
) -> Result<Option<Box<dyn Query>>> {
    let fields = search.fields();
    let mut must: Vec<(Occur, Box<dyn Query>)> = Vec::new();
    if wanted.text.is_empty() {
        must.push((Occur::Must, Box::new(AllQuery)));
    } else {
        let Some(text) = words_query(search, searcher, wanted.text)? else {
            return Ok(None);
        };
        must.push((Occur::Must, text));
    }
    for state in &wanted.states {
        must.push((Occur::Must, filter(fields.tags, &state_tag(state))));
    }
    for tag in &wanted.tags {
        must.push((Occur::Must, filter(fields.tags, tag)));
    }
    Ok(Some(Box::new(BooleanQuery::new(must))))
}

/// The shops with all words of `text` in their names.
pub(super) fn named(search: &SearchIndex, text: &str) -> Option<Box<dyn Query>> {
    let field = search.fields().name;
    let words = searched_words(text);
    if words.is_empty() || words.len() > MAX_WORDS {
        return None;
    }
    let all = words.iter().map(|word| {
        let whole = exact(field, &word.whole);
        let parts = apart(word);
        if parts.is_empty() {
            return (Occur::Must, whole);
        }
        let parts = all_of(field, parts, false);
        let either: Box<dyn Query> = Box::new(BooleanQuery::union(vec![whole, parts]));
        (Occur::Must, either)
    });
    Some(Box::new(BooleanQuery::new(all.collect())))
}

/// The words of a text that may be in the index.
fn searched_words(text: &str) -> Vec<Word> {
    let mut words = words(text);
    words.retain(|word| is_indexed(&word.whole) || !apart(word).is_empty());
    words
}

/// The words that a word is where it is written apart. What apostrophes and dots cut into single letters isn't: `O'Dell`
/// is no O and Dell, but `St.Louis` is St. Louis, and `No.1` No. 1.
fn apart(word: &Word) -> &[String] {
    let is_word = |piece: &String| {
        piece.chars().nth(1).is_some() || piece.bytes().all(|byte| byte.is_ascii_digit())
    };
    let are_words = word.pieces.iter().all(is_word);
    let parts = match word.apart.as_slice() {
        [] if are_words => word.pieces.as_slice(),
        parts => parts,
    };
    let parts = parts.get(..MAX_PARTS).unwrap_or(parts);
    let are_searched = parts.iter().all(|part| is_indexed(part));
    if are_searched { parts } else { &[] }
}

fn exact(field: Field, word: &str) -> Box<dyn Query> {
    let term = Term::from_field_text(field, word);
    Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs))
}

/// All of `parts` in one field; the last may be incomplete if it is being typed.
fn all_of(field: Field, parts: &[String], is_being_typed: bool) -> Box<dyn Query> {
    let all = parts.iter().enumerate().map(|(place, part)| {
        let is_last = place + 1 == parts.len();
        let query: Box<dyn Query> = if is_last && is_being_typed && part.chars().count() >= 2 {
            let term = Term::from_field_text(field, part);
            Box::new(FuzzyTermQuery::new_prefix(term, 0, true))
        } else {
            exact(field, part)
        };
        (Occur::Must, query)
    });
    Box::new(BooleanQuery::new(all.collect()))
}

/// All words of `text`, the last of which may be incomplete; `None` if there are none.
fn words_query(
    search: &SearchIndex,
    searcher: &Searcher,
    text: &str,
) -> Result<Option<Box<dyn Query>>> {
    let fields = search.fields();
    let (text, state_in_text) = cut_state(text);
    let mut words = searched_words(text);
    words.truncate(MAX_WORDS);
    if words.is_empty() {
        return Ok(None);
    }
    let is_being_typed = state_in_text.is_none() && !text.ends_with(char::is_whitespace);
    let mut must: Vec<(Occur, Box<dyn Query>)> = Vec::new();
    for (place, word) in words.iter().enumerate() {
        let is_last = place + 1 == words.len();
        must.push((
            Occur::Must,
            any_spelling(fields, searcher, word, is_last && is_being_typed)?,
        ));
    }
    if let Some(state) = state_in_text {
        must.push((Occur::Must, filter(fields.tags, &state_tag(state))));
    }
    Ok(Some(Box::new(BooleanQuery::new(must))))
}

/// Removes "…, ST" or "…, State name" from the end of a text.
fn cut_state(text: &str) -> (&str, Option<&'static str>) {
    let Some((town, state)) = text.rsplit_once(',') else {
        return (text, None);
    };
    match State::parse(state.trim()) {
        Some(state) if !town.trim().is_empty() => (town, Some(state.code())),
        _ => (text, None),
    }
}

fn filter(field: Field, text: &str) -> Box<dyn Query> {
    let term = TermQuery::new(Term::from_field_text(field, text), IndexRecordOption::Basic);
    // A filter selects documents without affecting their order.
    Box::new(BoostQuery::new(Box::new(term), 0.0))
}

/// A word as a whole, or apart in one field: all over the fields, the parts of "co-op" would be in any shop of Colorado
/// that opens.
fn any_spelling(
    fields: Fields,
    searcher: &Searcher,
    word: &Word,
    is_being_typed: bool,
) -> Result<Box<dyn Query>> {
    let parts = apart(word);
    if parts.is_empty() {
        return one_word(fields, searcher, &word.whole, is_being_typed);
    }
    let mut any: Vec<(Occur, Box<dyn Query>)> = Vec::new();
    if is_indexed(&word.whole) {
        let whole = one_word(fields, searcher, &word.whole, is_being_typed)?;
        any.push((Occur::Should, whole));
    }
    let Fields {
        name, town, body, ..
    } = fields;
    for (field, weight) in [(name, 6.0), (town, 5.0), (body, 1.0)] {
        let all = all_of(field, parts, is_being_typed);
        any.push((Occur::Should, Box::new(BoostQuery::new(all, weight))));
    }
    Ok(Box::new(BooleanQuery::new(any)))
}

/// One word in any field; more specific fields score higher.
fn one_word(
    fields: Fields,
    searcher: &Searcher,
    word: &str,
    is_being_typed: bool,
) -> Result<Box<dyn Query>> {
    let places = [
        (fields.name, 6.0),
        (fields.town, 5.0),
        (fields.zip, 5.0),
        (fields.state, 2.0),
        (fields.body, 1.0),
    ];
    let mut any: Vec<(Occur, Box<dyn Query>)> = Vec::new();
    let mut is_known = false;
    for (field, weight) in places {
        let term = Term::from_field_text(field, word);
        is_known |= searcher.doc_freq(&term).map_err(failed)? > 0;
        let exact = TermQuery::new(term, IndexRecordOption::WithFreqs);
        any.push((Occur::Should, weighted(exact, weight)));
    }
    if let Some(town) = Gazetteer::get().zip(word) {
        any.push((
            Occur::Should,
            town_of_zip(fields, town.city, town.state.code()),
        ));
        is_known = true;
    }
    if is_being_typed && word.chars().count() >= 2 {
        for (field, weight) in [
            (fields.name, 2.0),
            (fields.town, 3.0),
            (fields.zip, 1.0),
            (fields.body, 0.3),
        ] {
            let prefix = FuzzyTermQuery::new_prefix(Term::from_field_text(field, word), 0, true);
            any.push((Occur::Should, weighted(prefix, weight)));
        }
    }
    let slips = slips_allowed(word);
    if !is_known && slips > 0 {
        for (field, weight) in [
            (fields.name, 1.0),
            (fields.town, 1.2),
            (fields.state, 0.5),
            (fields.body, 0.2),
        ] {
            let near = FuzzyTermQuery::new(Term::from_field_text(field, word), slips, true);
            any.push((Occur::Should, weighted(near, weight)));
        }
    }
    Ok(Box::new(BooleanQuery::new(any)))
}

fn weighted(query: impl Query, weight: f32) -> Box<dyn Query> {
    Box::new(BoostQuery::new(Box::new(query), weight))
}

/// All shops in the ZIP code's town, ranked slightly below those with the code itself.
fn town_of_zip(fields: Fields, town: &str, state: &str) -> Box<dyn Query> {
    let mut all: Vec<(Occur, Box<dyn Query>)> =
        vec![(Occur::Must, filter(fields.tags, &state_tag(state)))];
    let words = gazetteer::slugify(town, 80);
    for word in words.split('-') {
        let term = Term::from_field_text(fields.town, word);
        all.push((
            Occur::Must,
            Box::new(TermQuery::new(term, IndexRecordOption::Basic)),
        ));
    }
    weighted(BooleanQuery::new(all), 0.5)
}

/// How many typos a word may contain: none below 4 letters, one below 8, two from 8 on.
pub(super) fn slips_allowed(word: &str) -> u8 {
    match word.chars().count() {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_behind_a_comma_is_a_state() {
        assert_eq!(cut_state("alexandria, la"), ("alexandria", Some("LA")));
        assert_eq!(
            cut_state("Alexandria,Louisiana"),
            ("Alexandria", Some("LA"))
        );
        assert_eq!(cut_state("la casita"), ("la casita", None));
        assert_eq!(cut_state(", la"), (", la", None));
        assert_eq!(cut_state("beans, bread"), ("beans, bread", None));
    }
}
