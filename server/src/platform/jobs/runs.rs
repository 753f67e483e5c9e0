//! Individual jobs, for the operator to see and cancel.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveEnum, ColumnTrait, DatabaseTransaction, EntityTrait, ExprTrait, QueryFilter, QueryOrder,
    QuerySelect, sea_query::Expr,
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
    /// Units of work done, and in total, if reported.
    pub progress: Option<(u64, u64)>,
    /// It is running and will end at its next step.
    pub is_ending: bool,
}

impl JobRun {
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
        Self {
            id: row.id,
            kind: row.kind,
            state,
            attempts: row.attempts,
            created_at: row.created_at,
            due_at: row.due_at,
            finished_at: row.finished_at,
            error: row.last_error.filter(|_| state != RunState::Canceled),
            progress: progress
                .and_then(|(done, all)| Some((done.try_into().ok()?, all.try_into().ok()?))),
            is_ending: was_canceled && state == RunState::Running,
        }
    }
}

/// Open jobs, running ones first, and the last `ended` finished ones.
///
/// # Errors
///
/// When the database fails.
pub async fn runs(database: &Database, ended: u64, now: DateTime<Utc>) -> Result<Vec<JobRun>> {
    let open = Entity::find()
        .filter(Column::State.eq(State::Open))
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
    let mut runs: Vec<JobRun> = open
        .into_iter()
        .chain(ended)
        .map(|row| JobRun::of(row, now))
        .collect();
    runs.sort_by_key(|run| run.state != RunState::Running);
    Ok(runs)
}

/// One job.
pub async fn run_of(database: &Database, id: Uuid, now: DateTime<Utc>) -> Result<Option<JobRun>> {
    let row = Entity::find_by_id(id).one(database.reads()).await?;
    Ok(row.map(|row| JobRun::of(row, now)))
}

/// Cancels a job: at once if it is waiting, at its next step if it is running. Returns whether there was one to cancel.
///
/// # Errors
///
/// When the database fails.
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
