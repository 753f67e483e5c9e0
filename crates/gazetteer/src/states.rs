//! The 50 states and the District of Columbia.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::LazyLock;

use deunicode::deunicode;

use crate::rows::rows;

static ROWS: LazyLock<Vec<Row>> =
    LazyLock::new(|| rows(include_str!("../data/states.csv"), Row::parse));

/// Abbreviations from before the two-letter codes, without periods and spaces.
const TRADITIONAL: &[(&str, &str)] = &[
    ("ala", "AL"),
    ("alas", "AK"),
    ("ariz", "AZ"),
    ("ark", "AR"),
    ("calif", "CA"),
    ("cal", "CA"),
    ("cali", "CA"),
    ("colo", "CO"),
    ("col", "CO"),
    ("conn", "CT"),
    ("del", "DE"),
    ("dist of columbia", "DC"),
    ("washington dc", "DC"),
    ("fla", "FL"),
    ("flor", "FL"),
    ("geo", "GA"),
    ("hawai", "HI"),
    ("ida", "ID"),
    ("ill", "IL"),
    ("ills", "IL"),
    ("ind", "IN"),
    ("kan", "KS"),
    ("kans", "KS"),
    ("ken", "KY"),
    ("kent", "KY"),
    ("lou", "LA"),
    ("mass", "MA"),
    ("mich", "MI"),
    ("minn", "MN"),
    ("miss", "MS"),
    ("mont", "MT"),
    ("neb", "NE"),
    ("nebr", "NE"),
    ("nev", "NV"),
    ("n hamp", "NH"),
    ("n jersey", "NJ"),
    ("n mex", "NM"),
    ("new mex", "NM"),
    ("n mexico", "NM"),
    ("n york", "NY"),
    ("n car", "NC"),
    ("no car", "NC"),
    ("n carolina", "NC"),
    ("no carolina", "NC"),
    ("n dak", "ND"),
    ("no dak", "ND"),
    ("n dakota", "ND"),
    ("no dakota", "ND"),
    ("okla", "OK"),
    ("ore", "OR"),
    ("oreg", "OR"),
    ("penn", "PA"),
    ("penna", "PA"),
    ("r island", "RI"),
    ("s car", "SC"),
    ("so car", "SC"),
    ("s carolina", "SC"),
    ("so carolina", "SC"),
    ("s dak", "SD"),
    ("so dak", "SD"),
    ("s dakota", "SD"),
    ("so dakota", "SD"),
    ("tenn", "TN"),
    ("tex", "TX"),
    ("virg", "VA"),
    ("wash", "WA"),
    ("w va", "WV"),
    ("w virginia", "WV"),
    ("wis", "WI"),
    ("wisc", "WI"),
    ("wyo", "WY"),
];

struct Row {
    fips: u8,
    fips_text: &'static str,
    code: &'static str,
    name: &'static str,
    centroid: (f64, f64),
}

impl Row {
    fn parse(line: &'static str) -> Option<Self> {
        let mut fields = line.split(',');
        let fips_text = fields.next()?;
        Some(Self {
            fips: fips_text.parse().ok()?,
            fips_text,
            code: fields.next()?,
            name: fields.next()?,
            centroid: (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?),
        })
    }
}

