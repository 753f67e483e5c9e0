//! The parameters that an address may carry: declared once, parsed once, and the only part of a query string that a
//! cache key may hold.

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;
use serde::Deserialize;

use super::error::{Error, Result};

/// One known query parameter.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Parameter {
    /// Its name in the address. Filled from the key where parameters are read as a map.
    #[serde(skip)]
    pub name: String,
    /// What its value may be.
    #[serde(flatten)]
    pub kind: Kind,
}

/// What a parameter's value may be. Everything else is refused before a cache or a read is asked.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(
    tag = "type",
    rename_all = "lowercase",
    rename_all_fields = "camelCase"
)]
pub enum Kind {
    /// A whole number; the default is what an address without it means.
    Integer {
        default: Option<i64>,
        min: i64,
        max: i64,
    },
    /// A decimal number.
    Number { min: f64, max: f64 },
    /// Text, trimmed, with single spaces between its words; blank is the same as absent.
    Text { max_length: usize },
    /// `true`, or absent.
    Flag,
    /// One of a few words.
    Choice { values: Vec<String> },
    /// `latitude,longitude` in degrees.
    Point,
    /// `west,south,east,north` in degrees.
    Area,
}

/// A part of the globe between two meridians and two parallels, in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub west: f64,
    pub south: f64,
    pub east: f64,
    pub north: f64,
}

impl Area {
    /// `None` unless `text` is four numbers on the globe, in the order west, south, east, north.
    fn parse(text: &str) -> Option<Self> {
        let numbers: Vec<f64> = text
            .split(',')
            .map(|number| number.trim().parse().ok())
            .collect::<Option<_>>()?;
        let &[west, south, east, north] = numbers.as_slice() else {
            return None;
        };
        let on_globe = [south, north].iter().all(|degrees| degrees.abs() <= 90.0)
            && [west, east].iter().all(|degrees| degrees.abs() <= 180.0);
        (on_globe && west <= east && south <= north).then_some(Self {
            west,
            south,
            east,
            north,
        })
    }

    /// Whether the point lies in it or on its edge.
    #[must_use]
    pub fn holds(&self, (latitude, longitude): (f64, f64)) -> bool {
        (self.south..=self.north).contains(&latitude)
            && (self.west..=self.east).contains(&longitude)
    }
}

/// What an address asks for: its path parameters and its known, valid, non-default query parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    path: BTreeMap<String, String>,
    query: BTreeMap<String, String>,
}

impl Parameter {
    fn new(name: &str, kind: Kind) -> Self {
        Self {
            name: name.to_owned(),
            kind,
        }
    }

    /// A whole number from `min` to `max`; absent means `default`.
    #[must_use]
    pub fn integer(name: &str, default: Option<i64>, min: i64, max: i64) -> Self {
        Self::new(name, Kind::Integer { default, min, max })
    }

    /// A text of at most `max_length` characters.
    #[must_use]
    pub fn text(name: &str, max_length: usize) -> Self {
        Self::new(name, Kind::Text { max_length })
    }

    /// One of `values`.
    #[must_use]
    pub fn choice(name: &str, values: &[&str]) -> Self {
        Self::new(
            name,
            Kind::Choice {
                values: values.iter().map(|&value| value.to_owned()).collect(),
            },
        )
    }

    /// `latitude,longitude`.
    #[must_use]
    pub fn point(name: &str) -> Self {
        Self::new(name, Kind::Point)
    }

    /// `west,south,east,north`.
    #[must_use]
    pub fn area(name: &str) -> Self {
        Self::new(name, Kind::Area)
    }

    /// The value in its one spelling; `None` for absent or default.
    fn parse(&self, value: &str) -> Result<Option<String>> {
        let given = value;
        let value = value.trim();
        // A form sends its empty fields too; what is not text has no empty value.
        if value.is_empty() && matches!(self.kind, Kind::Text { .. }) {
            return Ok(None);
        }
        let refuse = |message: String| Err(Error::invalid_field(self.name.clone(), message));
        match &self.kind {
            Kind::Integer { default, min, max } => match value.parse::<i64>() {
                Ok(number) if (*min..=*max).contains(&number) => {
                    Ok((Some(number) != *default).then(|| number.to_string()))
                }
                _ => refuse(format!(
                    "'{}' must be a whole number from {min} to {max}.",
                    self.name
                )),
            },
            Kind::Number { min, max } => match value.parse::<f64>() {
                Ok(number) if (*min..=*max).contains(&number) => Ok(Some(number.to_string())),
                _ => refuse(format!(
                    "'{}' must be a number from {min} to {max}.",
                    self.name
                )),
            },
            Kind::Text { max_length } => {
                // What was copied from a table or over two lines has tabs and line ends for spaces.
                let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
                if value.chars().any(char::is_control) {
                    return refuse(format!("'{}' must not hold control characters.", self.name));
                }
                if given.chars().count() > *max_length {
                    return refuse(format!(
                        "'{}' must be at most {max_length} characters long.",
                        self.name
                    ));
                }
                Ok(Some(value))
            }
            Kind::Flag if value == "true" => Ok(Some(value.to_owned())),
            Kind::Flag if value == "false" => Ok(None),
            Kind::Flag => refuse(format!("'{}' must be true or absent.", self.name)),
            Kind::Choice { values } if values.iter().any(|known| known == value) => {
                Ok(Some(value.to_owned()))
            }
            Kind::Choice { values } => refuse(format!(
                "'{}' must be one of: {}.",
                self.name,
                values.join(", ")
            )),
            Kind::Point => match point(value) {
                Some((latitude, longitude)) => Ok(Some(format!("{latitude},{longitude}"))),
                None => refuse(format!(
                    "'{}' must be latitude,longitude in degrees.",
                    self.name
                )),
            },
            Kind::Area => match Area::parse(value) {
                Some(Area {
                    west,
                    south,
                    east,
                    north,
                }) => Ok(Some(format!("{west},{south},{east},{north}"))),
                None => refuse(format!(
                    "'{}' must be west,south,east,north in degrees.",
                    self.name
                )),
            },
        }
    }

