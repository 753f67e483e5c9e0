//! What a sentence says, piece by piece: when the shop is open, what it has, what it costs. Every other word has to be in
//! `words.txt`, which holds none that claims anything.

use super::{
    super::{
        fact::Amenity,
        week::{Clock, Days, day, half},
    },
    tokens::Token,
};

/// A part of a sentence with a meaning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Piece {
    Days(Days),
    /// "Every day except Sunday": the exception.
    Except(Days),
    /// "Six days a week".
    DayCount(u32),
    Span(Clock, Clock),
    From(Clock),
    Until(Clock),
    /// Its verb says which of both.
    At(Clock),
    /// "24 hours".
    Always,
    /// "Open", "opens", "hours".
    Open,
    /// "Closes".
    Close,
    /// "Closed".
    Shut,
    Has(Amenity),
    Price(u8),
    /// "Prices", which says nothing without a price.
    PriceWord,
    Not,
    Verb,
    /// The next clause adds to this one.
    And,
    /// The next clause is about something else.
    But,
    Given(usize),
}

const WORDS: &str = include_str!("words.txt");

/// Whether a word, or a verb, may stand in a text because it claims nothing.
fn plain(is_verb: bool, word: &str) -> bool {
    let mut lines = WORDS.lines().filter(|line| !line.starts_with('#'));
    lines.any(|line| {
        let verbs = line.strip_prefix("verbs:");
        verbs.is_some() == is_verb
            && verbs
                .unwrap_or(line)
                .split_whitespace()
                .any(|known| known == word)
    })
}

/// Words whose meaning is compared with the facts.
const AMENITIES: &[(&str, Amenity)] = &[
    ("wireless internet access", Amenity::Wifi),
    ("wireless internet", Amenity::Wifi),
    ("internet access", Amenity::Wifi),
    ("wi - fi", Amenity::Wifi),
    ("wifi", Amenity::Wifi),
    ("internet", Amenity::Wifi),
    ("get online", Amenity::Wifi),
    ("place to park", Amenity::Parking),
    ("parking", Amenity::Parking),
    ("can park", Amenity::Parking),
    ("to park", Amenity::Parking),
    ("pet - friendly", Amenity::Pets),
    ("pet friendly", Amenity::Pets),
    ("dog - friendly", Amenity::Pets),
    ("dog friendly", Amenity::Pets),
    ("pets", Amenity::Pets),
    ("pet", Amenity::Pets),
    ("dogs", Amenity::Pets),
    ("dog", Amenity::Pets),
    ("get work done", Amenity::Work),
    ("getting work done", Amenity::Work),
    ("remote work", Amenity::Work),
    ("work - friendly", Amenity::Work),
    ("work", Amenity::Work),
    ("working", Amenity::Work),
    ("study", Amenity::Work),
    ("studying", Amenity::Work),
    ("laptop", Amenity::Work),
    ("laptops", Amenity::Work),
    ("outdoor seating", Amenity::Outdoor),
    ("outdoor seats", Amenity::Outdoor),
    ("outdoor tables", Amenity::Outdoor),
    ("seating outdoors", Amenity::Outdoor),
    ("seating outside", Amenity::Outdoor),
    ("seats outdoors", Amenity::Outdoor),
    ("seats outside", Amenity::Outdoor),
    ("tables outside", Amenity::Outdoor),
    ("sit outdoors", Amenity::Outdoor),
    ("sit outside", Amenity::Outdoor),
    ("breakfast", Amenity::Breakfast),
];
const PRICES: &[(&str, u8)] = &[
    ("very expensive", 4),
    ("expensive", 3),
    ("pricey", 3),
    ("moderately priced", 2),
    ("moderate", 2),
    ("mid - priced", 2),
    ("mid - range", 2),
    ("inexpensive", 1),
    ("affordable", 1),
    ("cheap", 1),
];
const PRICE_WORDS: &[&str] = &[
    "price", "prices", "priced", "pricing", "level", "range", "point",
];
const COUNTS: &[(&str, u32)] = &[
    ("seven", 7),
    ("7", 7),
    ("six", 6),
    ("6", 6),
    ("five", 5),
    ("5", 5),
    ("four", 4),
    ("4", 4),
];

