//! The words of a street line, the building's number, and the unit in it.

use std::borrow::Cow;

use super::tables::{
    AREAS, DIRECTIONS, FLOORS, KINDS, LAST_AREAS, NUMBERS, ORDINALS, TENS, UNITS, of,
};

/// A line in words.
pub(super) struct Line {
    /// Without the unit.
    pub(super) words: Vec<String>,
    /// The unit's number or name; empty for none.
    pub(super) unit: String,
}

impl Line {
    /// Reads a line of lowercase ASCII; of several comma-separated parts, the one that starts with a number. A unit may
    /// stand in any of them.
    pub(super) fn of(line: &str) -> Self {
        let mut line = Cow::Borrowed(line);
        if line.contains(['#', '&']) {
            line = Cow::Owned(line.replace('#', " # ").replace('&', " and "));
        }
        let mut parts = line.split(',').map(str::trim);
        let numbered = |part: &&str| {
            part.starts_with(|first: char| first.is_ascii_digit()) && !starts_with_unit(part)
        };
        let chosen = parts.clone().find(numbered).or_else(|| parts.next());
        let chosen = chosen.unwrap_or_default();
        let (words, mut unit) = cut_unit(words(chosen));
        if unit.is_empty() {
            let others = line
                .split(',')
                .map(str::trim)
                .filter(|part| *part != chosen);
            let units = others.map(|part| cut_unit(self::words(part)));
            // "Alexandria, LA" has no words that introduce a unit.
            let found = units.map(|(_, unit)| unit).find(|unit| !unit.is_empty());
            unit = found.unwrap_or_default();
        }
        Self { words, unit }
    }
}

/// "2nd Floor"
fn starts_with_unit(part: &str) -> bool {
    let mut words = part.split(' ');
    let (first, second) = (words.next().unwrap_or_default(), words.next());
    is_ordinal(first) && second.is_some_and(|word| matches!(word, "floor" | "fl" | "level"))
}

fn words(part: &str) -> Vec<String> {
    let mut part = Cow::Borrowed(part);
    if part.contains(['.', '\'']) {
        part = Cow::Owned(part.replace("u.s.", "us ").replace(['.', '\''], ""));
    }
    if part.contains(" - ") {
        part = Cow::Owned(spaced_range(&part));
    }
    let mut words: Vec<String> = Vec::new();
    for word in part
        .split(|letter: char| !letter.is_ascii_alphanumeric() && !"#-/".contains(letter))
        .filter(|word| !word.is_empty())
    {
        // "Winston-Salem" is two words, "126-B" is one.
        if word.bytes().any(|byte| byte.is_ascii_digit()) {
            words.push(word.to_owned());
        } else {
            let halves = word.split('-').filter(|half| !half.is_empty());
            words.extend(halves.map(str::to_owned));
        }
    }
    // "126 1/2 Main Street": a half is a unit.
    if words.len() > 2 && words.get(1).is_some_and(|word| word.contains('/')) {
        words.remove(1);
    }
    join_ordinals(&mut words);
    words
}

/// "126 - 130 Main Street" is "126-130 Main Street".
fn spaced_range(part: &str) -> String {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    match part.split_once(" - ") {
        Some((first, rest))
            if is_number(first) && rest.starts_with(|it: char| it.is_ascii_digit()) =>
        {
            format!("{first}-{rest}")
        }
        _ => part.to_owned(),
    }
}

/// "Twenty First" is "21st".
fn join_ordinals(words: &mut Vec<String>) {
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let tens = TENS.iter().find(|(written, _)| written == word);
        let next = words.get(at + 1).map_or("", String::as_str);
        let ones = ORDINALS.iter().find(|(written, _)| *written == next);
        if let (Some((_, tens)), Some((_, ones))) = (tens, ones.filter(|_| at > 0)) {
            let joined = format!("{tens}{ones}");
            words.splice(at..=at + 1, [joined]);
        }
        at += 1;
    }
}

