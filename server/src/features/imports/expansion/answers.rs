//! What runs answer, and what is kept of them.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    places::PlaceService,
    town_plan::{MOST_SHOPS, ServiceFinding, TownPlan},
};
use crate::catalog::entities::shop;

/// A shop that a run added.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ExpansionShop {
    pub slug: String,
    pub name: String,
    /// `126 Main Street, Alexandria, LA 71301`, as far as it is known.
    pub address: String,
    /// From 0 to 5; `null` for services that know none.
    #[schema(required)]
    pub rating: Option<f64>,
}

/// A record that was left to the administrator, on the tab "Import Questions".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExpansionQuestion {
    pub name: String,
    /// The rule that couldn't decide.
    pub reason: String,
}

/// What a service said about a town.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ExpansionService {
    pub service: PlaceService,
    /// Its name on screens.
    pub name: String,
    /// Requests sent over the network.
    pub requests: u32,
    /// Coffee places that it knows in the town, without chains.
    pub found: usize,
    /// Why it didn't answer.
    #[schema(required)]
    pub error: Option<String>,
}

/// What a run did in one town.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExpandedTown {
    pub city_name: String,
    /// Two-letter code.
    pub state: String,
    /// Whether the town was in the directory before.
    pub city_exists: bool,
    pub city_slug: String,
    /// New shops.
    pub coffee_shops_added: usize,
    pub coffee_shops: Vec<ExpansionShop>,
    /// Records of shops that are in the directory.
    pub duplicates_skipped: usize,
    /// New shops beyond the first five: another run adds them.
    pub more_found: usize,
    /// Names of chains nearby, at most 20.
    pub chains_left_out: Vec<String>,
    pub questions: Vec<ExpansionQuestion>,
    /// The services that were asked, in order.
    pub services: Vec<ExpansionService>,
}

/// The result of ZIP code expansion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ZipExpansion {
    /// A sentence about it.
    pub message: String,
    /// As it was asked for.
    pub zip_code: String,
    #[serde(flatten)]
    pub town: ExpandedTown,
    /// Nothing was written: this is what a run would add.
    pub is_trial: bool,
    /// ID of the entry in the audit log, for undo; `null` if nothing was added.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExpansionState {
    Open,
    Done,
    Failed,
    /// What it did before is kept.
    Canceled,
}

/// A run of ZIP code expansion.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ZipExpansionRun {
    /// The job's.
    pub id: Uuid,
    pub zip_code: String,
    pub is_trial: bool,
    pub state: ExpansionState,
    /// Why it failed.
    #[schema(required)]
    pub error: Option<String>,
    pub created_at: DateTime<Utc>,
    /// `null` until it has ended.
    #[schema(required)]
    pub result: Option<ZipExpansion>,
    /// What it added was taken back.
    pub is_undone: bool,
}

/// The latest runs, and what a run asks.
#[derive(Debug, Serialize, ToSchema)]
pub struct ZipExpansionRuns {
    /// Names of the services that a run asks; empty if none is set up.
    pub services: Vec<String>,
    /// Newest first, at most ten.
    pub runs: Vec<ZipExpansionRun>,
}

impl ExpandedTown {
    /// What `plan` would do, or did: then with the slugs of what was written.
    pub(super) fn of(plan: &TownPlan, town: WrittenTown, slugs: &[String]) -> Self {
        let name = format!("{}, {}", plan.town.name, plan.town.state);
        let shops = plan.shops.iter().zip(slugs);
        let coffee_shops: Vec<ExpansionShop> = shops
            .map(|(shop, slug)| ExpansionShop {
                slug: slug.clone(),
                name: shop.row.name.clone(),
                address: address(&shop.row, &name),
                rating: None,
            })
            .collect();
        let questions = plan.questions.iter().map(|item| ExpansionQuestion {
            name: item.name.clone(),
            reason: item.reason.clone(),
        });
        let services = plan.findings.services.iter().cloned();
        Self {
            city_name: plan.town.name.clone(),
            state: plan.town.state.clone(),
            city_exists: town.exists,
            city_slug: town.slug,
            coffee_shops_added: coffee_shops.len(),
            coffee_shops,
            duplicates_skipped: plan.findings.duplicates,
            more_found: plan.findings.more,
            chains_left_out: plan.findings.chains.iter().cloned().collect(),
            questions: questions.collect(),
            services: services.map(ExpansionService::from).collect(),
        }
    }
}

/// The town's row.
#[derive(Clone, Debug)]
pub(super) struct WrittenTown {
    pub(super) slug: String,
    /// Whether it was there before.
    pub(super) exists: bool,
}

impl From<ServiceFinding> for ExpansionService {
    fn from(finding: ServiceFinding) -> Self {
        Self {
            service: finding.service,
            name: finding.service.name().to_owned(),
            requests: finding.requests,
            found: finding.found,
            error: finding.error,
        }
    }
}

impl ZipExpansion {
    pub(super) fn of(zip: &str, is_trial: bool, town: ExpandedTown, entry: Option<Uuid>) -> Self {
        Self {
            message: message(&town, is_trial),
            zip_code: zip.to_owned(),
            town,
            is_trial,
            entry,
        }
    }
}

/// A sentence about what was added.
fn message(town: &ExpandedTown, is_trial: bool) -> String {
    let name = format!("{}, {}", town.city_name, town.state);
    let count = town.coffee_shops_added;
    let shops = if count == 1 {
        "coffee shop"
    } else {
        "coffee shops"
    };
    match (count, is_trial) {
        (0, _) => format!("No new coffee shops found in {name}"),
        (_, true) => format!("A run would add {count} {shops} in {name}"),
        (MOST_SHOPS, false) if town.more_found > 0 => format!(
            "Added {count} {shops} in {name}; run it again for the next of {} more",
            town.more_found
        ),
        (_, false) => format!("Added {count} {shops} in {name}"),
    }
}

fn address(row: &shop::Model, town: &str) -> String {
    let place = row
        .zip_code
        .as_ref()
        .map_or_else(|| town.to_owned(), |zip| format!("{town} {zip}"));
    row.street
        .as_ref()
        .map_or_else(|| place.clone(), |street| format!("{street}, {place}"))
}
