//! Where a shop's facts come from and how old they are, as shown on its page.

use chrono::{DateTime, Utc};

use super::entities::shop;

/// The source of facts from a shop's owner.
pub const OWNER: &str = "owner";
/// The source of facts from the person who listed it (D42).
pub const SUBMITTER: &str = "submitter";
/// The source of facts from the administrator.
pub const EDITORS: &str = "admin";
/// The source of facts on which visitors of different networks agreed (D97).
pub const VISITORS: &str = "visitors";

/// The name of a demo's invented list. Its imports, questions and shops go with the demo, so nobody else may call a list so.
pub const SAMPLE_LIST: &str = "sample-coffee-guide";

/// The AI text's name among the facts, and its source. It is made from other facts, so it is no source of its own.
pub const AI_TEXT: &str = "aiGeneratedDescription";
pub const AI: &str = "ai";
/// The source of facts from Foursquare's API, which are shown for a limited time (D72); `foursquare` alone is its open list.
pub const FOURSQUARE_API: &str = "foursquare_api";

/// Providers with a known license: their name in `--source` and the formats, their name for people, the license.
const PROVIDERS: [(&str, &str, &str); 3] = [
    ("osm", "OpenStreetMap", "ODbL 1.0"),
    ("foursquare", "Foursquare", "Apache 2.0"),
    ("overture", "Overture Maps", "CDLA Permissive 2.0"),
];
/// Names of lists that nobody named.
const UNNAMED: [&str; 3] = ["table", "json", "geojson"];
/// How many lists a page names.
const NAMED: usize = 3;

/// A source of a shop's facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// For people, such as `OpenStreetMap`.
    pub name: Box<str>,
    /// The date of its facts.
    pub as_of: Option<DateTime<Utc>>,
    /// For example `ODbL 1.0`.
    pub license: Option<Box<str>>,
}

/// Whether this is a known provider, which an operator's list can be attributed to.
#[must_use]
pub fn is_provider(name: &str) -> bool {
    PROVIDERS.iter().any(|(key, ..)| *key == name)
}

impl Origin {
    fn of(row: &shop::Model, source: &str) -> Self {
        let noted = row.origins.0.get(source).cloned().unwrap_or_default();
        let provider = noted.provider.as_deref().unwrap_or(source);
        let known = PROVIDERS.iter().find(|(key, ..)| *key == provider);
        let license = noted.license.as_deref();
        Self {
            name: match (known, source) {
                (Some((_, name, _)), _) => (*name).into(),
                (None, OWNER) => "the shop's owner".into(),
                (None, SUBMITTER) => "the person who listed it".into(),
                (None, EDITORS) => "our editors".into(),
                (None, VISITORS) => "visitors".into(),
                (None, source) if UNNAMED.contains(&source) => "an imported list".into(),
                (None, source) => in_words(source).into(),
            },
            as_of: match source {
                SUBMITTER => Some(row.created_at),
                OWNER if row.hours_confirmed_by.is_none() => row.hours_confirmed_at,
                _ => noted.as_of,
            },
            license: license
                .or(known.map(|(_, _, license)| *license))
                .map(Into::into),
        }
    }

    /// `OpenStreetMap, March 2020`.
    fn label(&self) -> String {
        match self.as_of {
            Some(date) => format!("{}, {}", self.name, date.format("%B %Y")),
            None => self.name.to_string(),
        }
    }
}

