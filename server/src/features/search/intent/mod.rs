//! What a traveller means by a text (D95): "open now", "wifi", "best coffee" and a state are filters; what remains are
//! words, and maybe a town. "bellingham wa wifi outdoor" is the town of Bellingham with two filters.

mod amenity_phrases;
mod filter;
mod opening;
mod phrases;
mod place;
mod words;

use std::ops::Range;

use gazetteer::State;

use amenity_phrases::{AMENITY_PHRASES, NAME_PHRASES};
pub(super) use filter::{Amenity, Filter, FilterKind, Opening};
use phrases::{CONNECTORS, FILLERS, PHRASES};
pub(super) use place::{Knows, Town};
use words::Word;

/// What a text means.
#[derive(Debug, Default)]
pub(super) struct Intent {
    /// As typed.
    pub(super) text: String,
    /// What is left to search for, besides the town.
    pub(super) words: String,
    pub(super) town: Option<Town>,
    /// In the order of the text, each once.
    pub(super) filters: Vec<Asked>,
}

/// A filter, and the text without it.
#[derive(Debug)]
pub(super) struct Asked {
    pub(super) filter: Filter,
    pub(super) without: String,
}

impl Intent {
    /// Reads `text`. `knows` tells the directory's towns.
    pub(super) fn of(text: &str, knows: Knows<'_>) -> Self {
        let intent = Self::read(text, knows, &[PHRASES, AMENITY_PHRASES, NAME_PHRASES]);
        let is_name = !intent.words.is_empty()
            && (NAME_PHRASES.iter()).any(|(_, filter)| intent.has(*filter));
        if is_name {
            // "blue door roasters" is the beginning of a name.
            return Self::read(text, knows, &[PHRASES, AMENITY_PHRASES]);
        }
        intent
    }

    fn read(text: &str, knows: Knows<'_>, lists: Lists<'_>) -> Self {
        let words = words::of(text);
        // The whole name of a town is that town: Hot Coffee, MS.
        if let Some(town) = whole_town(&words, text, knows) {
            return Self {
                text: text.to_owned(),
                filters: asked(text, &town.1),
                town: Some(town.0),
                words: String::new(),
            };
        }
        let (mut found, left) = filters(&words, lists);
        let taken: Vec<Range<usize>> = found.iter().map(|(_, bytes)| bytes.clone()).collect();
        let rest = words::without(text, &taken);
        let rest_words = words::of(&rest);
        let named = place::find(&rest_words, &rest, knows);
        // "best" alone may well be a name.
        let is_best = found.iter().all(|(filter, _)| *filter == Filter::Best);
        if is_best && named.town.is_none() && named.state.is_none() {
            return Self::literal(text);
        }
        let state = named.state.map(|(state, range)| {
            found.push((Filter::State(state), bytes_of(&words, &left, &range)));
            range
        });
        let town_range = named.town.as_ref().map(|(_, range)| range.clone());
        let is_place = |place: usize| {
            [&state, &town_range]
                .into_iter()
                .flatten()
                .any(|range| range.contains(&place))
        };
        let said = rest_words
            .iter()
            .enumerate()
            .filter(|(place, word)| !is_place(*place) && !FILLERS.contains(&&*word.folded));
        let said = words::joined(&rest, said.map(|(_, word)| word));
        found.sort_by_key(|(_, bytes)| bytes.start);
        Self {
            text: text.to_owned(),
            words: said,
            town: named.town.map(|(town, _)| town),
            filters: asked(text, &found),
        }
    }