/// One of the 50 states, or the District of Columbia.
#[derive(Clone, Copy)]
pub struct State(&'static Row);

impl State {
    /// All 51, by FIPS code, which is nearly alphabetical order.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        ROWS.iter().map(State)
    }

    /// Parses what people write: "LA", "la", "La.", "Louisiana", "US-LA". Territories and anything else give `None`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        // No spelling of a state is longer, so very long text isn't folded.
        if text.len() > 64 {
            return None;
        }
        let words = letters(text);
        let words = words.strip_prefix("us ").unwrap_or(&words);
        let packed: String = words.chars().filter(|letter| *letter != ' ').collect();
        if packed.len() == 2 {
            return Self::from_code(&packed);
        }
        Self::all()
            .find(|state| same_letters(state.name(), &packed))
            .or_else(|| {
                let (_, code) = TRADITIONAL
                    .iter()
                    .find(|(short, _)| same_letters(short, &packed))?;
                Self::from_code(code)
            })
    }

    /// The state with a two-letter code, in any case.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        Self::all().find(|state| state.code().eq_ignore_ascii_case(code))
    }

    /// The state with a FIPS code (22 = Louisiana).
    #[must_use]
    pub fn from_fips(fips: u8) -> Option<Self> {
        Self::all().find(|state| state.fips() == fips)
    }

    /// The postal service's two-letter code, in capitals.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.0.code
    }

    /// The full name; "District of Columbia" for DC.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// The FIPS code, 1 to 56.
    #[must_use]
    pub fn fips(self) -> u8 {
        self.0.fips
    }

    /// The FIPS code as two digits, the prefix of county codes.
    #[must_use]
    pub fn fips_text(self) -> &'static str {
        self.0.fips_text
    }

    /// Latitude and longitude of the state's center, in degrees.
    #[must_use]
    pub fn centroid(self) -> (f64, f64) {
        self.0.centroid
    }
}

/// Lower-case ASCII letters, in words separated by single spaces.
fn letters(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in deunicode(text).chars() {
        if character.is_ascii_alphabetic() {
            out.push(character.to_ascii_lowercase());
        } else if !out.ends_with(' ') && !out.is_empty() {
            out.push(' ');
        }
    }
    out.truncate(out.trim_end().len());
    out
}

fn same_letters(name: &str, packed: &str) -> bool {
    name.chars()
        .filter(|letter| *letter != ' ')
        .map(|letter| letter.to_ascii_lowercase())
        .eq(packed.chars())
}

impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        self.fips() == other.fips()
    }
}

impl Eq for State {}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.fips().hash(hasher);
    }
}

impl PartialOrd for State {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// By two-letter code.
impl Ord for State {
    fn cmp(&self, other: &Self) -> Ordering {
        self.code().cmp(other.code())
    }
}

impl fmt::Debug for State {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code())
    }
}

impl fmt::Display for State {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_51_with_codes_names_and_numbers_of_their_own() {
        assert_eq!(State::all().len(), 51);
        for state in State::all() {
            assert_eq!(State::parse(state.code()), Some(state));
            assert_eq!(State::parse(&state.code().to_lowercase()), Some(state));
            assert_eq!(State::parse(state.name()), Some(state));
            assert_eq!(State::parse(&state.name().to_uppercase()), Some(state));
            assert_eq!(State::from_fips(state.fips()), Some(state));
        }
    }

    #[test]
    fn reads_what_people_write() {
        for (text, code) in [
            ("La.", "LA"),
            ("L.A.", "LA"),
            (" louisiana ", "LA"),
            ("US-LA", "LA"),
            ("D.C.", "DC"),
            ("Washington, D.C.", "DC"),
            ("Washington", "WA"),
            ("Calif.", "CA"),
            ("N. Carolina", "NC"),
            ("N.C.", "NC"),
            ("W. Va.", "WV"),
            ("West  Virginia", "WV"),
            ("Hawai‘i", "HI"),
            ("Hawaiʻi", "HI"),
            ("NewYork", "NY"),
            ("Penna.", "PA"),
        ] {
            assert_eq!(State::parse(text).map(State::code), Some(code), "{text}");
        }
    }

    #[test]
    fn refuses_what_is_no_state() {
        for text in [
            "",
            " ",
            "PR",
            "Ontario",
            "ON",
            "Lousiana",
            "USA",
            "United States",
            "27601",
            "Carolina",
            "ZZ",
            "🥐",
        ] {
            assert_eq!(State::parse(text), None, "{text}");
        }
        assert_eq!(State::parse(&"Louisiana".repeat(1000)), None);
    }
}
