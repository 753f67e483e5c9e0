//! Cuts a text into words, and replaces what the facts name by the number of the fact.

use super::super::fact::{Fact, ShopFacts};

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// In lower case and without accents; whether it began with a capital.
    Word(String, bool),
    Comma,
    Dash,
    /// Of a sentence.
    End,
    /// Nothing that belongs into a sentence.
    Other(char),
    /// What the fact with this number names.
    Given(usize),
}

impl Token {
    pub(super) fn word(&self) -> Option<&str> {
        match self {
            Self::Word(word, _) => Some(word),
            _ => None,
        }
    }
}

/// A dot after them ends no sentence, unless a capital follows.
const SHORT: &[&str] = &[
    "st", "ave", "blvd", "rd", "dr", "ln", "hwy", "pkwy", "ct", "pl", "sq", "n", "s", "e", "w",
    "co", "mon", "tue", "tues", "wed", "thu", "thur", "thurs", "fri", "sat", "sun", "am", "pm",
];
/// Parts of street names and how they are written out.
const STREETS: &[(&str, &str)] = &[
    ("st", "street"),
    ("ave", "avenue"),
    ("av", "avenue"),
    ("blvd", "boulevard"),
    ("rd", "road"),
    ("dr", "drive"),
    ("ln", "lane"),
    ("hwy", "highway"),
    ("pkwy", "parkway"),
    ("ct", "court"),
    ("pl", "place"),
    ("sq", "square"),
    ("n", "north"),
    ("s", "south"),
    ("e", "east"),
    ("w", "west"),
];
const DIRECTIONS: &[&str] = &["north", "south", "east", "west"];
/// Ends of names that people leave out.
const KINDS: &[&str] = &[
    "coffee",
    "shop",
    "house",
    "coffeehouse",
    "cafe",
    "co",
    "company",
    "llc",
    "inc",
    "and",
    "bar",
    "roasters",
    "bakery",
    "espresso",
    "roastery",
];
/// Begins the part of an address within a house.
const UNITS: &[&str] = &["suite", "ste", "unit", "apt", "floor", "bldg"];

/// The words of a text.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let text = text.replace(['’', '‘', 'ʼ'], "'");
    let letters: Vec<char> = text.chars().collect();
    let letter = |at: usize| letters.get(at).copied().unwrap_or(' ');
    let mut found = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let now = letter(at);
        if now.is_alphanumeric() {
            let start = at;
            while letter(at).is_alphanumeric()
                || (matches!(letter(at), '\'' | ':' | '.')
                    && letter(at + 1).is_alphanumeric()
                    && (letter(at) != ':' || letter(at + 1).is_ascii_digit()))
            {
                at += 1;
            }
            let raw: String = letters.get(start..at).unwrap_or_default().iter().collect();
            let is_capital = now.is_uppercase();
            let word = plain_word(&raw);
            // The dot of "a.m." and "St." belongs to them.
            let is_short = SHORT.contains(&word.as_str());
            let next = letters
                .get(at + 1..)
                .unwrap_or_default()
                .iter()
                .find(|it| !it.is_whitespace());
            let is_direction = matches!(word.as_str(), "n" | "s" | "e" | "w");
            let goes_on = is_direction || next.is_some_and(|next| !next.is_uppercase());
            if letter(at) == '.' && is_short && goes_on {
                at += 1;
            }
            found.push(Token::Word(word, is_capital));
            continue;
        }
        match now {
            ',' | ';' | ':' | '(' | ')' => found.push(Token::Comma),
            '-' | '–' | '—' | '‑' => found.push(Token::Dash),
            '.' | '!' => found.push(Token::End),
            '&' => found.push(Token::Word("and".to_owned(), false)),
            '"' | '“' | '”' | '\'' => {}
            other if other.is_whitespace() => {}
            other => found.push(Token::Other(other)),
        }
        at += 1;
    }
    found
}

/// In lower case, without accents and without the 's of possession.
fn plain_word(raw: &str) -> String {
    let folded: String = raw.to_lowercase().chars().map(without_accent).collect();
    let word = folded.strip_suffix("'s").unwrap_or(&folded);
    match word {
        "a.m" => "am".to_owned(),
        "p.m" => "pm".to_owned(),
        word => word.to_owned(),
    }
}

const fn without_accent(letter: char) -> char {
    match letter {
        'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'ö' | 'õ' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ñ' => 'n',
        'ç' => 'c',
        other => other,
    }
}

/// A way to write what a fact names.
struct Phrase {
    number: usize,
    words: Vec<Token>,
    matches: fn(&Token, &Token) -> bool,
}

/// Replaces what the facts name. `is_known` knows the words that mean something by themselves.
pub(super) fn with_given(
    text: Vec<Token>,
    facts: &ShopFacts,
    is_known: impl Fn(&str) -> bool,
) -> Vec<Token> {
    let phrases = phrases(facts, is_known);
    let mut left = text.as_slice();
    let mut found = Vec::new();
    while let Some((first, rest)) = left.split_first() {
        let longest = phrases
            .iter()
            .filter(|phrase| begins(left, phrase))
            .max_by_key(|phrase| phrase.words.len());
        if let Some(phrase) = longest {
            found.push(Token::Given(phrase.number));
            left = left.get(phrase.words.len()..).unwrap_or_default();
        } else {
            found.push(first.clone());
            left = rest;
        }
    }
    found
}

