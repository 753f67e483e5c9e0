//! Whether a place sells coffee to passers-by, as its categories and its name tell.

mod name;
mod words;

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::format::Schema;
use crate::record::PlaceRecord;
use name::Word;
use words::{
    BAKES, CATERERS, CUISINES, DOUBTFUL, DOUBTFUL_NAMES, FOOD, IN_HOUSE, OTHER, OTHER_NAMES,
};

/// What a record says about its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A coffee place, or nothing speaks against it.
    Coffee,
    /// Certainly something else.
    Other,
    /// Its name says so: the word.
    OtherByName(&'static str),
    /// A person has to decide: the word that speaks against it.
    Doubtful(String),
}

/// What one category says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Says {
    Coffee,
    /// It has guests, who may get coffee.
    Food,
    Doubtful,
    Other,
    Nothing,
}

/// Foursquare's IDs of Coffee Shop, Café, and their parent category.
const FOURSQUARE_COFFEE: [&str; 3] = [
    "4bf58dd8d48988d1e0931735",
    "4bf58dd8d48988d16d941735",
    "63be6904847c3692a84b9bb6",
];
/// Judges a record by the categories of its source, and if they say nothing, by its name.
pub(crate) fn of(place: &PlaceRecord, schema: Schema) -> Kind {
    let categories = &place.categories;
    match schema {
        Schema::Osm => return Kind::Coffee,
        // The first category is the most specific primary one; the others are coarser, or guesses.
        Schema::Overture => return provided(categories.get(..1).unwrap_or_default()),
        Schema::Foursquare => return provided(categories),
        Schema::Free => {}
    }
    let name = place.name.as_deref().unwrap_or_default();
    let said: Vec<(Says, &String)> = categories.iter().map(|text| (says(text), text)).collect();
    let first = |wanted: Says| said.iter().find(|(says, _)| *says == wanted);
    if first(Says::Coffee).is_some() {
        return Kind::Coffee;
    }
    if let Some((_, text)) = first(Says::Doubtful) {
        return Kind::Doubtful((*text).clone());
    }
    if let Some((_, text)) = first(Says::Other) {
        let is_certain = first(Says::Food).is_none() && !says_coffee(name);
        return if is_certain {
            Kind::Other
        } else {
            Kind::Doubtful((*text).clone())
        };
    }
    match name::judge(place) {
        None => Kind::Coffee,
        Some(Word::Certain(word)) => Kind::OtherByName(word),
        Some(Word::Doubtful(word)) => Kind::Doubtful(word.to_owned()),
    }
}

/// A provider has a category for coffee places; a record without categories may be one.
fn provided(categories: &[String]) -> Kind {
    if categories.is_empty() || categories.iter().any(|category| names_coffee(category)) {
        Kind::Coffee
    } else {
        Kind::Other
    }
}

fn says(category: &str) -> Says {
    let lower = folded(last_level(category));
    let words = words(&lower);
    if names_coffee(category) {
        Says::Coffee
    } else if LISTS.doubtful.find(&words).is_some() {
        Says::Doubtful
    } else if LISTS.other.find(&words).is_some() {
        Says::Other
    } else if LISTS.food.find(&words).is_some() {
        Says::Food
    } else {
        Says::Nothing
    }
}

/// Whether a name or a category is about coffee rather than a place that may serve it.
fn says_coffee(text: &str) -> bool {
    let lower = folded(text);
    words_say_coffee(&words(&lower))
}

fn words_say_coffee(words: &[&str]) -> bool {
    const ROASTED: &[&str] = &["beef", "beast", "chicken", "duck", "pork", "turkey"];
    words.iter().enumerate().any(|(place, word)| {
        let is_food = || {
            let behind = words.get(place + 1);
            behind.is_some_and(|word| ROASTED.contains(word))
        };
        word.starts_with("coffee")
            || word.starts_with("espresso")
            || word.starts_with("caffe")
            || word.starts_with("roast") && !is_food()
    })
}

