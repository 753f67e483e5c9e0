//! Individual jobs, for the operator to see and cancel.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveEnum, ColumnTrait, DatabaseTransaction, EntityTrait, ExprTrait, QueryFilter, QueryOrder,
    QuerySelect, Select, sea_query::Expr,
};
use uuid::Uuid;

use super::{
    entity::{Column, Entity, Model, State},
    store::CANCELED,
};
use crate::platform::{database::Database, error::Result};

/// Maximum number of open jobs listed, in the order they were due.
const MAX_OPEN: u64 = 100;

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunState {
    /// Not due yet, or not taken by a worker yet.
    Waiting,
    Running,
    Done,
    /// Failed for good.
    Failed,
    /// Canceled by the administrator.
    Canceled,
}

/// One job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobRun {
    pub id: Uuid,
    pub kind: String,
    pub state: RunState,
    pub attempts: i32,
    pub created_at: DateTime<Utc>,
    /// For waiting jobs.
    pub due_at: DateTime<Utc>,
    pub finished_at: Option<DateTime<Utc>>,
    /// From the last failed attempt.
    pub error: Option<String>,
    /// What it waits for until it is due.
    pub waits_for: Option<String>,
    /// Units of work done, and in total, if reported.
    pub progress: Option<(u64, u64)>,
    /// What the node that made the last attempt is called.
    pub node: Option<String>,
    /// It is running and will end at its next step.
    pub is_ending: bool,
}

/// How many jobs of a kind are in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobCount {
    pub kind: String,
    /// `waiting`, `running`, `done`, `failed` or `canceled`.
    pub state: &'static str,
    pub count: u64,
}

impl JobRun {
    /// Whether it is waiting or running.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.finished_at.is_none()
    }

    fn of(row: Model, now: DateTime<Utc>) -> Self {
        let was_canceled = row.cancel_asked_at.is_some();
        let state = match row.state {
            State::Open if row.lease.is_some() && row.due_at > now => RunState::Running,
            State::Open => RunState::Waiting,
            State::Done => RunState::Done,
            State::Failed if was_canceled => RunState::Canceled,
            State::Failed => RunState::Failed,
        };
        let progress = row.progress_done.zip(row.progress_total);
        // A pause isn't an attempt; the attempt after it says nothing about an error.
        let (waits_for, error) = match (state, row.attempts) {
            (RunState::Waiting, 0) => (row.last_error, None),
            (RunState::Running, ..=1) | (RunState::Canceled, _) => (None, None),
            _ => (None, row.last_error),
        };
        Self {
            id: row.id,
            kind: row.kind,
            state,
            attempts: row.attempts,
            created_at: row.created_at,
            due_at: row.due_at,
            finished_at: row.finished_at,
            error,
            waits_for,
            progress: progress
                .and_then(|(done, all)| Some((done.try_into().ok()?, all.try_into().ok()?))),
            node: row.node,
            is_ending: was_canceled && state == RunState::Running,
        }
    }
}

/// Open jobs, running ones first, and the last `ended` finished ones.
pub async fn runs(database: &Database, ended: u64, now: DateTime<Utc>) -> Result<Vec<JobRun>> {
    // A running one is due when its lease ends, after many that wait.
    let running = Entity::find()
        .filter(Column::State.eq(State::Open))
        .filter(Column::Lease.is_not_null())
        .filter(Column::DueAt.gt(now))
        .limit(MAX_OPEN)
        .all(database.reads())
        .await?;
    let running_ids: Vec<Uuid> = running.iter().map(|row| row.id).collect();
    let waiting = Entity::find()
        .filter(Column::State.eq(State::Open))
        .filter(Column::Id.is_not_in(running_ids))
        .order_by_asc(Column::DueAt)
        .order_by_asc(Column::Id)
        .limit(MAX_OPEN)
        .all(database.reads())
        .await?;
    let ended = Entity::find()
        .filter(Column::State.ne(State::Open))
        .order_by_desc(Column::FinishedAt)
        .order_by_desc(Column::Id)
        .limit(ended)
        .all(database.reads())
        .await?;
    let mut runs: Vec<JobRun> = running
        .into_iter()
        .chain(waiting)
        .chain(ended)
        .map(|row| JobRun::of(row, now))
        .collect();
    runs.sort_by_key(|run| run.state != RunState::Running);
    Ok(runs)
}

