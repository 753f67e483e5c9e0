//! Runs as the administrator sees them.

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, sea_query::SimpleExpr,
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{ShopOutcome, ShopRunKind, Tally, WhichShops, no_run, result, tallies};
use crate::{
    catalog::View,
    platform::{
        database::Database,
        error::Result,
        runs::{Run, RunState, Runs},
    },
};

/// How many runs are listed.
const LISTED: u64 = 20;
/// How many results of each kind a run shows.
pub(super) const SHOWN: u64 = 100;

const PROBLEMS: [ShopOutcome; 4] = [
    ShopOutcome::Refused,
    ShopOutcome::Failed,
    ShopOutcome::Skipped,
    ShopOutcome::Declined,
];

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ShopRunState {
    Waiting,
    Running,
    Done,
    /// It couldn't go on; `stopped` says why.
    Stopped,
    Failed,
    Canceled,
}

/// A run.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopRun {
    /// Also the ID of its job.
    pub id: Uuid,
    /// What it is about: `All shops`, a town or a shop.
    pub label: String,
    pub is_for_one_shop: bool,
    pub state: ShopRunState,
    /// The AI model's name.
    #[schema(required)]
    pub model: Option<String>,
    pub started_at: DateTime<Utc>,
    #[schema(required)]
    pub ended_at: Option<DateTime<Utc>>,
    /// Why it ended before all shops had their turn.
    #[schema(required)]
    pub stopped: Option<String>,
    /// Shops that had their turn.
    pub processed: usize,
    pub done: usize,
    pub refused: usize,
    pub failed: usize,
    pub skipped: usize,
    pub undone: usize,
    /// Found, and not shown until the administrator says so.
    pub waiting: usize,
    /// The administrator decided against them.
    pub declined: usize,
}

/// A shop in a run.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopRunResult {
    pub shop_id: Uuid,
    /// `null` if its page is gone.
    #[schema(required)]
    pub slug: Option<String>,
    pub name: String,
    /// Such as `Alexandria, LA`.
    pub town: String,
    pub outcome: ShopOutcome,
    /// The text or the picture's source; otherwise the reason.
    #[schema(required)]
    pub detail: Option<String>,
    /// Why it stayed when the run was taken back.
    #[schema(required)]
    pub kept_because: Option<String>,
}

/// A run with its results.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopRunDetail {
    pub run: ShopRun,
    /// The latest that were refused, failed, skipped or declined; at most 100.
    pub problems: Vec<ShopRunResult>,
    /// The latest that were done or undone; at most 100.
    pub successes: Vec<ShopRunResult>,
}

/// The latest runs of a kind.
pub async fn list<K: ShopRunKind>(runs: &Runs) -> Result<Vec<ShopRun>> {
    let latest = runs.latest::<K>(LISTED).await?;
    let ids: Vec<Uuid> = latest.iter().map(|run| run.id).collect();
    let mut tallies = tallies(runs.database.reads(), &ids).await?;
    let answers = latest.into_iter().map(|run| {
        let tally = tallies.remove(&run.id).unwrap_or_default();
        ShopRun::of(run, &tally)
    });
    Ok(answers.collect())
}

/// The shops of a run that got nothing, and why: the latest, at most 100.
///
/// # Errors
///
/// When the database fails.
pub async fn problems_of(database: &Database, id: Uuid, view: &View) -> Result<Vec<ShopRunResult>> {
    results(database, id, &PROBLEMS, view).await
}

/// What stayed when a run was taken back, and why: the latest, at most 100.
///
/// # Errors
///
/// When the database fails.
pub async fn kept_of(database: &Database, id: Uuid, view: &View) -> Result<Vec<ShopRunResult>> {
    let kept = result::Column::KeptBecause.is_not_null();
    results_that(database, id, kept, view).await
}

/// A run of this kind with its results.
///
/// # Errors
///
/// [`NotFound`](crate::platform::error::Error::NotFound) if there is none; otherwise when the database fails.
pub async fn detail_of<K: ShopRunKind>(
    runs: &Runs,
    id: Uuid,
    view: &View,
) -> Result<ShopRunDetail> {
    let database = &runs.database;
    let run = runs.find::<K>(id).await?.ok_or_else(no_run)?;
    let successes = [ShopOutcome::Done, ShopOutcome::Undone];
    Ok(ShopRunDetail {
        run: with_tally(database, run).await?,
        problems: results(database, id, &PROBLEMS, view).await?,
        successes: results(database, id, &successes, view).await?,
    })
}

