//! All pending questions at a glance: what they are about, and how many of each. Only what is filtered and grouped by is
//! read of each record, so thousands of them take milliseconds.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use uuid::Uuid;

use super::store::{self, Row};
use crate::{
    catalog::admission::chains,
    platform::{database::Database, error::Result, search_words::Sought},
};

/// The reason of records that earlier versions stored without one.
const OTHER: &str = "other";
/// How many names of a group are told.
const NAMES: usize = 5;

/// What the list is narrowed to. Empty means all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuestionFilter {
    /// A list, such as `osm`.
    pub source: Option<String>,
    /// The code of a reason, such as `similar`.
    pub reason: Option<String>,
    /// The chain that records may belong to.
    pub brand: Option<String>,
    /// Such as `Alexandria, LA`.
    pub town: Option<String>,
    /// Words of the name or the town.
    pub search: Option<String>,
}

/// A value, and how many questions have it.
pub type Counted = BTreeMap<String, u64>;

/// The pending questions that a filter leaves, and what there is to filter by.
#[derive(Clone, Debug, Default)]
pub struct Overview {
    /// Pending questions, whatever the filter.
    pub waiting: u64,
    /// Each counts what is left of the questions by the other filters.
    pub sources: Counted,
    pub reasons: Counted,
    pub towns: Counted,
    /// Chains by name, then possible duplicates by reason, then the others.
    groups: BTreeMap<Topic, QuestionGroup>,
}

/// Questions about one chain, or with one reason.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuestionGroup {
    /// The chain; `None` if it isn't about one.
    pub brand: Option<String>,
    /// The code of the reason, if it isn't about a chain.
    pub reason: Option<String>,
    /// Oldest first.
    pub ids: Vec<Uuid>,
    /// How many of them may duplicate a shop.
    pub duplicates: u64,
    /// The first names, as written; spellings of the same name count once.
    pub names: Vec<String>,
    pub name_count: u64,
}

/// By what questions are grouped and sorted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Topic {
    /// By name, so that the list keeps its order while it is worked on.
    Chain(String),
    Duplicate(String),
    Other(String),
}

/// The part of a stored record that is needed here. Its reason is read by its code, so that new reasons need nothing here.
#[derive(Debug, Default, Deserialize)]
struct Stored {
    why: Option<Why>,
}

#[derive(Debug, Deserialize)]
struct Why {
    code: String,
    brand: Option<String>,
}

#[derive(Debug)]
struct Pending {
    row: Row,
    reason: String,
    brand: Option<String>,
}

impl Pending {
    fn of(row: Row) -> Self {
        let stored: Stored = serde_json::from_str(&row.record).unwrap_or_default();
        let (reason, brand) = match stored.why {
            Some(Why { code, brand }) => (code, brand),
            None => (OTHER.to_owned(), None),
        };
        Self { row, reason, brand }
    }

    fn topic(&self) -> Topic {
        match &self.brand {
            Some(brand) => Topic::Chain(brand.to_lowercase()),
            None if self.row.similar_slug.is_some() => Topic::Duplicate(self.reason.clone()),
            None => Topic::Other(self.reason.clone()),
        }
    }

    /// Which of the filter's parts let this through, in the order list, reason, town; the rest of it does.
    fn passes(&self, filter: &QuestionFilter, sought: &Sought) -> Option<[bool; 3]> {
        let is = |wanted: &Option<String>, value: &str| {
            wanted.as_deref().is_none_or(|wanted| wanted == value)
        };
        let text = || format!("{} {}", self.row.name, self.row.town);
        let has_words = sought.is_empty() || sought.are_in(&text());
        let brand = self.brand.as_deref().unwrap_or_default().to_lowercase();
        let of_brand = filter.brand.as_ref().map(|brand| brand.to_lowercase());
        let has_rest = has_words && is(&of_brand, &brand);
        has_rest.then(|| {
            [
                is(&filter.source, &self.row.source),
                is(&filter.reason, &self.reason),
                is(&filter.town, &self.row.town),
            ]
        })
    }
}

impl Overview {
    /// Reads all pending questions.
    pub(super) async fn read(database: &Database, filter: &QuestionFilter) -> Result<Self> {
        let rows = store::open_rows(database).await?;
        Ok(Self::of(rows, filter))
    }