    /// Nothing but its words.
    fn literal(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            words: text.to_owned(),
            town: None,
            filters: Vec::new(),
        }
    }

    /// What the index is asked for. A text without filters stays as it is, since its last word may be unfinished.
    pub(super) fn query_text(&self) -> String {
        let is_literal = match &self.town {
            None => self.filters.is_empty(),
            Some(town) => self.filters.is_empty() && town.name == self.text,
        };
        if is_literal {
            return self.text.clone();
        }
        let mut text = self.words.clone();
        if let Some(town) = &self.town {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&town.name);
        }
        text
    }

    /// The place that is named, for suggestions: a town with its state, or else the words.
    pub(super) fn place_text(&self) -> String {
        let Some(town) = &self.town else {
            return match self.state() {
                Some(state) if self.words.is_empty() => state.name().to_owned(),
                // "hammond, tx" isn't the Hammond of another state.
                Some(state) => format!("{}, {}", self.words, state.code()),
                None => self.words.clone(),
            };
        };
        match town.state {
            Some(state) => format!("{}, {}", town.name, state.code()),
            None => town.name.clone(),
        }
    }

    pub(super) fn state(&self) -> Option<State> {
        self.each().find_map(|filter| match filter {
            Filter::State(state) => Some(state),
            _ => None,
        })
    }

    pub(super) fn amenities(&self) -> impl Iterator<Item = Amenity> {
        self.each().filter_map(|filter| match filter {
            Filter::Amenity(amenity) => Some(amenity),
            _ => None,
        })
    }

    pub(super) fn openings(&self) -> impl Iterator<Item = Opening> {
        self.each().filter_map(|filter| match filter {
            Filter::Open(opening) => Some(opening),
            _ => None,
        })
    }

    pub(super) fn has(&self, filter: Filter) -> bool {
        self.each().any(|known| known == filter)
    }

    /// Whether a filter besides "coffee", a place or an order leaves something out.
    pub(super) fn narrows(&self) -> bool {
        self.amenities().next().is_some() || self.openings().next().is_some()
    }

    fn each(&self) -> impl Iterator<Item = Filter> {
        self.filters.iter().map(|asked| asked.filter)
    }
}

/// Lists of phrases.
type Lists<'a> = &'a [&'a [(&'static str, Filter)]];

/// A filter with its bytes in the text.
type Found = (Filter, Range<usize>);

/// The town and state that all words are, with the bytes of the state.
fn whole_town(words: &[Word], text: &str, knows: Knows<'_>) -> Option<(Town, Vec<Found>)> {
    let named = place::find(words, text, knows);
    let (town, range) = named.town?;
    if range.start > 0 {
        return None;
    }
    let all: Vec<usize> = (0..words.len()).collect();
    match named.state {
        Some((state, behind)) if behind.start == range.end && behind.end == words.len() => {
            let bytes = bytes_of(words, &all, &behind);
            Some((town, vec![(Filter::State(state), bytes)]))
        }
        // A name that is a filter, too, counts only where the directory has it: Christmas, Early.
        None if range.end == words.len() && knows(&town.name, None) => Some((town, Vec::new())),
        _ => None,
    }
}

/// The filters in `words`, and the positions of those that are left.
fn filters(words: &[Word], lists: Lists<'_>) -> (Vec<Found>, Vec<usize>) {
    let mut found: Vec<Found> = Vec::new();
    let mut left: Vec<usize> = Vec::new();
    let mut place = 0;
    while let Some(rest) = words.get(place..).filter(|rest| !rest.is_empty()) {
        let Some((length, filter)) = at_start(rest, lists) else {
            left.push(place);
            place += 1;
            continue;
        };
        let mut first = place;
        // "moab with wifi": the "with" goes along. Words before another filter are gone already.
        while first > 0 && left.last() == Some(&(first - 1)) && is_connector(words.get(first - 1)) {
            first -= 1;
            left.pop();
        }
        let taken = words.get(first..place + length).unwrap_or_default();
        if let (Some(first), Some(last)) = (taken.first(), taken.last()) {
            found.push((filter, first.place.start..last.place.end));
        }
        place += length;
    }
    (found, left)
}