/// The words without a unit, and the unit.
fn cut_unit(mut words: Vec<String>) -> (Vec<String>, String) {
    let introduces = |word: &str| UNITS.contains(&word);
    let is_kind = |place: usize| {
        words
            .get(place)
            .is_some_and(|word| of(KINDS, word).is_some())
    };
    // "Suite 4 126 Main Street"
    if words.first().is_some_and(|word| introduces(word)) {
        let rest = words.split_off(words.len().min(2));
        let unit = words.pop().filter(|word| !introduces(word));
        return (rest, unit.unwrap_or_default().replace(['-', '/'], ""));
    }
    let begin = words.iter().enumerate().position(|(place, word)| {
        let word = word.as_str();
        let is_last = place + 1 == words.len();
        // "100 Bay Street" and "100 N Front St" are streets.
        let is_unit = introduces(word) && (word == "#" || place > 1 && !is_kind(place + 1));
        let is_area =
            place > 1 && (AREAS.contains(&word) && is_kind(place - 1) && !is_kind(place + 1));
        is_unit || is_area || place > 1 && is_last && LAST_AREAS.contains(&word)
    });
    let Some(mut begin) = begin else {
        return (words, String::new());
    };
    // "2nd Floor"
    let is_floor = |word: &String| matches!(word.as_str(), "floor" | "fl" | "level");
    let is_counted = words.get(begin).is_some_and(is_floor)
        && begin > 2
        && words
            .get(begin - 1)
            .is_some_and(|before| is_ordinal(before) || FLOORS.contains(&before.as_str()));
    if is_counted {
        begin -= 1;
    }
    let unit = words.split_off(begin);
    let said = unit.iter().filter(|word| !introduces(word));
    let said: String = said.map(String::as_str).collect();
    (words, said.replace(['-', '/'], ""))
}

fn is_ordinal(word: &str) -> bool {
    let digits = word.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let rest = word.get(digits.len()..).unwrap_or_default();
    !digits.is_empty() && matches!(rest, "st" | "nd" | "rd" | "th")
        || ORDINALS.iter().any(|(written, _)| *written == word)
}

/// Removes the building's number from the front: the number, the last one of a range, and the letter of a unit.
pub(super) fn take_number(words: &mut Vec<String>) -> (String, String, String) {
    let nothing = <(String, String, String)>::default;
    let Some(first) = words.first().cloned() else {
        return nothing();
    };
    let written_out = NUMBERS
        .iter()
        .find(|(word, _)| *word == first && words.len() > 1);
    if let Some((_, digits)) = written_out {
        words.remove(0);
        return ((*digits).to_owned(), String::new(), String::new());
    }
    let digits = |text: &str| -> String { text.chars().take_while(char::is_ascii_digit).collect() };
    let number = digits(&first);
    let rest = first.get(number.len()..).unwrap_or_default();
    if number.is_empty() || matches!(rest, "st" | "nd" | "rd" | "th") {
        return nothing();
    }
    words.remove(0);
    let rest = rest.trim_start_matches(['-', '/']);
    let number = number.trim_start_matches('0').to_owned();
    let following = digits(rest);
    if !following.is_empty() && following.len() == rest.len() {
        return match last_of_range(&number, &following) {
            Some(last) => (number, last, String::new()),
            None => (
                format!("{number}-{following}"),
                String::new(),
                String::new(),
            ),
        };
    }
    let last = take_second_number(&number, words);
    (number, last, rest.to_owned())
}

/// The last number of "126-130" and "1418-20". In Queens, "37-10" is a number, and "101-15" may be one.
fn last_of_range(number: &str, following: &str) -> Option<String> {
    let is_short = following.len() < number.len();
    if is_short && number.len() < 4 {
        return None;
    }
    let kept = number.len().saturating_sub(following.len());
    let last = format!("{}{following}", number.get(..kept)?);
    let is_range = last.parse::<u64>().ok()? > number.parse::<u64>().ok()?;
    is_range.then_some(last)
}

/// "126 and 128 Main Street", "126 128 Main Street"
fn take_second_number(number: &str, words: &mut Vec<String>) -> String {
    let is_joined = words
        .first()
        .is_some_and(|word| matches!(word.as_str(), "and" | "to"));
    let place = usize::from(is_joined);
    let is_number = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
    let Some(second) = words.get(place).filter(|word| is_number(word)).cloned() else {
        return String::new();
    };
    let follows = words.get(place + 1);
    let is_street = follows.is_none_or(|word| of(KINDS, word).is_some());
    if is_street || !is_joined && second.len() != number.len() {
        return String::new();
    }
    words.drain(..=place);
    second
}

/// "1215 A E Franklin St": a letter between number and street is a unit, unless it is the street, as in "500 A St".
pub(super) fn drop_leading_unit(number: &str, words: &mut Vec<String>) -> String {
    let is_unit = match words.as_slice() {
        [unit, next, _, ..] => {
            unit.len() == 1
                && unit.bytes().all(|byte| byte.is_ascii_alphabetic())
                && of(DIRECTIONS, unit).is_none()
                && of(KINDS, next).is_none()
        }
        _ => false,
    };
    if is_unit && !number.is_empty() {
        words.remove(0)
    } else {
        String::new()
    }
}
