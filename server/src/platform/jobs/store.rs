//! All SQL of jobs. Taking, renewing and ending are conditional updates: only one of two nodes changes the row.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ActiveEnum,
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, EntityTrait, ExprTrait, PaginatorTrait, QueryFilter, QueryOrder,
    sea_query::{Expr, OnConflict},
};
use uuid::Uuid;

use super::entity::{ActiveModel, Column, Entity, Model, State};
use crate::platform::{database::Database, error::Result, id_generator::IdGenerator};

/// Work to enqueue.
#[derive(Clone, Debug)]
pub struct NewJob {
    /// The kind, which selects the handler, such as `newsletter.send`.
    pub kind: &'static str,
    /// Passed to the handler.
    pub payload: serde_json::Value,
    /// Enqueuing the same key again doesn't add a job, for as long as the first one is kept.
    pub unique_key: Option<String>,
    /// Earliest time to run.
    pub due_at: DateTime<Utc>,
}

/// Enqueues work in the caller's transaction. Returns `false` if there already is a job with the same key.
pub async fn enqueue(
    connection: &impl ConnectionTrait,
    job: &NewJob,
    identifiers: &IdGenerator,
    now: DateTime<Utc>,
) -> Result<bool> {
    insert(connection, identifiers.next(), job, now).await
}