/// In small letters, "café" as "cafe".
fn folded(text: &str) -> String {
    let lower = text.to_lowercase();
    if lower.is_ascii() {
        lower
    } else {
        lower.replace(['é', 'è'], "e")
    }
}

fn words(folded: &str) -> Vec<&str> {
    let words = folded.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).collect()
}

/// Entries of one or more words by their first one: each name is compared with hundreds.
struct Phrases(HashMap<&'static str, Vec<&'static str>>);

impl Phrases {
    fn new(list: &[&'static str]) -> Self {
        let mut phrases: HashMap<_, Vec<_>> = HashMap::new();
        for phrase in list {
            let first = phrase.split(' ').next().unwrap_or_default();
            phrases.entry(first).or_default().push(*phrase);
        }
        Self(phrases)
    }

    /// The first entry whose words follow one another in the text, each in the singular or the plural.
    fn find(&self, words: &[&str]) -> Option<&'static str> {
        self.place(words).map(|(_, found)| found)
    }

    /// The same with where it begins.
    fn place(&self, words: &[&str]) -> Option<(usize, &'static str)> {
        words.iter().enumerate().find_map(|(place, word)| {
            let singular = word.strip_suffix('s').unwrap_or(word);
            let rest = words.get(place..).unwrap_or_default();
            [*word, singular]
                .iter()
                .filter_map(|first| self.0.get(first))
                .flatten()
                .copied()
                .find(|phrase| begin_with(rest, phrase))
                .map(|found| (place, found))
        })
    }
}

/// Whether the words begin with those of the phrase.
fn begin_with(words: &[&str], phrase: &str) -> bool {
    let mut words = words.iter();
    phrase.split(' ').all(|wanted| {
        let word = words.next();
        word.is_some_and(|word| *word == wanted || word.strip_suffix('s') == Some(wanted))
    })
}

struct Lists {
    bakes: Phrases,
    caterers: Phrases,
    cuisines: Phrases,
    doubtful: Phrases,
    doubtful_names: Phrases,
    in_house: Phrases,
    other: Phrases,
    other_names: Phrases,
    food: Phrases,
}

static LISTS: LazyLock<Lists> = LazyLock::new(|| Lists {
    bakes: Phrases::new(BAKES),
    caterers: Phrases::new(CATERERS),
    cuisines: Phrases::new(CUISINES),
    doubtful: Phrases::new(DOUBTFUL),
    doubtful_names: Phrases::new(DOUBTFUL_NAMES),
    in_house: Phrases::new(IN_HOUSE),
    other: Phrases::new(OTHER),
    other_names: Phrases::new(OTHER_NAMES),
    food: Phrases::new(FOOD),
});

/// Whether a category text may be a coffee place: a cheap check before the exact one.
pub(crate) fn hints_at_coffee(category: &str) -> bool {
    let lower = category.to_lowercase();
    ["coffee", "caf", "espresso"]
        .iter()
        .any(|word| lower.contains(word))
        || FOURSQUARE_COFFEE.contains(&category)
}

/// What has coffee or a cafe in its category's name, and is no place to drink one.
const NO_COFFEE_SHOPS: [&str; 9] = [
    "bubble",
    "cyber",
    "equipment",
    "gaming",
    "hookah",
    "internet",
    "supplies",
    "vending",
    "wholesale",
];

/// "Dining and Drinking > Cafe, Coffee, and Tea House > Bubble Tea Shop": the last part counts.
fn last_level(category: &str) -> &str {
    category.rsplit('>').next().unwrap_or(category)
}

fn names_coffee(category: &str) -> bool {
    let last = last_level(category).to_lowercase();
    let mut words = last
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let other = NO_COFFEE_SHOPS.iter().any(|word| last.contains(word));
    let known = |word: &str| {
        matches!(
            word,
            "coffee"
                | "cafe"
                | "cafes"
                | "café"
                | "cafés"
                | "coffeehouse"
                | "coffeeshop"
                | "espresso"
        )
    };
    FOURSQUARE_COFFEE.contains(&last.as_str()) || (!other && words.any(known))
}

#[cfg(test)]
mod tests;