    fn default(&self) -> Option<String> {
        match self.kind {
            Kind::Integer { default, .. } => default.map(|number| number.to_string()),
            _ => None,
        }
    }
}

/// Plain decimals only, as the API's description says: no exponent, no plus, at most `digits` before the point.
fn degrees(text: &str, digits: usize) -> Option<f64> {
    let plain = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = plain.split_once('.').unwrap_or((plain, "0"));
    let is_number = |part: &str, most: usize| {
        (1..=most).contains(&part.len()) && part.bytes().all(|digit| digit.is_ascii_digit())
    };
    if !is_number(whole, digits) || !is_number(fraction, 15) {
        return None;
    }
    text.parse().ok()
}

fn point(value: &str) -> Option<(f64, f64)> {
    let (latitude, longitude) = value.split_once(',')?;
    let (latitude, longitude) = (degrees(latitude, 2)?, degrees(longitude, 3)?);
    ((-90.0..=90.0).contains(&latitude) && (-180.0..=180.0).contains(&longitude))
        .then_some((latitude, longitude))
}

impl Arguments {
    /// Reads `query` (without its question mark) by `known`. Unknown parameters are passed over; a bad value is refused
    /// with the parameter's name.
    pub fn parse(path: BTreeMap<String, String>, query: &str, known: &[Parameter]) -> Result<Self> {
        let mut arguments = Self {
            path,
            query: BTreeMap::new(),
        };
        let mut seen: Vec<&str> = Vec::new();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let Some(parameter) = known.iter().find(|parameter| parameter.name == name) else {
                continue;
            };
            if seen.contains(&name) {
                continue;
            }
            seen.push(name);
            let value = decode(&value.replace('+', " ")).ok_or_else(|| {
                Error::invalid_field(
                    parameter.name.clone(),
                    format!("'{name}' is not valid UTF-8."),
                )
            })?;
            if let Some(value) = parameter.parse(&value)? {
                arguments.query.insert(parameter.name.clone(), value);
            }
        }
        Ok(arguments)
    }

    /// The same address with another value for its path parameter: what it names has moved there.
    #[must_use]
    pub fn moved_to(mut self, value: String) -> Self {
        if let Some(named) = self.path.values_mut().next() {
            *named = value;
        }
        self
    }

    /// The one spelling of the address that these arguments mean under `pattern`, such as `/cities/{slug}`.
    #[must_use]
    pub fn canonical_address(&self, pattern: &str) -> String {
        let mut address = String::with_capacity(pattern.len() + 64);
        let mut rest = pattern;
        while let Some((before, after)) = rest.split_once('{') {
            address.push_str(before);
            let (name, after) = after.split_once('}').unwrap_or((after, ""));
            address.push_str(&encode(self.path(name)));
            rest = after;
        }
        address.push_str(rest);
        if !self.query.is_empty() {
            address.push('?');
            address.push_str(&self.canonical_query());
        }
        address
    }

    /// The path parameter `name`; empty when the pattern has none.
    #[must_use]
    pub fn path(&self, name: &str) -> &str {
        self.path.get(name).map_or("", String::as_str)
    }

    /// The query parameter `name`, when it is there and not its default.
    #[must_use]
    pub fn query(&self, name: &str) -> Option<&str> {
        self.query.get(name).map(String::as_str)
    }

    /// The query parameter `name` as a whole number.
    #[must_use]
    pub fn integer(&self, name: &str) -> Option<usize> {
        self.query(name).and_then(|value| value.parse().ok())
    }

    /// The query parameter `name` as (latitude, longitude).
    #[must_use]
    pub fn point(&self, name: &str) -> Option<(f64, f64)> {
        self.query(name).and_then(point)
    }

    /// An area.
    #[must_use]
    pub fn area(&self, name: &str) -> Option<Area> {
        self.query(name).and_then(Area::parse)
    }

    /// The value of `name`, wherever it stands, with the declared default filled in.
    #[must_use]
    pub fn value_of(&self, name: &str, known: &[Parameter]) -> Option<String> {
        self.path
            .get(name)
            .or_else(|| self.query.get(name))
            .cloned()
            .or_else(|| {
                known
                    .iter()
                    .find(|parameter| parameter.name == name)
                    .and_then(Parameter::default)
            })
    }

    /// The query in its one spelling: sorted, without defaults and without what is unknown.
    #[must_use]
    pub fn canonical_query(&self) -> String {
        self.query
            .iter()
            .map(|(name, value)| format!("{name}={}", encode(value)))
            .collect::<Vec<_>>()
            .join("&")
    }
}