/// The pieces of a sentence.
///
/// # Errors
///
/// The first part that no fact can cover.
pub(super) fn pieces(sentence: &[Token]) -> Result<Vec<Piece>, String> {
    let mut found = Vec::new();
    let mut left = sentence;
    let mut before: Option<&str> = None;
    while let Some(first) = left.first() {
        let used = match first {
            Token::Given(number) => {
                found.push(Piece::Given(*number));
                1
            }
            Token::Comma | Token::Dash => {
                found.push(Piece::And);
                1
            }
            Token::End => 1,
            Token::Other(letter) => return Err(format!("It contains “{letter}”.")),
            Token::Word(word, _) => match of_words(left, before, &mut found) {
                Some(used) => used,
                None => return Err(format!("It says “{word}”, which no fact covers.")),
            },
        };
        before = left.get(used.saturating_sub(1)).and_then(Token::word);
        left = left.get(used..).unwrap_or_default();
    }
    Ok(found)
}

/// How many words the next piece has; `None` if its first word is unknown.
fn of_words(left: &[Token], before: Option<&str>, found: &mut Vec<Piece>) -> Option<usize> {
    for always in ["24 hours a day", "24 hours", "around the clock"] {
        if let Some(used) = begins(left, always) {
            found.push(Piece::Always);
            return Some(used);
        }
    }
    if let Some((piece, used)) = day_count(left).or_else(|| time(left, before)) {
        found.push(piece);
        return Some(used);
    }
    if let Some(used) = days(left, found) {
        return Some(used);
    }
    if let Some((piece, used)) = of_lists(left) {
        found.push(piece);
        return Some(used);
    }
    let word = left.first()?.word()?;
    match word {
        "one" => return begins(left, "one of"),
        "open" | "opens" | "opening" | "hours" => found.push(Piece::Open),
        "closes" | "close" | "closing" => found.push(Piece::Close),
        "closed" => found.push(Piece::Shut),
        "no" | "not" | "without" | "lacks" | "lack" | "neither" | "nor" => found.push(Piece::Not),
        "isn't" | "aren't" | "doesn't" | "don't" | "hasn't" => {
            found.extend([Piece::Verb, Piece::Not]);
        }
        "and" | "or" | "plus" => found.push(Piece::And),
        "but" | "while" | "though" | "although" => found.push(Piece::But),
        word if PRICE_WORDS.contains(&word) => found.push(Piece::PriceWord),
        word if plain(true, word) => found.push(Piece::Verb),
        word if plain(false, word) => {}
        _ => return None,
    }
    Some(1)
}

fn begins(text: &[Token], words: &str) -> Option<usize> {
    let mut used = 0;
    for word in words.split(' ') {
        let is_next = match text.get(used)? {
            Token::Word(next, _) => next == word,
            Token::Dash => word == "-",
            _ => false,
        };
        if !is_next {
            return None;
        }
        used += 1;
    }
    Some(used)
}

fn of_lists(left: &[Token]) -> Option<(Piece, usize)> {
    if let Some(used) = good_for_work(left) {
        return Some((Piece::Has(Amenity::Work), used));
    }
    for (words, amenity) in AMENITIES {
        if let Some(used) = begins(left, words) {
            return Some((Piece::Has(*amenity), used));
        }
    }
    PRICES
        .iter()
        .find_map(|(words, level)| Some((Piece::Price(*level), begins(left, words)?)))
}

/// "Good for working", "a good place to work": "good" praises unless it says what for.
fn good_for_work(left: &[Token]) -> Option<usize> {
    let mut used = ["good", "suitable", "suited"]
        .iter()
        .find_map(|word| begins(left, word))?;
    let mut next = |words: &[&str]| {
        let rest = left.get(used..).unwrap_or_default();
        let step = words.iter().find_map(|words| begins(rest, words));
        used += step.unwrap_or_default();
        step
    };
    next(&["place", "spot"]);
    next(&["for", "to"])?;
    next(&[
        "remote work",
        "working",
        "work",
        "studying",
        "study",
        "laptops",
    ])?;
    Some(used)
}