/// How many jobs of each kind are in each state, by their names, as long as ended ones are kept.
pub async fn counts(database: &Database, now: DateTime<Utc>) -> Result<Vec<JobCount>> {
    let is_running = Column::State
        .eq(State::Open)
        .and(Column::Lease.is_not_null())
        .and(Column::DueAt.gt(now));
    let was_canceled = Column::State
        .eq(State::Failed)
        .and(Column::CancelAskedAt.is_not_null());
    let mut counts: BTreeMap<(String, &'static str), u64> = BTreeMap::new();
    let all = Entity::find().filter(Column::Kind.is_not_null());
    for (kind, state, count) in grouped(database, all).await? {
        let name = match state {
            State::Open => "waiting",
            State::Done => "done",
            State::Failed => "failed",
        };
        counts.insert((kind, name), count);
    }
    for (part, name, rest) in [
        (is_running, "running", "waiting"),
        (was_canceled, "canceled", "failed"),
    ] {
        for (kind, _, count) in grouped(database, Entity::find().filter(part)).await? {
            if let Some(rest) = counts.get_mut(&(kind.clone(), rest)) {
                *rest = rest.saturating_sub(count);
            }
            counts.insert((kind, name), count);
        }
    }
    let counts = counts
        .into_iter()
        .map(|((kind, state), count)| JobCount { kind, state, count });
    Ok(counts.collect())
}

async fn grouped(database: &Database, select: Select<Entity>) -> Result<Vec<(String, State, u64)>> {
    let rows: Vec<(String, State, i64)> = select
        .select_only()
        .column(Column::Kind)
        .column(Column::State)
        .column_as(Column::Id.count(), "jobs")
        .group_by(Column::Kind)
        .group_by(Column::State)
        .into_tuple()
        .all(database.reads())
        .await?;
    let rows = rows.into_iter();
    Ok(rows
        .map(|(kind, state, count)| (kind, state, count.unsigned_abs()))
        .collect())
}

/// One job.
pub async fn run_of(database: &Database, id: Uuid, now: DateTime<Utc>) -> Result<Option<JobRun>> {
    let row = Entity::find_by_id(id).one(database.reads()).await?;
    Ok(row.map(|row| JobRun::of(row, now)))
}

/// Cancels a job: at once if it is waiting, at its next step if it is running. Returns whether there was one to cancel.
pub async fn cancel(
    transaction: &DatabaseTransaction,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<bool> {
    let is_open = Column::Id.eq(id).and(Column::State.eq(State::Open));
    let waits = Column::Lease.is_null().or(Column::DueAt.lte(now));
    let ended = Entity::update_many()
        .col_expr(Column::State, Expr::value(State::Failed.to_value()))
        .col_expr(Column::FinishedAt, Expr::value(Some(now)))
        .col_expr(Column::CancelAskedAt, Expr::value(Some(now)))
        .col_expr(Column::Lease, Expr::value(None::<Uuid>))
        .col_expr(Column::LastError, Expr::value(Some(CANCELED)))
        .filter(is_open.clone())
        .filter(waits)
        .exec(transaction)
        .await?;
    if ended.rows_affected > 0 {
        return Ok(true);
    }
    let asked = Entity::update_many()
        .col_expr(Column::CancelAskedAt, Expr::value(Some(now)))
        .filter(is_open)
        .exec(transaction)
        .await?;
    Ok(asked.rows_affected > 0)
}