/// Percent-decodes into text; `None` when the bytes are no UTF-8.
#[must_use]
pub fn decode(text: &str) -> Option<String> {
    percent_decode_str(text)
        .decode_utf8()
        .ok()
        .map(std::borrow::Cow::into_owned)
}

/// Percent-encodes what JavaScript's `encodeURIComponent` encodes, so that both sides write the same address.
#[must_use]
pub fn encode(text: &str) -> String {
    use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
    const COMPONENT: &AsciiSet = &NON_ALPHANUMERIC
        .remove(b'-')
        .remove(b'_')
        .remove(b'.')
        .remove(b'!')
        .remove(b'~')
        .remove(b'*')
        .remove(b'\'')
        .remove(b'(')
        .remove(b')');
    utf8_percent_encode(text, COMPONENT).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Vec<Parameter> {
        vec![
            Parameter::integer("page", Some(1), 1, 100),
            Parameter::text("q", 9),
            Parameter::choice("sort", &["newest"]),
            Parameter::point("near"),
            Parameter::new("open", Kind::Flag),
            Parameter::area("bbox"),
        ]
    }

    fn parse(query: &str) -> Result<Arguments> {
        Arguments::parse(BTreeMap::new(), query, &known())
    }

    #[test]
    fn the_unknown_and_the_default_are_not_in_the_canonical_query() {
        let arguments =
            parse("utm_source=mail&sort=newest&page=1&q=+caf%C3%A9&open=false").unwrap();
        assert_eq!(arguments.canonical_query(), "q=caf%C3%A9&sort=newest");
        assert_eq!(arguments.value_of("page", &known()).as_deref(), Some("1"));
    }

    #[test]
    fn white_space_within_a_text_is_a_space() {
        let arguments = parse("q=%09a%09b%0D%0A++c").unwrap();
        assert_eq!(arguments.canonical_query(), "q=a%20b%20c");
    }

    #[test]
    fn bad_values_are_refused_by_name() {
        for (query, name) in [
            ("page=0", "page"),
            ("page=101", "page"),
            ("page=-1", "page"),
            ("page=1e3", "page"),
            ("page=", "page"),
            ("sort=", "sort"),
            ("open=", "open"),
            ("q=much+too+long", "q"),
            ("q=a%00b", "q"),
            ("q=%ff", "q"),
            ("sort=oldest", "sort"),
            ("near=91,0", "near"),
            ("near=1", "near"),
            ("near=1e1,2", "near"),
            ("near=%2B1,2", "near"),
            ("near=1,%202", "near"),
            ("open=maybe", "open"),
            ("bbox=1,2,3", "bbox"),
            ("bbox=-92,31,-93,32", "bbox"),
            ("bbox=-93,31,-92,91", "bbox"),
            ("bbox=-93,31,-92,NaN", "bbox"),
            ("bbox=-93,31,-92,inf", "bbox"),
        ] {
            match parse(query) {
                Err(Error::Invalid {
                    field: Some(field), ..
                }) => assert_eq!(field, name, "{query}"),
                other => panic!("{query}: {other:?}"),
            }
        }
    }

    #[test]
    fn an_area_has_one_spelling_and_holds_its_edge() {
        let arguments = parse("bbox=-93.0,%2031,-92,+32.50").unwrap();
        assert_eq!(arguments.query("bbox"), Some("-93,31,-92,32.5"));
        let area = arguments.area("bbox").unwrap();
        assert!(area.holds((31.0, -93.0)) && area.holds((32.0, -92.5)));
        assert!(!area.holds((30.9, -92.5)) && !area.holds((32.0, -91.9)));
    }

    #[test]
    fn the_first_of_a_repeated_parameter_counts() {
        assert_eq!(parse("page=2&page=3").unwrap().integer("page"), Some(2));
        assert_eq!(parse("page=1&page=3").unwrap().integer("page"), None);
        assert_eq!(parse("q=&q=tea").unwrap().query("q"), None);
    }
}