fn day_count(left: &[Token]) -> Option<(Piece, usize)> {
    let (word, count) = COUNTS
        .iter()
        .find(|(word, _)| begins(left, word).is_some())?;
    ["a", "per"].iter().find_map(|per| {
        let used = begins(left, &format!("{word} days {per} week"))?;
        Some((Piece::DayCount(*count), used))
    })
}

fn clock(left: &[Token]) -> Option<(Clock, usize)> {
    let word = left.first()?.word()?;
    let after = left.get(1).and_then(Token::word).and_then(half);
    let is_number = word.starts_with(|letter: char| letter.is_ascii_digit());
    let is_bare = is_number && word.ends_with(|letter: char| letter.is_ascii_digit());
    let after = after.filter(|_| is_bare);
    Some((Clock::of(word, after)?, 1 + usize::from(after.is_some())))
}

/// A time or two. A number alone is one only after a word that asks for a time.
fn time(left: &[Token], before: Option<&str>) -> Option<(Piece, usize)> {
    let (first, used) = clock(left)?;
    let is_span = match left.get(used) {
        Some(Token::Dash) => true,
        Some(Token::Word(word, _)) => {
            matches!(word.as_str(), "to" | "until" | "till" | "through")
                || (word == "and" && before == Some("between"))
        }
        _ => false,
    };
    if is_span
        && let Some((last, more)) = clock(left.get(used + 1..)?)
        && (first.half.is_some() || last.half.is_some())
    {
        return Some((Piece::Span(first, last), used + 1 + more));
    }
    let piece = match before {
        Some("until" | "till" | "to" | "through") => Piece::Until(first),
        Some("from") => Piece::From(first),
        Some("at") => Piece::At(first),
        _ if first.half.is_some() => Piece::At(first),
        _ => return None,
    };
    Some((piece, used))
}

/// One day or some in a row.
fn simple_days(left: &[Token]) -> Option<(Days, usize)> {
    for (words, days) in [
        ("every day", Days::ALL),
        ("each day", Days::ALL),
        ("everyday", Days::ALL),
        ("daily", Days::ALL),
        ("all week", Days::ALL),
        ("every weekday", Days::WEEKDAYS),
        ("weekdays", Days::WEEKDAYS),
        ("weekday", Days::WEEKDAYS),
        ("every weekend", Days::WEEKEND),
        ("weekends", Days::WEEKEND),
        ("weekend", Days::WEEKEND),
    ] {
        if let Some(used) = begins(left, words) {
            return Some((days, used));
        }
    }
    let every = begins(left, "every").unwrap_or_default();
    let first = day(left.get(every)?.word()?)?;
    let used = every + 1;
    let is_span = match left.get(used) {
        Some(Token::Dash) => true,
        Some(Token::Word(word, _)) => matches!(word.as_str(), "to" | "through" | "thru" | "until"),
        _ => false,
    };
    let last = left.get(used + 1).and_then(Token::word).and_then(day);
    match last.filter(|_| is_span) {
        Some(last) => Some((Days::span(first, last), used + 2)),
        None => Some((Days::one(first), used)),
    }
}

/// Days in a list, and those that are left out of it.
fn days(left: &[Token], found: &mut Vec<Piece>) -> Option<usize> {
    let (mut days, mut used) = simple_days(left)?;
    loop {
        let mut next = used;
        if left.get(next) == Some(&Token::Comma) {
            next += 1;
        }
        if matches!(left.get(next).and_then(Token::word), Some("and" | "or")) {
            next += 1;
        }
        let list = left.get(next..).unwrap_or_default();
        match simple_days(list).filter(|_| next > used) {
            Some((more, length)) => (days, used) = (days.and(more), next + length),
            None => break,
        }
    }
    let rest = left.get(used..).unwrap_or_default();
    let except = ["except for", "except on", "except", "but"]
        .iter()
        .find_map(|words| begins(rest, words));
    let excepted = except.and_then(|skip| {
        let (days, length) = simple_days(rest.get(skip..).unwrap_or_default())?;
        Some((days, skip + length))
    });
    match excepted {
        Some((other, length)) => {
            found.extend([Piece::Days(days.without(other)), Piece::Except(other)]);
            Some(used + length)
        }
        None => {
            found.push(Piece::Days(days));
            Some(used)
        }
    }
}
