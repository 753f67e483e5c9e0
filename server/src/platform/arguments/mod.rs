//! URL parameters: declared once, parsed once, and the only part of a query string that goes into a cache key.

mod parameter;

use std::collections::BTreeMap;

use percent_encoding::percent_decode_str;

pub use parameter::{Area, Kind, Parameter};

use super::error::{Error, Result};

/// The arguments of a URL: its path parameters, and its known, valid, non-default query parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    path: BTreeMap<String, String>,
    query: BTreeMap<String, String>,
}

impl Arguments {
    /// Parses `query` (without its question mark) according to `known`, ignoring unknown parameters.
    ///
    /// # Errors
    ///
    /// When a known parameter has an invalid value; the error names it.
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
            arguments.set(parameter, &value)?;
        }
        Ok(arguments)
    }

    /// Arguments that are not parsed from a URL: `query` has the values as text.
    ///
    /// # Errors
    ///
    /// When a parameter has an invalid value; the error names it.
    pub fn of<'a>(
        path: BTreeMap<String, String>,
        query: impl IntoIterator<Item = (&'a Parameter, String)>,
    ) -> Result<Self> {
        let mut arguments = Self {
            path,
            query: BTreeMap::new(),
        };
        for (parameter, value) in query {
            arguments.set(parameter, &value)?;
        }
        Ok(arguments)
    }

    fn set(&mut self, parameter: &Parameter, value: &str) -> Result<()> {
        if let Some(value) = parameter.parse(value)? {
            self.query.insert(parameter.name.clone(), value);
        }
        Ok(())
    }

    /// The same URL with another value for its path parameter, for something that has moved.
    #[must_use]
    pub fn moved_to(mut self, value: String) -> Self {
        if let Some(named) = self.path.values_mut().next() {
            *named = value;
        }
        self
    }

    /// The query of page `page` of the same list, including the question mark.
    #[must_use]
    pub fn query_of_page(mut self, page: usize) -> String {
        self.query.insert("page".to_owned(), page.to_string());
        format!("?{}", self.canonical_query())
    }

    /// The canonical URL for these arguments under `pattern`, such as `/cities/{slug}`.
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

    /// The path parameter `name`; empty if the pattern has none.
    #[must_use]
    pub fn path(&self, name: &str) -> &str {
        self.path.get(name).map_or("", String::as_str)
    }

    /// The query parameter `name`, if it is present and not the default.
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
        self.query(name).and_then(parameter::point)
    }

    /// The query parameter `name` as an area.
    #[must_use]
    pub fn area(&self, name: &str) -> Option<Area> {
        self.query(name).and_then(Area::parse)
    }

    /// The value of `name` from path or query, or its declared default.
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

    /// The canonical query: sorted, without defaults and unknown parameters.
    #[must_use]
    pub fn canonical_query(&self) -> String {
        self.query
            .iter()
            .map(|(name, value)| format!("{name}={}", encode(value)))
            .collect::<Vec<_>>()
            .join("&")
    }
}

/// Percent-decodes text; `None` if the bytes aren't UTF-8.
#[must_use]
pub fn decode(text: &str) -> Option<String> {
    percent_decode_str(text)
        .decode_utf8()
        .ok()
        .map(std::borrow::Cow::into_owned)
}

/// Percent-encodes like JavaScript's `encodeURIComponent`, so both sides write the same URL.
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
