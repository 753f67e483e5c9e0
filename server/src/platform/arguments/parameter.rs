//! Parameter types, and the canonical form of their values.

use serde::Deserialize;

use crate::platform::error::{Error, Result};

/// A known query parameter.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Parameter {
    /// Its name in the URL. Taken from the key where parameters are read as a map.
    #[serde(skip)]
    pub name: String,
    /// What its value may be.
    #[serde(flatten)]
    pub kind: Kind,
}

/// The type of a parameter. Any other value is refused before it reaches the cache or a read.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(
    tag = "type",
    rename_all = "lowercase",
    rename_all_fields = "camelCase"
)]
pub enum Kind {
    /// A whole number; `default` is used when the parameter is absent.
    Integer {
        default: Option<i64>,
        min: i64,
        max: i64,
    },
    /// A decimal number.
    Number { min: f64, max: f64 },
    /// Degrees north or east, up to `max` in either direction, rounded to four decimals (about ten meters).
    Degrees { max: f64 },
    /// Text, trimmed and with single spaces; blank means absent.
    Text { max_length: usize },
    /// `true`, or absent.
    Flag,
    /// One of these words.
    Choice { values: Vec<String> },
    /// `latitude,longitude` in degrees, rounded to one decimal: what is nearby doesn't change within a few miles.
    Point,
    /// `west,south,east,north` in degrees.
    Area,
}

/// A rectangle between two meridians and two parallels, in degrees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub west: f64,
    pub south: f64,
    pub east: f64,
    pub north: f64,
}

impl Area {
    /// `None` unless `text` is four valid numbers in the order west, south, east, north.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let numbers: Vec<f64> = text
            .split(',')
            .map(|number| degrees(number.trim(), 3))
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

    /// Whether the point is inside or on the edge.
    #[must_use]
    pub fn holds(&self, (latitude, longitude): (f64, f64)) -> bool {
        (self.south..=self.north).contains(&latitude)
            && (self.west..=self.east).contains(&longitude)
    }
}

impl Parameter {
    pub(super) fn new(name: &str, kind: Kind) -> Self {
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

    /// Degrees north or east, up to `max` in either direction.
    #[must_use]
    pub fn degrees(name: &str, max: f64) -> Self {
        Self::new(name, Kind::Degrees { max })
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

    /// The canonical value; `None` if it is absent or the default.
    pub(super) fn parse(&self, value: &str) -> Result<Option<String>> {
        let given = value;
        let value = value.trim();
        // Forms submit empty fields, too; only text may be empty.
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
            Kind::Degrees { max } => match value.parse::<f64>() {
                Ok(degrees) if (-*max..=*max).contains(&degrees) => {
                    Ok(Some(rounded(degrees, 4).to_string()))
                }
                _ => refuse(format!(
                    "'{}' must be a number from -{max} to {max}.",
                    self.name
                )),
            },
            Kind::Text { max_length } => {
                // Text copied from a table or across lines contains tabs and line breaks.
                let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
                if value.chars().any(char::is_control) {
                    return refuse(format!(
                        "'{}' must not contain control characters.",
                        self.name
                    ));
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
                Some((latitude, longitude)) => Ok(Some(format!(
                    "{},{}",
                    rounded(latitude, 1),
                    rounded(longitude, 1)
                ))),
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

    /// Whether its values are coordinates, of which there are any number.
    #[must_use]
    pub fn is_place(&self) -> bool {
        matches!(self.kind, Kind::Degrees { .. } | Kind::Point | Kind::Area)
    }

    pub(super) fn default(&self) -> Option<String> {
        match self.kind {
            Kind::Integer { default, .. } => default.map(|number| number.to_string()),
            _ => None,
        }
    }
}

/// Rounds to this many decimals, avoiding negative zero.
fn rounded(number: f64, decimals: i32) -> f64 {
    let factor = 10_f64.powi(decimals);
    (number * factor).round() / factor + 0.0
}

/// Plain decimals only, as the API description says: no exponent, no plus, at most `digits` before the point.
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

/// (latitude, longitude) in degrees.
pub(super) fn point(value: &str) -> Option<(f64, f64)> {
    let (latitude, longitude) = value.split_once(',')?;
    let (latitude, longitude) = (degrees(latitude, 2)?, degrees(longitude, 3)?);
    ((-90.0..=90.0).contains(&latitude) && (-180.0..=180.0).contains(&longitude))
        .then_some((latitude, longitude))
}
