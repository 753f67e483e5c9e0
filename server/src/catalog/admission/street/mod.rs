//! Compares street lines: "126 N. Main St., Suite 4" and "126 North Main Street" are the same building.

mod tables;
#[cfg(test)]
mod tests;
mod words;

use deunicode::deunicode;

use tables::{DIRECTIONS, KINDS, KINDS_BEFORE_A_UNIT, ORDINALS, WORDS, of};
use words::{Line, drop_leading_unit, take_number};

/// A parsed street line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Street {
    /// The building's number without its unit: `126` for "126-B". Of a range, the first.
    number: String,
    /// The last number of a range: `130` for "126-130".
    last_number: String,
    /// Directions: `north` for "N. Main Street", `southwest` for "5th Ave SW".
    directions: Vec<&'static str>,
    /// The street's own name: `main`.
    name: Vec<String>,
    /// The kind of street: `street`, `avenue`; empty if the line doesn't say.
    kinds: Vec<&'static str>,
    /// The unit in the building: `4` for "Suite 4".
    unit: String,
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
    /// The same building, but for a slip in the street's name, or a direction that only one of them has.
    Nearly,
    /// One of them has too little information.
    Unclear,
}

/// Names with at least this many letters that differ by one typo may be the same.
const LETTERS: usize = 4;
/// Kinds of streets with at least this many letters may be misspelled.
const LONG_KIND: usize = 6;

impl Street {
    /// Parses a line; of several comma-separated parts, the one that starts with a number.
    #[must_use]
    pub fn parse(line: &str) -> Self {
        let line = if line.is_ascii() {
            line.to_ascii_lowercase()
        } else {
            deunicode(line).to_ascii_lowercase()
        };
        let Line { mut words, unit } = Line::of(&line);
        let (number, last_number, letter) = take_number(&mut words);
        let leading = drop_leading_unit(&number, &mut words);
        let mut street = Self {
            number,
            last_number,
            unit: [unit, letter, leading]
                .into_iter()
                .find(|unit| !unit.is_empty())
                .unwrap_or_default(),
            ..Self::default()
        };
        let last = words.len().saturating_sub(1);
        for (place, word) in words.iter().enumerate() {
            if place == last && street.ends_before(word) {
                if street.unit.is_empty() {
                    street.unit.clone_from(word);
                }
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
            } else if let Some(kind) = (place == last)
                .then(|| street.kind_at_the_end(word))
                .flatten()
            {
                street.kinds.push(kind);
            } else {
                let mut written_out = WORDS.iter().chain(ORDINALS);
                let written_out = written_out.find(|(short, _)| short == word);
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
        let are_numbered = both(!self.number.is_empty(), !other.number.is_empty());
        if are_numbered && !self.has_number_of(other) && !other.has_number_of(self) {
            return if !self.name.is_empty() && self.name == other.name && !self.conflicts(other) {
                Comparison::OtherNumber
            } else {
                Comparison::Different
            };
        }
        if self.is_nameless() || other.is_nameless() {
            return Comparison::Unclear;
        }
        let (one, two) = (self.name.join(" "), other.name.join(" "));
        let is_misspelt = one != two && may_be_misspelt(&one, &two);
        if one != two && !is_misspelt {
            let may_be = within(&self.name, &other.name) || within(&other.name, &self.name);
            return if may_be {
                Comparison::Unclear
            } else {
                Comparison::Different
            };
        }
        if self.conflicts(other) {
            return Comparison::Different;
        }
        if !are_numbered {
            return Comparison::Unclear;
        }
        if !is_misspelt && self.directions == other.directions {
            Comparison::Same
        } else {
            Comparison::Nearly
        }
    }

    /// Whether both are in a unit of the building, and not in the same.
    #[must_use]
    pub fn has_other_unit(&self, other: &Self) -> bool {
        !self.unit.is_empty() && !other.unit.is_empty() && self.unit != other.unit
    }

    /// Whether the other's number is this one's, or in its range.
    fn has_number_of(&self, other: &Self) -> bool {
        let number = |text: &str| text.parse::<u64>().ok();
        let between = || {
            let range = number(&self.number)?..=number(&self.last_number)?;
            Some(range.contains(&number(&other.number)?))
        };
        self.number == other.number || between().unwrap_or(false)
    }

    /// "Sreet" for "Street", as the last word of a line that names no kind of street.
    fn kind_at_the_end(&self, word: &str) -> Option<&'static str> {
        if self.name.is_empty() || !self.kinds.is_empty() || word.len() + 1 < LONG_KIND {
            return None;
        }
        let kinds = KINDS.iter().map(|(_, kind)| *kind);
        let mut long = kinds.filter(|kind| kind.len() >= LONG_KIND);
        long.find(|kind| strsim::damerau_levenshtein(kind, word) == 1)
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
        let packed = [
            &self.number,
            &directions,
            &name,
            &kinds,
            &self.last_number,
            &self.unit,
        ];
        let packed = packed.map(String::as_str).join("|");
        packed.trim_end_matches('|').to_owned()
    }

    /// The street that was packed.
    #[must_use]
    pub fn unpack(packed: &str) -> Self {
        let mut parts = packed.split('|');
        let mut next = || parts.next().unwrap_or_default();
        let number = next();
        let long_forms = |table, part: &str| {
            let words = part.split(' ').filter(|word| !word.is_empty());
            words.filter_map(|word| of(table, word)).collect()
        };
        Self {
            number: number.to_owned(),
            directions: long_forms(DIRECTIONS, next()),
            name: next()
                .split(' ')
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect(),
            kinds: long_forms(KINDS, next()),
            last_number: next().to_owned(),
            unit: next().to_owned(),
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

/// "Mian" for "Main"; numbers don't count as typos.
fn may_be_misspelt(one: &str, other: &str) -> bool {
    let is_word = |name: &str| name.len() >= LETTERS && !name.bytes().any(|b| b.is_ascii_digit());
    is_word(one) && is_word(other) && strsim::damerau_levenshtein(one, other) <= 1
}

/// Whether all words of `some` are in `all`.
fn within(some: &[String], all: &[String]) -> bool {
    some.iter().all(|word| all.contains(word))
}