/// The filter that `words` begin with, and its length.
fn at_start(words: &[Word], lists: Lists<'_>) -> Option<(usize, Filter)> {
    let longest = lists
        .iter()
        .filter_map(|list| opening::longest(list, words));
    let phrase = longest.max_by_key(|(length, _)| *length);
    let opening = opening::at_start(words).map(|(length, opening)| (length, Filter::Open(opening)));
    match (phrase, opening) {
        (Some(phrase), Some(opening)) if opening.0 > phrase.0 => Some(opening),
        (Some(phrase), _) => Some(phrase),
        (None, Some(opening)) => Some(opening),
        // "coffee open near me": now is meant where no name goes on.
        (None, None) if words.first()?.folded == "open" => {
            let is_end = match words.get(1) {
                None => true,
                Some(next) => {
                    FILLERS.contains(&&*next.folded)
                        || words
                            .get(1..)
                            .and_then(|rest| at_start(rest, lists))
                            .is_some()
                }
            };
            is_end.then_some((1, Filter::Open(Opening::Now)))
        }
        (None, None) => None,
    }
}

fn is_connector(word: Option<&Word>) -> bool {
    word.is_some_and(|word| CONNECTORS.contains(&&*word.folded))
}

/// Where `range` of the words at the positions `left` is in the text.
fn bytes_of(words: &[Word], left: &[usize], range: &Range<usize>) -> Range<usize> {
    let place = |at: usize| left.get(at).and_then(|place| words.get(*place));
    match (place(range.start), place(range.end.saturating_sub(1))) {
        (Some(first), Some(last)) => first.place.start..last.place.end,
        _ => 0..0,
    }
}

/// Each filter once, with the text without all that says it.
fn asked(text: &str, found: &[Found]) -> Vec<Asked> {
    let mut all: Vec<Asked> = Vec::new();
    for (filter, _) in found {
        if all.iter().any(|known| known.filter == *filter) {
            continue;
        }
        let same = found.iter().filter(|(other, _)| other == filter);
        let cut: Vec<Range<usize>> = same.map(|(_, bytes)| bytes.clone()).collect();
        all.push(Asked {
            filter: *filter,
            without: words::without(text, &cut),
        });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOWNS: &[&str] = &[
        "moab",
        "bellingham",
        "lakecharles",
        "thedalles",
        "alexandria",
    ];

    fn read(text: &str) -> Intent {
        Intent::of(text, &|name, _| {
            TOWNS.contains(&&*gazetteer::fold_place_name(name))
        })
    }

    #[test]
    fn words_that_are_names_stay_words() {
        for text in [
            "copper kettle",
            "la casita",
            "open door",
            "hi",
            "in",
            "ok",
            "best",
            "the",
            "espresso ga",
            "71301",
            "",
            "  ",
            "rust*~2^9",
            "casita la",
        ] {
            let intent = read(text);
            assert_eq!((intent.filters.len(), &*intent.query_text()), (0, text));
        }
    }

    #[test]
    fn each_filter_can_be_taken_out_of_the_text() {
        let intent = read("Open now in Bellingham, WA with free Wi-Fi and a patio");
        let without: Vec<&str> = intent.filters.iter().map(|asked| &*asked.without).collect();
        assert_eq!(
            without,
            [
                "in Bellingham, WA with free Wi-Fi and a patio",
                "Open now in Bellingham, with free Wi-Fi and a patio",
                "Open now in Bellingham, WA and a patio",
                "Open now in Bellingham, WA with free Wi-Fi",
            ]
        );
        assert_eq!(read("wifi moab WIFI").filters[0].without, "moab");
        assert_eq!(read("coffee").filters[0].without, "");
    }

    #[test]
    fn a_town_behind_words_is_searched_with_them() {
        let intent = read("harbor lights in bellingham");
        assert_eq!(intent.words, "harbor lights");
        assert_eq!(intent.query_text(), "harbor lights bellingham");
        assert_eq!(read("near moab").query_text(), "moab");
        // A hyphen stays between the words that it joins.
        assert_eq!(read("co-op coffee in moab").query_text(), "co-op moab");
        assert_eq!(read("coffee - drip").words, "drip");
        assert_eq!(read("cup-of-joe coffee").words, "cup joe");
    }

    #[test]
    fn a_long_text_of_filters_is_read() {
        let text = "open now wifi dogs patio ".repeat(20);
        let intent = read(&text);
        assert_eq!(intent.filters.len(), 4);
        assert_eq!(intent.words, "");
    }
}
