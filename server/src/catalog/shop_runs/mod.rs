//! Runs over many shops that the administrator starts, one of a kind at a time: AI texts, pictures from websites (D63).
//! Each shop's result is a row, written with what was done to the shop, so a run that is interrupted goes on where it
//! was.

mod answers;
mod batch;
mod entity;
mod undo;
mod waiting;

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, IntoActiveModel, QueryFilter,
    QueryOrder, QuerySelect,
    sea_query::{Expr, OnConflict},
};
use serde_json::json;
use uuid::Uuid;

pub use answers::{
    ShopRun, ShopRunDetail, ShopRunResult, ShopRunState, detail_of, list, run_answer,
};
pub use batch::{ShopTurn, next_batch};
pub use entity::{
    result::{Model as ResultRow, ShopOutcome},
    run::{Kind as RunKind, Model as RunRow, Scope as RunScope},
};

pub use undo::{TakeBack, TakenBack, Undo, run_to_undo, undo, undo_and_wait};
pub use waiting::start_and_wait;

use entity::{result, run};

use crate::platform::{
    database::Database,
    error::{Error, Result},
    id_generator::IdGenerator,
    jobs::{self, NewJob, RunTable, SingleRun},
};

/// The table of runs.
pub const TABLE: RunTable = RunTable {
    name: "shop_runs",
    since: "started_at",
    results: Some(("shop_run_results", "shop_id")),
};

/// The answer about a run that isn't there.
#[must_use]
pub fn no_run() -> Error {
    Error::NotFound("There is no such run. Runs are kept for a year.".into())
}

/// A run to start.
#[derive(Clone, Debug)]
pub struct NewRun {
    pub kind: RunKind,
    pub scope: RunScope,
    /// The town or the shop.
    pub subject: Option<Uuid>,
    /// What it is about, for people.
    pub label: String,
    /// The AI model's name.
    pub model: Option<String>,
}

/// What [`start`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StartedShopRun {
    /// It is the caller's, or the same one that someone started before and that goes on.
    Yours(Uuid),
    /// Another one goes on.
    Another(Uuid),
}

/// The key under which only one job of a kind is open.
fn key(kind: RunKind) -> &'static str {
    match kind {
        RunKind::Texts => "shop_runs/texts",
        RunKind::Images => "shop_runs/images",
    }
}

