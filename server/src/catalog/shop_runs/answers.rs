//! Runs as the administrator sees them.

use chrono::{DateTime, Utc};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    ShopOutcome, Tally, find, no_run, result,
    run::{self, Kind, Model, Scope},
    tallies,
};
use crate::{
    catalog::View,
    platform::{
        clock::Clock,
        database::Database,
        error::Result,
        jobs::{self, RunState},
    },
};

/// How many runs are listed.
const LISTED: u64 = 20;
/// How many results of each kind a run shows.
const SHOWN: u64 = 100;

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
}

/// A run with its results.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShopRunDetail {
    pub run: ShopRun,
    /// The latest that were refused, failed or skipped; at most 100.
    pub problems: Vec<ShopRunResult>,
    /// The latest that were done or undone; at most 100.
    pub successes: Vec<ShopRunResult>,
}

/// The latest runs of a kind.
///
/// # Errors
///
/// When the database fails.
pub async fn list(database: &Database, kind: Kind, clock: &Clock) -> Result<Vec<ShopRun>> {
    let rows = run::Entity::find()
        .filter(run::Column::Kind.eq(kind))
        .order_by_desc(run::Column::StartedAt)
        .order_by_desc(run::Column::Id)
        .limit(LISTED)
        .all(database.reads())
        .await?;
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let mut tallies = tallies(database.reads(), &ids).await?;
    let mut runs = Vec::new();
    for row in rows {
        let tally = tallies.remove(&row.id).unwrap_or_default();
        runs.push(answer(database, row, &tally, clock.now()).await?);
    }
    Ok(runs)
}

/// A run; `None` if there is none with this ID.
///
/// # Errors
///
/// When the database fails.
pub async fn run_answer(database: &Database, id: Uuid, clock: &Clock) -> Result<Option<ShopRun>> {
    let Some(row) = find(database.reads(), id).await? else {
        return Ok(None);
    };
    let tallies = tallies(database.reads(), &[id]).await?;
    let tally = tallies.get(&id).cloned().unwrap_or_default();
    Ok(Some(answer(database, row, &tally, clock.now()).await?))
}

/// A run of this kind with its results.
///
/// # Errors
///
/// [`NotFound`](crate::platform::error::Error::NotFound) if there is none; otherwise when the database fails.
pub async fn detail_of(
    database: &Database,
    (kind, id): (Kind, Uuid),
    view: &View,
    clock: &Clock,
) -> Result<ShopRunDetail> {
    let row = find(database.reads(), id).await?;
    row.filter(|row| row.kind == kind).ok_or_else(no_run)?;
    let run = run_answer(database, id, clock).await?;
    let run = run.ok_or_else(no_run)?;
    let problems = [
        ShopOutcome::Refused,
        ShopOutcome::Failed,
        ShopOutcome::Skipped,
    ];
    let successes = [ShopOutcome::Done, ShopOutcome::Undone];
    Ok(ShopRunDetail {
        run,
        problems: results(database, id, &problems, view).await?,
        successes: results(database, id, &successes, view).await?,
    })
}

/// The latest results with one of these outcomes.
async fn results(
    database: &Database,
    id: Uuid,
    outcomes: &[ShopOutcome],
    view: &View,
) -> Result<Vec<ShopRunResult>> {
    let rows = result::Entity::find()
        .filter(result::Column::RunId.eq(id))
        .filter(result::Column::Outcome.is_in(outcomes.iter().copied()))
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
    }
}

async fn answer(
    database: &Database,
    row: Model,
    tally: &Tally,
    now: DateTime<Utc>,
) -> Result<ShopRun> {
    let mut ended_at = row.ended_at;
    let mut stopped = row.stopped;
    let state = if ended_at.is_some() {
        if stopped.is_some() {
            ShopRunState::Stopped
        } else {
            ShopRunState::Done
        }
    } else {
        let job = jobs::run_of(database, row.id, now).await?;
        ended_at = job.as_ref().and_then(|job| job.finished_at);
        match job {
            Some(job) if job.state == RunState::Waiting => ShopRunState::Waiting,
            Some(job) if matches!(job.state, RunState::Running | RunState::Done) => {
                ShopRunState::Running
            }
            Some(job) if job.state == RunState::Failed => {
                stopped = job.error;
                ShopRunState::Failed
            }
            // Old jobs are removed; one that had ended normally would have left its time.
            _ => ShopRunState::Canceled,
        }
    };
    Ok(ShopRun {
        id: row.id,
        label: row.label,
        is_for_one_shop: row.scope == Scope::Shop,
        state,
        model: row.model,
        started_at: row.started_at,
        ended_at,
        stopped,
        processed: tally.all(),
        done: tally.of(ShopOutcome::Done),
        refused: tally.of(ShopOutcome::Refused),
        failed: tally.of(ShopOutcome::Failed),
        skipped: tally.of(ShopOutcome::Skipped),
        undone: tally.of(ShopOutcome::Undone),
    })
}