    fn of(rows: Vec<Row>, filter: &QuestionFilter) -> Self {
        let sought = Sought::of(filter.search.as_deref().unwrap_or_default());
        let mut overview = Self {
            waiting: rows.len() as u64,
            ..Self::default()
        };
        let mut left = Vec::new();
        for pending in rows.into_iter().map(Pending::of) {
            let Some([source, reason, town]) = pending.passes(filter, &sought) else {
                continue;
            };
            let mut count = |counted: fn(&mut Self) -> &mut Counted, value: &str, others: bool| {
                if others {
                    *counted(&mut overview).entry(value.to_owned()).or_default() += 1;
                }
            };
            count(|all| &mut all.sources, &pending.row.source, reason && town);
            count(|all| &mut all.reasons, &pending.reason, source && town);
            count(|all| &mut all.towns, &pending.row.town, source && reason);
            if source && reason && town {
                left.push((pending.topic(), pending));
            }
        }
        left.sort_by_key(|(_, pending)| (pending.row.number, pending.row.id));
        let mut names: BTreeMap<Topic, BTreeSet<String>> = BTreeMap::new();
        for (topic, pending) in left {
            let group = overview
                .groups
                .entry(topic.clone())
                .or_insert_with(|| QuestionGroup {
                    reason: pending.brand.is_none().then(|| pending.reason.clone()),
                    brand: pending.brand.clone(),
                    ..QuestionGroup::default()
                });
            group.duplicates += u64::from(pending.row.similar_slug.is_some());
            let key = chains::key(&pending.row.name).unwrap_or_default();
            if names.entry(topic).or_default().insert(key) {
                group.name_count += 1;
                if group.names.len() < NAMES {
                    group.names.push(pending.row.name);
                }
            }
            group.ids.push(pending.row.id);
        }
        overview
    }

    pub fn groups(&self) -> impl Iterator<Item = &QuestionGroup> {
        self.groups.values()
    }

    /// All questions, group by group.
    pub fn ids(&self) -> impl Iterator<Item = Uuid> {
        self.groups().flat_map(|group| group.ids.iter().copied())
    }

    /// How many questions the filter leaves.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.ids().count() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(number: i64, name: &str, why: &str, similar: Option<&str>) -> Row {
        Row {
            id: Uuid::from_u128(u128::try_from(number).unwrap()),
            number,
            source: if number % 2 == 0 { "guide" } else { "osm" }.to_owned(),
            name: name.to_owned(),
            town: "Alexandria, LA".to_owned(),
            similar_slug: similar.map(str::to_owned),
            record: format!(r#"{{"why":{why},"facts":{{}}}}"#),
        }
    }

    fn rows() -> Vec<Row> {
        let cup = r#"{"code":"common_name","brand":"Second Cup"}"#;
        let typo = r#"{"code":"misspelling","brand":"Second Cup"}"#;
        let similar = r#"{"code":"similar","signs":[]}"#;
        vec![
            row(1, "Lantern", similar, Some("lantern")),
            row(2, "Second Cup", cup, None),
            row(3, "Q?", r#"{"code":"of tomorrow"}"#, None),
            row(4, "SECOND CUP!", cup, None),
            row(5, "Second Cop", typo, None),
            row(6, "Old", "null", None),
        ]
    }

    #[test]
    fn questions_are_grouped_by_chain_and_then_by_reason() {
        let overview = Overview::of(rows(), &QuestionFilter::default());
        let numbers: Vec<u128> = overview.ids().map(|id| id.as_u128()).collect();
        assert_eq!(numbers, [2, 4, 5, 1, 3, 6]);
        let groups: Vec<_> = overview
            .groups()
            .map(|group| {
                let (brand, reason) = (group.brand.as_deref(), group.reason.as_deref());
                (brand, reason, group.ids.len())
            })
            .collect();
        let expected = [
            (Some("Second Cup"), None, 3),
            (None, Some("similar"), 1),
            (None, Some("of tomorrow"), 1),
            (None, Some("other"), 1),
        ];
        assert_eq!(groups, expected);
        let cup = overview.groups().next().unwrap();
        assert_eq!(cup.names, ["Second Cup", "Second Cop"]);
        assert_eq!((cup.name_count, cup.duplicates), (2, 0));
    }

    #[test]
    fn each_filter_counts_what_the_others_leave() {
        let filter = QuestionFilter {
            source: Some("guide".to_owned()),
            reason: Some("common_name".to_owned()),
            search: Some("cup  second".to_owned()),
            ..QuestionFilter::default()
        };
        let overview = Overview::of(rows(), &filter);
        assert_eq!((overview.total(), overview.waiting), (2, 6));
        let sources = Counted::from([("guide".to_owned(), 2)]);
        assert_eq!(overview.sources, sources);
        let all = Overview::of(
            rows(),
            &QuestionFilter {
                source: Some("osm".to_owned()),
                ..QuestionFilter::default()
            },
        );
        assert_eq!(all.total(), 3);
        assert_eq!(all.sources.get("guide"), Some(&3));
        assert_eq!(all.reasons.get("misspelling"), Some(&1));
        assert_eq!(all.reasons.get("common_name"), None);
    }
}
