//! What metro expansion answers, and what is kept of its runs.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    answers::{ExpandedTown, ExpansionState},
    areas::AreaListOrigin,
};

/// What a run did in one metro area.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpandedArea {
    /// The slug of its main town.
    pub slug: String,
    /// `Alexandria, LA`.
    pub name: String,
    pub coffee_shops_added: usize,
    /// Its main town, then the smaller ones.
    pub towns: Vec<ExpandedTown>,
    /// Why it isn't done: no service answered about one of its towns.
    #[schema(required)]
    pub error: Option<String>,
    /// ID of the entry in the audit log, for undo; `null` if it isn't done.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// The result of a run, or what it has done so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MetroExpansion {
    /// A sentence about it.
    pub message: String,
    /// Areas that are done.
    pub areas_processed: usize,
    pub coffee_shops_added: usize,
    pub areas: Vec<ExpandedArea>,
}

/// A run of metro expansion.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MetroExpansionRun {
    /// The job's.
    pub id: Uuid,
    /// How many areas it was asked to process.
    pub areas_to_process: usize,
    pub state: ExpansionState,
    /// Why it failed.
    #[schema(required)]
    pub error: Option<String>,
    pub created_at: DateTime<Utc>,
    pub result: MetroExpansion,
    /// Entries in the audit log of areas that were taken back.
    pub undone: Vec<Uuid>,
}

/// The latest runs.
#[derive(Debug, Serialize, ToSchema)]
pub struct MetroExpansionRuns {
    /// Newest first, at most ten.
    pub runs: Vec<MetroExpansionRun>,
}

/// How many metro areas are done.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpansionStats {
    /// With one decimal place.
    pub completion_percentage: f64,
    /// Areas that are done.
    pub scraped_areas: usize,
    pub total_metro_areas: usize,
    pub remaining_areas: usize,
    /// Published shops of the whole directory.
    pub total_coffee_shops: usize,
    /// Smaller towns that are processed with the areas.
    pub total_towns: usize,
    pub list: AreaListOrigin,
    /// Names of the services that a run asks; empty if none is set up.
    pub services: Vec<String>,
}

impl ExpandedArea {
    pub(super) fn of(slug: &str, name: String, towns: Vec<ExpandedTown>, entry: Uuid) -> Self {
        Self {
            slug: slug.to_owned(),
            name,
            coffee_shops_added: towns.iter().map(|town| town.coffee_shops_added).sum(),
            towns,
            error: None,
            entry: Some(entry),
        }
    }

    pub(super) fn failed(slug: &str, name: String, reason: String) -> Self {
        Self {
            slug: slug.to_owned(),
            name,
            coffee_shops_added: 0,
            towns: Vec::new(),
            error: Some(reason),
            entry: None,
        }
    }
}

impl MetroExpansion {
    pub(super) fn add(&mut self, area: ExpandedArea) {
        self.areas_processed += usize::from(area.error.is_none());
        self.coffee_shops_added += area.coffee_shops_added;
        self.areas.push(area);
        let plural = |count: usize, noun: &str| {
            let ending = if count == 1 { "" } else { "s" };
            format!("{count} {noun}{ending}")
        };
        self.message = format!(
            "Processed {} and added {}",
            plural(self.areas_processed, "metro area"),
            plural(self.coffee_shops_added, "coffee shop")
        );
    }
}