fn begins(text: &[Token], phrase: &Phrase) -> bool {
    let Some(start) = text.get(..phrase.words.len()) else {
        return false;
    };
    let mut pairs = start.iter().zip(&phrase.words);
    pairs.all(|(token, word)| (phrase.matches)(token, word))
}

fn phrases(facts: &ShopFacts, is_known: impl Fn(&str) -> bool) -> Vec<Phrase> {
    let mut phrases = Vec::new();
    for (number, fact) in facts.numbered() {
        let mut add = |words: &[Token], matches: fn(&Token, &Token) -> bool| {
            if !words.is_empty() {
                let words = words.to_vec();
                phrases.push(Phrase {
                    number,
                    words,
                    matches,
                });
            }
        };
        match fact {
            Fact::Name(name) => {
                let words = of_phrase(name);
                for name in names(&words, &is_known) {
                    add(name, is_same_name);
                }
            }
            Fact::Place(town, code, state) => {
                add(&of_phrase(town), is_same_name);
                add(&of_phrase(state), is_same_name);
                // "la" is a word of other languages.
                add(&of_phrase(code), |token, word| {
                    token == word && matches!(token, Token::Word(_, true))
                });
            }
            Fact::Street(street) => {
                let words = of_phrase(street);
                for street in streets(&words) {
                    add(street, is_same_street);
                }
            }
            Fact::Category(category) => add(&of_phrase(category), is_same_or_plural),
            Fact::Hours(_) | Fact::Price(_) | Fact::Amenity(..) => {}
        }
    }
    phrases
}

fn of_phrase(text: &str) -> Vec<Token> {
    let mut words = tokens(text);
    while words.last() == Some(&Token::End) {
        words.pop();
    }
    words
}

/// The name, and how people say it: without the article, and without what kind of a shop it is if a name is left.
fn names(words: &[Token], is_known: impl Fn(&str) -> bool) -> Vec<&[Token]> {
    let is = |token: Option<&Token>, words: &[&str]| {
        token
            .and_then(Token::word)
            .is_some_and(|word| words.contains(&word))
    };
    let mut names = vec![words];
    let mut short = words;
    if is(short.first(), &["the"]) && short.len() > 1 {
        short = short.get(1..).unwrap_or_default();
        names.push(short);
    }
    while is(short.last(), KINDS) {
        short = short.get(..short.len() - 1).unwrap_or_default();
        let has_name = short
            .iter()
            .filter_map(Token::word)
            .any(|word| !is_known(word));
        if has_name && short.last().and_then(Token::word) != Some("and") {
            names.push(short);
        }
    }
    names
}

/// The street with its house number and without, and without its direction.
fn streets(words: &[Token]) -> Vec<&[Token]> {
    let unit = words.iter().position(|token| match token {
        Token::Word(word, _) => UNITS.contains(&word.as_str()),
        token => matches!(token, Token::Comma | Token::Other(_)),
    });
    let mut street = words.get(..unit.unwrap_or(words.len())).unwrap_or_default();
    let mut streets = vec![words, street];
    let is_number = |token: &Token| {
        let word = token.word().unwrap_or_default();
        word.starts_with(|letter: char| letter.is_ascii_digit())
    };
    if street.first().is_some_and(is_number) && street.len() > 2 {
        street = street.get(1..).unwrap_or_default();
        streets.push(street);
    }
    let is_direction = street.first().and_then(Token::word).map(written_out);
    if is_direction.is_some_and(|word| DIRECTIONS.contains(&word)) && street.len() > 2 {
        streets.push(street.get(1..).unwrap_or_default());
    }
    streets
}

fn written_out(word: &str) -> &str {
    let found = STREETS.iter().find(|(short, _)| *short == word);
    found.map_or(word, |(_, long)| long)
}

/// A name keeps its capitals: "open" is no shop called Open.
fn is_same_name(token: &Token, word: &Token) -> bool {
    match (token, word) {
        (Token::Word(left, is_capital), Token::Word(right, wants_capital)) => {
            left == right && (*is_capital || !wants_capital || left == "the")
        }
        (left, right) => left == right,
    }
}

fn is_same_street(token: &Token, word: &Token) -> bool {
    match (token, word) {
        (Token::Word(left, _), Token::Word(right, _)) => written_out(left) == written_out(right),
        (left, right) => left == right,
    }
}

fn is_same_or_plural(token: &Token, word: &Token) -> bool {
    match (token, word) {
        (Token::Word(left, _), Token::Word(right, _)) => {
            left == right || left.strip_suffix('s') == Some(right)
        }
        (left, right) => left == right,
    }
}
