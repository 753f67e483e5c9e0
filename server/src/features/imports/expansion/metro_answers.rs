//! What metro expansion answers.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    super::history::KeptShop,
    answers::{ExpandedTown, ExpansionState},
    areas::AreaListOrigin,
    stored::{AreaDone, AreasDone},
};

/// What a run did in one metro area.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpandedArea {
    /// The slug of its main town.
    pub slug: String,
    /// `Alexandria, LA`.
    pub name: String,
    pub coffee_shops_added: usize,
    /// Its main town, then the smaller ones.
    pub towns: Vec<ExpandedTown>,
    /// Why it isn't done: a service didn't answer about one of its towns. What others know is added.
    #[schema(required)]
    pub error: Option<String>,
    /// ID of the entry in the audit log, for undo; `null` if nothing was written.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// The result of a run, or what it has done so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
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
    /// Shops that stay in them, because somebody has touched them since.
    pub kept: Vec<KeptShop>,
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

impl From<AreaDone> for ExpandedArea {
    fn from(area: AreaDone) -> Self {
        Self {
            slug: area.slug,
            name: area.name,
            coffee_shops_added: area.towns.iter().map(|town| town.added.len()).sum(),
            towns: area.towns.into_iter().map(ExpandedTown::from).collect(),
            error: area.error,
            entry: area.entry,
        }
    }
}

impl From<AreasDone> for MetroExpansion {
    fn from(done: AreasDone) -> Self {
        let areas: Vec<ExpandedArea> = done.areas.into_iter().map(ExpandedArea::from).collect();
        let processed = areas.iter().filter(|area| area.error.is_none()).count();
        let added = areas.iter().map(|area| area.coffee_shops_added).sum();
        let plural = |count: usize, noun: &str| {
            let ending = if count == 1 { "" } else { "s" };
            format!("{count} {noun}{ending}")
        };
        let message = format!(
            "Processed {} and added {}",
            plural(processed, "metro area"),
            plural(added, "coffee shop")
        );
        let message = match areas.iter().find_map(|area| area.error.as_ref()) {
            Some(error) => {
                let left = plural(areas.len() - processed, "area");
                format!("{error} {message}; {left} to repeat")
            }
            None => message,
        };
        Self {
            message: if areas.is_empty() {
                String::new()
            } else {
                message
            },
            areas_processed: processed,
            coffee_shops_added: added,
            areas,
        }
    }
}