/// `county-guide` → `County guide`.
fn in_words(source: &str) -> String {
    let words = source.replace(['-', '_'], " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// Where a shop's facts come from: lists first, starting with the one that gave the most; people if there is no list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origins {
    sources: Box<[Origin]>,
    /// People changed facts from lists.
    is_edited: bool,
    /// The date of hours from a list.
    pub hours_as_of: Option<DateTime<Utc>>,
}

impl Origins {
    /// The names of the lists and people behind its facts.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().map(|source| &*source.name)
    }

    /// Derives it from the row.
    #[must_use]
    pub fn of(row: &shop::Model) -> Self {
        let mut sources: Vec<(&str, usize)> = Vec::new();
        let facts = row
            .provenance
            .0
            .iter()
            // Foursquare's API is named as long as its facts are shown, which depends on the time.
            .filter(|(fact, source)| {
                !matches!(fact.as_str(), "closed" | AI_TEXT) && *source != FOURSQUARE_API
            });
        for (_, source) in facts {
            match sources.iter_mut().find(|(known, _)| known == source) {
                Some((_, count)) => *count += 1,
                None => sources.push((source, 1)),
            }
        }
        sources.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let (people, mut lists): (Vec<_>, Vec<_>) = sources
            .into_iter()
            .map(|(source, _)| source)
            .partition(|source| matches!(*source, OWNER | SUBMITTER | EDITORS | VISITORS));
        let is_edited = !people.is_empty() && !lists.is_empty();
        if lists.is_empty() {
            lists.extend(people.first());
        }
        let hours = row.provenance.0.get("hours");
        Self {
            sources: lists
                .into_iter()
                .take(NAMED)
                .map(|source| Origin::of(row, source))
                .collect(),
            is_edited,
            hours_as_of: hours
                .and_then(|source| row.origins.0.get(source))
                .and_then(|origin| origin.as_of)
                .filter(|_| row.hours.is_some()),
        }
    }

    /// The source of most of the facts.
    #[must_use]
    pub fn main(&self) -> Option<&Origin> {
        self.sources.first()
    }

    /// The newest date of its sources.
    #[must_use]
    pub fn last_word(&self) -> Option<DateTime<Utc>> {
        self.sources.iter().filter_map(|source| source.as_of).max()
    }

    /// `From OpenStreetMap, March 2020, with later changes by people`.
    #[must_use]
    pub fn label(&self) -> Option<String> {
        let named: Vec<String> = self.sources.iter().map(Origin::label).collect();
        let (last, rest) = named.split_last()?;
        let lists = match rest {
            [] => last.clone(),
            rest => format!("{}; and {last}", rest.join("; ")),
        };
        let edited = if self.is_edited {
            ", with later changes by people"
        } else {
            ""
        };
        Some(format!("From {lists}{edited}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{
        admission::{
            facts::Facts,
            shop::{Origin as NewOrigin, new_shop},
        },
        entities::shop::FactOrigin,
    };

    fn row(sources: &[(&str, &str)]) -> shop::Model {
        let origin = NewOrigin {
            id: uuid::Uuid::nil(),
            now: "2026-05-01T00:00:00Z".parse().unwrap(),
            source: "osm",
        };
        let mut row = new_shop(String::new(), &Facts::default(), uuid::Uuid::nil(), origin);
        let sources = sources.iter();
        row.provenance.0 = sources
            .map(|(fact, source)| ((*fact).to_owned(), (*source).to_owned()))
            .collect();
        row
    }

    #[test]
    fn the_list_that_gave_most_stands_first() {
        let mut row = row(&[
            ("name", "osm"),
            ("address", "osm"),
            ("phone", "county-guide"),
            ("hours", "owner"),
        ]);
        let as_of = Some("2020-03-07T00:22:02Z".parse().unwrap());
        row.origins.0.insert(
            "osm".to_owned(),
            FactOrigin {
                as_of,
                ..FactOrigin::default()
            },
        );
        let origins = Origins::of(&row);
        let main = origins.main().unwrap();
        assert_eq!(
            (&*main.name, main.as_of, main.license.as_deref()),
            ("OpenStreetMap", as_of, Some("ODbL 1.0"))
        );
        assert_eq!(
            origins.label().unwrap(),
            "From OpenStreetMap, March 2020; and County guide, with later changes by people"
        );
        assert_eq!(origins.hours_as_of, None, "the owner's hours are no list's");
    }

    #[test]
    fn a_named_list_of_a_provider_keeps_its_name_and_license() {
        let mut row = row(&[("name", "raleigh")]);
        row.origins.0.insert(
            "raleigh".to_owned(),
            FactOrigin {
                provider: Some("osm".to_owned()),
                ..FactOrigin::default()
            },
        );
        let origins = Origins::of(&row);
        assert_eq!(origins.label().unwrap(), "From OpenStreetMap");
        assert_eq!(origins.main().unwrap().license.as_deref(), Some("ODbL 1.0"));
    }

    #[test]
    fn people_are_named_where_there_is_no_list() {
        let origins = Origins::of(&row(&[("name", "submitter")]));
        assert_eq!(
            origins.label().unwrap(),
            "From the person who listed it, May 2026"
        );
        assert_eq!(Origins::of(&row(&[])).label(), None);
    }
}