/// Inserts the job unless there is one with its key.
pub(super) async fn insert(
    connection: &impl ConnectionTrait,
    id: Uuid,
    job: &NewJob,
    now: DateTime<Utc>,
) -> Result<bool> {
    let row = ActiveModel {
        id: Set(id),
        kind: Set(job.kind.to_owned()),
        unique_key: Set(job.unique_key.clone()),
        payload: Set(job.payload.clone()),
        state: Set(State::Open),
        due_at: Set(job.due_at),
        lease: Set(None),
        attempts: Set(0),
        last_error: Set(None),
        created_at: Set(now),
        finished_at: Set(None),
        progress_done: Set(None),
        progress_total: Set(None),
        cancel_asked_at: Set(None),
        node: Set(None),
    };
    let inserted = Entity::insert(row)
        .on_conflict(
            OnConflict::column(Column::UniqueKey)
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(connection)
        .await?;
    Ok(inserted > 0)
}

/// Takes the job among `kinds` that has been due longest for `node`, with a lease until `now + lease`.
pub(super) async fn take(
    database: &Database,
    (kinds, node): (&[&'static str], Option<&str>),
    lease: (Uuid, TimeDelta),
    now: DateTime<Utc>,
) -> Result<Option<Model>> {
    let (lease, length) = lease;
    loop {
        let found = Entity::find()
            .filter(Column::State.eq(State::Open))
            .filter(Column::DueAt.lte(now))
            .filter(Column::Kind.is_in(kinds.iter().copied()))
            .order_by_asc(Column::DueAt)
            .order_by_asc(Column::Id)
            .one(database.reads())
            .await?;
        let Some(mut job) = found else {
            return Ok(None);
        };
        let taken = database
            .transaction(|transaction| {
                let (id, due_at) = (job.id, job.due_at);
                let node = node.map(str::to_owned);
                Box::pin(async move {
                    // Taking changes the due time, so only one of two nodes that found it can.
                    let updated = Entity::update_many()
                        .col_expr(Column::DueAt, Expr::value(now + length))
                        .col_expr(Column::Lease, Expr::value(Some(lease)))
                        .col_expr(Column::Node, Expr::value(node))
                        .col_expr(Column::Attempts, Expr::col(Column::Attempts).add(1))
                        .filter(Column::Id.eq(id))
                        .filter(Column::State.eq(State::Open))
                        .filter(Column::DueAt.eq(due_at))
                        .exec(transaction)
                        .await?;
                    Ok(updated.rows_affected == 1)
                })
            })
            .await?;
        if taken {
            job.attempts += 1;
            return Ok(Some(job));
        }
    }
}

/// Extends the lease; `false` if another node has the job now.
pub(super) async fn renew(
    database: &Database,
    id: Uuid,
    lease: Uuid,
    until: DateTime<Utc>,
) -> Result<bool> {
    change(database, id, lease, move |update| {
        update.col_expr(Column::DueAt, Expr::value(until))
    })
    .await
}

/// Stores the progress; `false` if another node has the job now.
pub(super) async fn note_progress(
    database: &Database,
    id: Uuid,
    lease: Uuid,
    (done, total): (u64, u64),
) -> Result<bool> {
    let number = |number: u64| Expr::value(Some(i64::try_from(number).unwrap_or(i64::MAX)));
    change(database, id, lease, move |update| {
        with(
            update,
            [
                (Column::ProgressDone, number(done)),
                (Column::ProgressTotal, number(total)),
            ],
        )
    })
    .await
}

/// Whether someone asked to cancel this job.
pub(super) async fn is_unwanted(database: &Database, id: Uuid) -> Result<bool> {
    let unwanted = Entity::find_by_id(id)
        .filter(Column::CancelAskedAt.is_not_null())
        .count(database.reads())
        .await?;
    Ok(unwanted > 0)
}

/// Stored as the error of a canceled job.
pub(super) const CANCELED: &str = "Canceled by the administrator.";

/// How an attempt ended.
pub(super) enum Ending {
    Done,
    /// Succeeded so far and wants to continue at this time, until which it may wait for something; doesn't count as an
    /// attempt.
    GoesOn(DateTime<Utc>, Option<String>),
    Again(DateTime<Utc>, String),
    Failed(String),
    Canceled,
}

/// Releases a job; `false` if another node has it now.
pub(super) async fn end(
    database: &Database,
    id: Uuid,
    lease: Uuid,
    ending: Ending,
    now: DateTime<Utc>,
) -> Result<bool> {
    change(database, id, lease, move |update| {
        let update = update.col_expr(Column::Lease, Expr::value(None::<Uuid>));
        let finished = |state: State| {
            [
                (Column::State, Expr::value(state.to_value())),
                (Column::FinishedAt, Expr::value(Some(now))),
            ]
        };
        match &ending {
            // What an earlier attempt met is over.
            Ending::Done => with(update, finished(State::Done))
                .col_expr(Column::LastError, Expr::value(None::<String>)),
            Ending::GoesOn(due_at, waits_for) => with(
                update,
                [
                    (Column::DueAt, Expr::value(*due_at)),
                    (Column::Attempts, Expr::value(0)),
                    (Column::LastError, Expr::value(waits_for.clone())),
                ],
            ),
            Ending::Again(due_at, error) => with(
                update,
                [
                    (Column::DueAt, Expr::value(*due_at)),
                    (Column::LastError, Expr::value(Some(error.clone()))),
                ],
            ),
            Ending::Failed(error) => with(update, finished(State::Failed))
                .col_expr(Column::LastError, Expr::value(Some(error.clone()))),
            Ending::Canceled => with(update, finished(State::Failed))
                .col_expr(Column::LastError, Expr::value(Some(CANCELED))),
        }
    })
    .await
}

type Update = sea_orm::UpdateMany<Entity>;

fn with<const N: usize>(update: Update, columns: [(Column, Expr); N]) -> Update {
    columns.into_iter().fold(update, |update, (column, value)| {
        update.col_expr(column, value)
    })
}

async fn change(
    database: &Database,
    id: Uuid,
    lease: Uuid,
    set: impl Fn(Update) -> Update + Send + Sync,
) -> Result<bool> {
    database
        .transaction(|transaction| {
            let update = set(Entity::update_many())
                .filter(Column::Id.eq(id))
                .filter(Column::State.eq(State::Open))
                .filter(Column::Lease.eq(lease));
            Box::pin(async move { Ok(update.exec(transaction).await?.rows_affected == 1) })
        })
        .await
}

/// The unique key of the recurring work of this kind that is due at `turn`.
pub(super) fn turn_key(kind: &str, turn: DateTime<Utc>) -> String {
    format!("{kind}/{}", turn.format("%Y-%m-%dT%H:%M"))
}

/// Forgets that recurring work of this kind was done at these turns, so that it can be done at them again.
pub async fn forget_turns(
    connection: &impl ConnectionTrait,
    kind: &str,
    turns: &[DateTime<Utc>],
) -> Result<()> {
    let keys = turns.iter().map(|turn| turn_key(kind, *turn));
    Entity::delete_many()
        .filter(Column::UniqueKey.is_in(keys))
        .exec(connection)
        .await?;
    Ok(())
}

/// Removes jobs that ended before `limit`, including failed ones, which were logged. Returns how many.
pub async fn prune(database: &Database, limit: DateTime<Utc>) -> Result<u64> {
    database
        .transaction(|transaction| {
            Box::pin(async move {
                let removed = Entity::delete_many()
                    .filter(Column::FinishedAt.lt(limit))
                    .exec(transaction)
                    .await?;
                Ok(removed.rows_affected)
            })
        })
        .await
}