/// Starts a run as a job of this kind, unless another one goes on.
///
/// # Errors
///
/// When the database fails.
async fn start(
    transaction: &DatabaseTransaction,
    (job, new): (&'static str, &NewRun),
    identifiers: &IdGenerator,
    now: DateTime<Utc>,
) -> Result<StartedShopRun> {
    let id = match open_job(transaction, (new.kind, job), json!({}), identifiers, now).await? {
        SingleRun::Started(id) => id,
        SingleRun::AlreadyOpen(id) => {
            let same = find(transaction, id).await?.is_some_and(|run| {
                (run.kind, run.scope, run.subject_id) == (new.kind, new.scope, new.subject)
            });
            return Ok(if same {
                StartedShopRun::Yours(id)
            } else {
                StartedShopRun::Another(id)
            });
        }
    };
    let row = run::Model {
        id,
        kind: new.kind,
        scope: new.scope,
        subject_id: new.subject,
        label: new.label.clone(),
        model: new.model.clone(),
        started_at: now,
        ended_at: None,
        stopped: None,
    };
    run::Entity::insert(row.into_active_model())
        .exec_without_returning(transaction)
        .await?;
    Ok(StartedShopRun::Yours(id))
}

/// Enqueues a job that must not run beside other runs of the kind.
///
/// # Errors
///
/// When the database fails.
async fn open_job(
    transaction: &DatabaseTransaction,
    (kind, job): (RunKind, &'static str),
    payload: serde_json::Value,
    identifiers: &IdGenerator,
    now: DateTime<Utc>,
) -> Result<SingleRun> {
    let job = NewJob {
        kind: job,
        payload,
        unique_key: None,
        due_at: now,
    };
    jobs::enqueue_single(transaction, (key(kind), job), identifiers, now).await
}

/// A run's row.
///
/// # Errors
///
/// When the database fails.
pub async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<RunRow>> {
    Ok(run::Entity::find_by_id(id).one(connection).await?)
}

/// The shops that had their turn.
///
/// # Errors
///
/// When the database fails.
pub async fn processed(connection: &impl ConnectionTrait, id: Uuid) -> Result<HashSet<Uuid>> {
    let shops: Vec<Uuid> = result::Entity::find()
        .select_only()
        .column(result::Column::ShopId)
        .filter(result::Column::RunId.eq(id))
        .into_tuple()
        .all(connection)
        .await?;
    Ok(shops.into_iter().collect())
}

/// The shop with the highest ID that had its turn.
async fn last_processed(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Uuid>> {
    Ok(result::Entity::find()
        .select_only()
        .column(result::Column::ShopId)
        .filter(result::Column::RunId.eq(id))
        .order_by_desc(result::Column::ShopId)
        .limit(1)
        .into_tuple()
        .one(connection)
        .await?)
}

/// The shops with this outcome, and its detail.
///
/// # Errors
///
/// When the database fails.
pub async fn with_outcome(
    connection: &impl ConnectionTrait,
    id: Uuid,
    outcome: ShopOutcome,
) -> Result<Vec<ResultRow>> {
    Ok(result::Entity::find()
        .filter(result::Column::RunId.eq(id))
        .filter(result::Column::Outcome.eq(outcome))
        .order_by_asc(result::Column::CreatedAt)
        .order_by_asc(result::Column::ShopId)
        .all(connection)
        .await?)
}

/// Writes what came of a shop; a later result replaces an earlier one.
///
/// # Errors
///
/// When the database fails.
pub async fn note(
    transaction: &impl ConnectionTrait,
    (run, shop): (Uuid, Uuid),
    (outcome, detail): (ShopOutcome, Option<&str>),
    now: DateTime<Utc>,
) -> Result<()> {
    let row = result::ActiveModel {
        run_id: Set(run),
        shop_id: Set(shop),
        outcome: Set(outcome),
        detail: Set(detail.map(str::to_owned)),
        created_at: Set(now),
    };
    result::Entity::insert(row)
        .on_conflict(
            OnConflict::columns([result::Column::RunId, result::Column::ShopId])
                .update_columns([result::Column::Outcome, result::Column::Detail])
                .to_owned(),
        )
        .exec_without_returning(transaction)
        .await?;
    Ok(())
}

/// The same in a transaction of its own, for shops that weren't changed.
///
/// # Errors
///
/// When the database fails.
pub async fn note_alone(
    database: &Database,
    ids: (Uuid, Uuid),
    (outcome, detail): (ShopOutcome, String),
    now: DateTime<Utc>,
) -> Result<()> {
    database
        .transaction(move |transaction| {
            let detail = detail.clone();
            Box::pin(async move { note(transaction, ids, (outcome, Some(&detail)), now).await })
        })
        .await
}

/// Ends a run; `stopped` says why it couldn't go on.
///
/// # Errors
///
/// When the database fails.
pub async fn end(
    database: &Database,
    id: Uuid,
    stopped: Option<String>,
    now: DateTime<Utc>,
) -> Result<()> {
    database
        .transaction(move |transaction| {
            let stopped = stopped.clone();
            Box::pin(async move {
                run::Entity::update_many()
                    .col_expr(run::Column::EndedAt, Expr::value(Some(now)))
                    .col_expr(run::Column::Stopped, Expr::value(stopped))
                    .filter(run::Column::Id.eq(id))
                    .exec(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
}

/// How many shops of each run had each outcome.
#[derive(Clone, Debug, Default)]
pub struct Tally(HashMap<ShopOutcome, usize>);

impl Tally {
    /// With this outcome.
    #[must_use]
    pub fn of(&self, outcome: ShopOutcome) -> usize {
        self.0.get(&outcome).copied().unwrap_or_default()
    }

    /// All that had their turn.
    #[must_use]
    pub fn all(&self) -> usize {
        self.0.values().sum()
    }
}

/// The tallies of runs.
///
/// # Errors
///
/// When the database fails.
pub async fn tallies(
    connection: &impl ConnectionTrait,
    runs: &[Uuid],
) -> Result<HashMap<Uuid, Tally>> {
    let rows: Vec<(Uuid, ShopOutcome, i64)> = result::Entity::find()
        .select_only()
        .column(result::Column::RunId)
        .column(result::Column::Outcome)
        .column_as(result::Column::ShopId.count(), "shops")
        .filter(result::Column::RunId.is_in(runs.iter().copied()))
        .group_by(result::Column::RunId)
        .group_by(result::Column::Outcome)
        .into_tuple()
        .all(connection)
        .await?;
    let mut tallies: HashMap<Uuid, Tally> = HashMap::new();
    for (run, outcome, count) in rows {
        let count = usize::try_from(count).unwrap_or_default();
        tallies.entry(run).or_default().0.insert(outcome, count);
    }
    Ok(tallies)
}
