//! Compares street lines: "126 N. Main St., Suite 4" and "126 North Main Street" are the same building.

mod tables;
#[cfg(test)]
mod tests;

use deunicode::deunicode;

use tables::{DIRECTIONS, KINDS, KINDS_BEFORE_A_UNIT, NUMBERS, UNITS, WORDS};

/// A parsed street line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Street {
    /// The building's number without its unit: `126` for "126-B".
    number: String,
    /// Directions: `north` for "N. Main Street", `southwest` for "5th Ave SW".
    directions: Vec<&'static str>,
    /// The street's own name: `main`.
    name: Vec<String>,
    /// The kind of street: `street`, `avenue`; empty if the line doesn't say.
    kinds: Vec<&'static str>,
}

/// The result of comparing two street lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// The same building.
    Same,
    /// Two buildings on one street.
    OtherNumber,
    /// Two different buildings.
    Different,
    /// One of them has too little information, or they differ by a letter.
    Unclear,
}

/// Names with at least this many letters that differ by one typo may be the same.
const LETTERS: usize = 4;

impl Street {
    /// Parses a line; of several comma-separated parts, the one that starts with a number.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        let mut line = if line.is_ascii() {
            line.to_ascii_lowercase()
        } else {
            deunicode(line).to_ascii_lowercase()
        };
        if line.contains('#') {
            line = line.replace('#', " # ");
        }
        let mut parts = line.split(',').map(str::trim);
        let numbered = |part: &&str| part.starts_with(|first: char| first.is_ascii_digit());
        let part = parts.clone().find(numbered).or_else(|| parts.next());
        let mut words = words(part.unwrap_or_default());
        let number = take_number(&mut words);
        drop_leading_unit(&number, &mut words);
        let mut street = Self {
            number,
            ..Self::default()
        };
        let last = words.len().saturating_sub(1);
        for (place, word) in words.iter().enumerate() {
            if place == last && street.ends_before(word) {
                break;
            }
            let says_more =
                |word: &String| of(KINDS, word).is_none() && of(DIRECTIONS, word).is_none();
            let is_saint = word == "st"
                && street.name.is_empty()
                && words.get(place + 1).is_some_and(says_more);
            let at_an_end = place == 0 || place == last || street.name.is_empty();
            if let Some(direction) = of(DIRECTIONS, word).filter(|_| at_an_end && last > 0) {
                street.directions.push(direction);
            } else if is_saint {
                street.name.push("saint".to_owned());
            } else if let Some(kind) = of(KINDS, word).filter(|_| last > 0) {
                street.kinds.push(kind);
            } else {
                let written_out = WORDS.iter().find(|(short, _)| short == word);
                let word = written_out.map_or(word.as_str(), |(_, long)| long);
                street.name.push(word.to_owned());
            }
        }
        street
    }

    /// Whether two lines are the same building.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Comparison {
        let both = |one: bool, two: bool| one && two;
        if both(!self.number.is_empty(), !other.number.is_empty()) && self.number != other.number {
            return if !self.name.is_empty() && self.name == other.name && !self.conflicts(other) {
                Comparison::OtherNumber
            } else {
                Comparison::Different
            };
        }
        if self.is_nameless() || other.is_nameless() {
            return Comparison::Unclear;
        }
        if self.name != other.name {
            let (one, two) = (self.name.join(" "), other.name.join(" "));
            let may_be = may_be_misspelt(&one, &two)
                || within(&self.name, &other.name)
                || within(&other.name, &self.name);
            return if may_be {
                Comparison::Unclear
            } else {
                Comparison::Different
            };
        }
        if self.conflicts(other) {
            return Comparison::Different;
        }
        let says_all = both(!self.number.is_empty(), !other.number.is_empty());
        if says_all && self.directions == other.directions {
            Comparison::Same
        } else {
            Comparison::Unclear
        }
    }

    /// Whether the line is complete without its last word, which is then a unit: "126 Main St B".
    fn ends_before(&self, word: &str) -> bool {
        let is_unit = word.len() == 1 && of(DIRECTIONS, word).is_none()
            || word.bytes().all(|byte| byte.is_ascii_digit());
        let kind = self.kinds.last();
        is_unit
            && !self.name.is_empty()
            && kind.is_some_and(|kind| KINDS_BEFORE_A_UNIT.contains(kind))
    }

    /// Whether both name a kind of street or a direction, and they differ.
    fn conflicts(&self, other: &Self) -> bool {
        let conflict =
            |one: &[&str], two: &[&str]| !one.is_empty() && !two.is_empty() && one != two;
        conflict(&self.kinds, &other.kinds) || conflict(&self.directions, &other.directions)
    }

    /// What all spellings of a building share, for lookups: the number and the street's name, or its kinds if it has no
    /// other name ("Plaza Circle").
    #[must_use]
    pub fn house(&self) -> Option<(&str, &[String], &[&'static str])> {
        let kinds: &[&'static str] = if self.name.is_empty() {
            &self.kinds
        } else {
            &[]
        };
        let says_enough = !self.name.is_empty() || !kinds.is_empty();
        (!self.number.is_empty() && says_enough).then_some((
            self.number.as_str(),
            self.name.as_slice(),
            kinds,
        ))
    }

    /// A short text for [`Street::unpack`]; empty for a line without information.
    #[must_use]
    pub fn pack(&self) -> String {
        if self.number.is_empty() && self.is_nameless() {
            return String::new();
        }
        let name = self.name.join(" ");
        let (directions, kinds) = (self.directions.join(" "), self.kinds.join(" "));
        [&self.number, &directions, &name, &kinds]
            .map(String::as_str)
            .join("|")
    }

    /// The street that was packed.
    #[must_use]
    pub fn unpack(packed: &str) -> Self {
        let mut parts = packed.split('|');
        let mut next = || parts.next().unwrap_or_default();
        let number = next().to_owned();
        let long_forms = |table, part: &str| {
            let words = part.split(' ').filter(|word| !word.is_empty());
            words.filter_map(|word| of(table, word)).collect()
        };
        Self {
            number,
            directions: long_forms(DIRECTIONS, next()),
            name: next()
                .split(' ')
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect(),
            kinds: long_forms(KINDS, next()),
        }
    }

    /// Whether the line identifies a building: a number and a street.
    #[must_use]
    pub fn is_house(&self) -> bool {
        !self.number.is_empty() && !self.is_nameless()
    }

    /// A text that is equal for all spellings of one building, for keys.
    #[must_use]
    pub fn key(&self) -> String {
        let words = [self.number.as_str()]
            .into_iter()
            .chain(self.directions.iter().copied())
            .chain(self.name.iter().map(String::as_str))
            .chain(self.kinds.iter().copied());
        words.collect::<Vec<_>>().join(" ")
    }

    fn is_nameless(&self) -> bool {
        self.name.is_empty() && self.kinds.is_empty() && self.directions.is_empty()
    }
}