/// A run of this kind.
///
/// # Errors
///
/// [`NotFound`](crate::platform::error::Error::NotFound) if there is none; otherwise when the database fails.
pub async fn run_of<K: ShopRunKind>(runs: &Runs, id: Uuid) -> Result<ShopRun> {
    let run = runs.find::<K>(id).await?.ok_or_else(no_run)?;
    with_tally(&runs.database, run).await
}

/// What waits in a run: the latest, at most 100.
///
/// # Errors
///
/// When the database fails.
pub async fn waiting_of(database: &Database, id: Uuid, view: &View) -> Result<Vec<ShopRunResult>> {
    results(database, id, &[ShopOutcome::Waiting], view).await
}

/// A run as the administrator sees it.
pub(super) async fn with_tally<K: ShopRunKind>(
    database: &Database,
    run: Run<K>,
) -> Result<ShopRun> {
    let mut tallies = tallies(database.reads(), &[run.id]).await?;
    let tally = tallies.remove(&run.id).unwrap_or_default();
    Ok(ShopRun::of(run, &tally))
}

/// The latest results with one of these outcomes.
async fn results(
    database: &Database,
    id: Uuid,
    outcomes: &[ShopOutcome],
    view: &View,
) -> Result<Vec<ShopRunResult>> {
    let outcome = result::Column::Outcome.is_in(outcomes.iter().copied());
    results_that(database, id, outcome, view).await
}

async fn results_that(
    database: &Database,
    id: Uuid,
    which: SimpleExpr,
    view: &View,
) -> Result<Vec<ShopRunResult>> {
    let rows = result::Entity::find()
        .filter(result::Column::RunId.eq(id))
        .filter(which)
        .order_by_desc(result::Column::CreatedAt)
        .order_by_asc(result::Column::ShopId)
        .limit(SHOWN)
        .all(database.reads())
        .await?;
    Ok(rows.into_iter().map(|row| in_words(view, row)).collect())
}

fn in_words(view: &View, row: result::Model) -> ShopRunResult {
    let shop = view.any_shop(row.shop_id);
    let town = shop.as_ref().and_then(|shop| view.city(shop.city_id));
    ShopRunResult {
        shop_id: row.shop_id,
        slug: shop
            .as_ref()
            .filter(|shop| shop.is_listed())
            .map(|shop| shop.slug.to_string()),
        name: shop.map_or_else(|| "A removed shop".to_owned(), |shop| shop.name.to_string()),
        town: town.map_or_else(String::new, |town| {
            format!("{}, {}", town.city.name, town.city.state)
        }),
        outcome: row.outcome,
        detail: row.detail,
        kept_because: row.kept_because,
    }
}

impl ShopRun {
    fn of<K: ShopRunKind>(run: Run<K>, tally: &Tally) -> Self {
        Self {
            id: run.id,
            label: run.asked.label,
            is_for_one_shop: matches!(run.asked.shops, WhichShops::Shop(_)),
            state: run.state.into(),
            model: run.asked.model,
            started_at: run.started_at,
            ended_at: run.ended_at,
            stopped: run.stopped,
            processed: tally.all(),
            done: tally.of(ShopOutcome::Done),
            refused: tally.of(ShopOutcome::Refused),
            failed: tally.of(ShopOutcome::Failed),
            skipped: tally.of(ShopOutcome::Skipped),
            undone: tally.of(ShopOutcome::Undone),
            waiting: tally.of(ShopOutcome::Waiting),
            declined: tally.of(ShopOutcome::Declined),
        }
    }
}

impl From<RunState> for ShopRunState {
    fn from(state: RunState) -> Self {
        match state {
            RunState::Waiting => Self::Waiting,
            RunState::Running => Self::Running,
            RunState::Done => Self::Done,
            RunState::Stopped => Self::Stopped,
            RunState::Failed => Self::Failed,
            RunState::Canceled => Self::Canceled,
        }
    }
}
