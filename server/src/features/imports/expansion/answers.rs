//! What runs answer.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    super::history::KeptShop,
    places::{AskedService, PlaceService},
    stored::{AddedShop, AskedZip, LeftQuestion, TownDone, Zip, ZipDone},
    town_plan::MAX_SHOPS,
};
use crate::platform::runs::{Run, RunState};

/// A shop that a run added.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ExpansionQuestion {
    pub name: String,
    /// The rule that couldn't decide.
    pub reason: String,
}

/// What a service said about a town.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
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
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
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
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
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
    /// Shops that stay then, because somebody has touched them since.
    pub kept: Vec<KeptShop>,
}

/// The latest runs, and what a run asks.
#[derive(Debug, Serialize, ToSchema)]
pub struct ZipExpansionRuns {
    /// Names of the services that a run asks; empty if none is set up.
    pub services: Vec<String>,
    /// Newest first, at most ten.
    pub runs: Vec<ZipExpansionRun>,
}

impl From<RunState> for ExpansionState {
    fn from(state: RunState) -> Self {
        match state {
            RunState::Waiting | RunState::Running => Self::Open,
            RunState::Done => Self::Done,
            RunState::Stopped | RunState::Failed => Self::Failed,
            RunState::Canceled => Self::Canceled,
        }
    }
}

impl From<TownDone> for ExpandedTown {
    fn from(town: TownDone) -> Self {
        Self {
            city_name: town.name,
            state: town.state,
            city_exists: town.existed,
            city_slug: town.slug,
            coffee_shops_added: town.added.len(),
            coffee_shops: town.added.into_iter().map(ExpansionShop::from).collect(),
            duplicates_skipped: town.duplicates,
            more_found: town.more,
            chains_left_out: town.chains,
            questions: (town.questions.into_iter())
                .map(ExpansionQuestion::from)
                .collect(),
            services: (town.services.into_iter())
                .map(ExpansionService::from)
                .collect(),
        }
    }
}

impl From<AddedShop> for ExpansionShop {
    fn from(
        AddedShop {
            slug,
            name,
            address,
        }: AddedShop,
    ) -> Self {
        Self {
            slug,
            name,
            address,
            rating: None,
        }
    }
}

impl From<LeftQuestion> for ExpansionQuestion {
    fn from(LeftQuestion { name, reason }: LeftQuestion) -> Self {
        Self { name, reason }
    }
}

impl From<AskedService> for ExpansionService {
    fn from(asked: AskedService) -> Self {
        Self {
            service: asked.service,
            name: asked.service.name().to_owned(),
            requests: asked.requests,
            found: asked.found,
            error: asked.error,
        }
    }
}

impl ZipExpansion {
    pub(super) fn of(asked: &AskedZip, done: ZipDone) -> Self {
        let town = ExpandedTown::from(done.town);
        Self {
            message: message(&town, asked.is_trial),
            zip_code: asked.zip.clone(),
            town,
            is_trial: asked.is_trial,
            entry: done.entry,
        }
    }
}

impl ZipExpansionRun {
    pub(super) fn of(run: Run<Zip>, is_undone: bool, kept: Vec<KeptShop>) -> Self {
        let result = run.result.map(|done| ZipExpansion::of(&run.asked, done));
        Self {
            id: run.id,
            zip_code: run.asked.zip,
            is_trial: run.asked.is_trial,
            state: run.state.into(),
            error: run.stopped,
            created_at: run.started_at,
            result,
            is_undone,
            kept,
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
    let silent = town.services.iter().find(|it| it.error.is_some());
    if let Some(silent) = silent {
        let found = match (count, is_trial) {
            (0, _) => String::new(),
            (_, true) => format!(". A run would add {count} {shops}"),
            (_, false) => format!(". Added {count} {shops}"),
        };
        let silence = silent.service.silence();
        return format!("{silence}, so coffee shops in {name} may be missing{found}");
    }
    match (count, is_trial) {
        (0, _) => format!("No new coffee shops found in {name}"),
        (_, true) => format!("A run would add {count} {shops} in {name}"),
        (MAX_SHOPS, false) if town.more_found > 0 => format!(
            "Added {count} {shops} in {name}; run it again for the next of {} more",
            town.more_found
        ),
        (_, false) => format!("Added {count} {shops} in {name}"),
    }
}
