//! Converts what people write to OpenStreetMap syntax, or rejects it.
//!
//! text → [`lexer`] → [`vocabulary`] → [`grammar`] (with [`clock_pair`]) → [`meaning`] → [`emit`]; text that already is
//! in the syntax takes a shortcut through [`osm`].

mod clock_pair;
mod emit;
mod grammar;
mod lexer;
mod meaning;
mod osm;
mod unsaid;
mod vocabulary;

/// The longest text considered, in characters.
const MAX_CHARACTERS: usize = 1_000;

/// What a text says about opening hours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// The whole text was understood.
    Osm {
        /// OpenStreetMap `opening_hours`, at most 255 characters; [`crate::Schedule::parse`] accepts it.
        osm: String,
    },
    /// Part of the text isn't understood or is ambiguous, so it should be shown as it is and nothing derived from it.
    Unreadable {
        /// The trimmed text.
        text: String,
    },
    /// There is no text.
    Empty,
}

impl Reading {
    /// The hours in OpenStreetMap syntax, if the text was understood.
    pub fn osm(&self) -> Option<&str> {
        match self {
            Self::Osm { osm } => Some(osm),
            Self::Unreadable { .. } | Self::Empty => None,
        }
    }
}

/// Parses opening hours as people write them. Its own output is returned unchanged.
pub fn normalize(text: &str) -> Reading {
    let text = text.trim_matches(lexer::is_blank);
    if text.is_empty() {
        return Reading::Empty;
    }
    match read(text) {
        Some(osm) => Reading::Osm { osm },
        None => Reading::Unreadable {
            text: text.to_owned(),
        },
    }
}

/// The part of a text that [`normalize`] reads and its output can't say, as it was written: `closed major holidays`.
pub fn unsaid(text: &str) -> Option<&str> {
    unsaid::of(text)
}

/// The weekdays that a text in OpenStreetMap syntax names in two rules, neither of which is an exception to the other, as
/// in `Mo 07:00-12:00; Mo 13:00-17:00`. Monday first; none for any other text. [`normalize`] doesn't read such a text.
pub fn repeated_days(text: &str) -> Vec<chrono::Weekday> {
    let text = text.trim_matches(lexer::is_blank);
    if text.chars().nth(MAX_CHARACTERS).is_some() {
        return Vec::new();
    }
    osm::repeated_days(text)
}

fn read(text: &str) -> Option<String> {
    if text.chars().nth(MAX_CHARACTERS).is_some() {
        return None;
    }
    osm::read_strict(text)
        .or_else(|| read_prose(text))
        .or_else(|| osm::read_lenient(text))
}

fn read_prose(text: &str) -> Option<String> {
    let tokens = vocabulary::tokens(lexer::lexemes(text)?)?;
    let statements = grammar::statements(&tokens)?;
    let plan = meaning::WeekPlan::of(statements)?;
    osm::read_strict(&emit::osm(&plan)?)
}