/// Whether a line is a post office box, which can't be a coffee shop.
#[must_use]
pub fn is_post_office_box(line: &str) -> bool {
    let words: Vec<String> = deunicode(line)
        .to_ascii_lowercase()
        .replace('.', "")
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["po" | "pob", "box", ..] | ["p", "o", "box", ..] | ["post", "office", "box", ..] => true,
        ["pobox" | "pob", number, ..] => number.starts_with(|first: char| first.is_ascii_digit()),
        ["box", number] => number.chars().all(|digit| digit.is_ascii_digit()),
        _ => false,
    }
}

/// The words of a line, without units.
fn words(line: &str) -> Vec<String> {
    let line = line.replace("u.s.", "us ").replace(['.', '\''], "");
    let mut words: Vec<&str> = line
        .split(|letter: char| !letter.is_ascii_alphanumeric() && !"#-/".contains(letter))
        .filter(|word| !word.is_empty())
        .collect();
    if words.first().is_some_and(|word| UNITS.contains(word)) {
        words = words.split_off(words.len().min(2));
    }
    let unit = words.iter().position(|word| UNITS.contains(word));
    words.truncate(unit.unwrap_or(words.len()));
    let mut words: Vec<String> = words.into_iter().map(str::to_owned).collect();
    // "126 1/2 Main Street": a half is a unit.
    if words.len() > 2 {
        let is_fraction = |word: &String| word.contains('/');
        if words.get(1).is_some_and(is_fraction) {
            words.remove(1);
        }
    }
    words
}

/// Removes the building's number from the front.
fn take_number(words: &mut Vec<String>) -> String {
    let Some(first) = words.first() else {
        return String::new();
    };
    let written_out = NUMBERS
        .iter()
        .find(|(word, _)| word == first && words.len() > 1);
    let digits: String = first
        .chars()
        .take_while(char::is_ascii_digit)
        .collect::<String>();
    let rest = first.get(digits.len()..).unwrap_or_default();
    let is_ordinal = matches!(rest, "st" | "nd" | "rd" | "th");
    let number = match written_out {
        Some((_, digits)) => (*digits).to_owned(),
        None if digits.is_empty() || is_ordinal => return String::new(),
        None => digits.trim_start_matches('0').to_owned(),
    };
    words.remove(0);
    number
}

/// "1215 A E Franklin St": a letter between number and street is a unit, unless it is the street, as in "500 A St".
fn drop_leading_unit(number: &str, words: &mut Vec<String>) {
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
        words.remove(0);
    }
}

fn of(table: &[(&[&str], &'static str)], word: &str) -> Option<&'static str> {
    let row = table
        .iter()
        .find(|(spellings, _)| spellings.contains(&word))?;
    Some(row.1)
}

/// "Mian" for "Main"; numbers don't count as typos.
fn may_be_misspelt(one: &str, other: &str) -> bool {
    let is_word = |name: &str| name.len() >= LETTERS && !name.bytes().any(|b| b.is_ascii_digit());
    is_word(one) && is_word(other) && strsim::damerau_levenshtein(one, other) <= 1
}

/// Whether all words of `some` are in `all`.
fn within(some: &[String], all: &[String]) -> bool {
    some.iter().all(|word| all.contains(word))
}
