//! Runs that the administrator starts and waits for, one of a kind at a time (D63).

use std::time::Duration;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveEnum, ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, sea_query::Expr,
};
use uuid::Uuid;

use super::{
    JobRun, NewJob, RunState,
    entity::{Column, Entity, State},
    run_of, store,
};
use crate::platform::{
    clock::Clock,
    database::Database,
    error::{Error, Result},
    id_generator::IdGenerator,
};

/// How often a waiting request looks whether its run has ended.
const LOOK: Duration = Duration::from_millis(250);

/// What [`enqueue_single`] did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SingleRun {
    Started(Uuid),
    /// The run with the same key that hasn't ended.
    AlreadyOpen(Uuid),
}

/// Enqueues a run unless one with the same key is waiting or running. Ended ones don't count, unlike in [`super::enqueue`].
///
/// # Errors
///
/// When the database fails; [`Error::Conflict`] if the other run ended at this very moment.
pub async fn enqueue_single(
    transaction: &DatabaseTransaction,
    (key, job): (&str, NewJob),
    identifiers: &IdGenerator,
    now: DateTime<Utc>,
) -> Result<SingleRun> {
    Entity::update_many()
        .col_expr(Column::UniqueKey, Expr::value(None::<String>))
        .filter(Column::UniqueKey.eq(key))
        .filter(Column::State.ne(State::Open.to_value()))
        .exec(transaction)
        .await?;
    let job = NewJob {
        unique_key: Some(key.to_owned()),
        ..job
    };
    let id = identifiers.next();
    if store::insert(transaction, id, &job, now).await? {
        return Ok(SingleRun::Started(id));
    }
    let open = Entity::find()
        .filter(Column::UniqueKey.eq(key))
        .one(transaction)
        .await?;
    open.map(|row| SingleRun::AlreadyOpen(row.id))
        .ok_or_else(|| Error::Conflict("A run is just ending. Please try again.".into()))
}

/// Waits until the job has ended, at most `limit`. `None` when it hasn't, or when there is no such job.
pub async fn ended_within(
    database: &Database,
    clock: &Clock,
    id: Uuid,
    limit: Duration,
) -> Result<Option<JobRun>> {
    let look = async {
        loop {
            match run_of(database, id, clock.now()).await? {
                Some(run) if matches!(run.state, RunState::Waiting | RunState::Running) => {
                    tokio::time::sleep(LOOK).await;
                }
                run => return Ok(run),
            }
        }
    };
    tokio::time::timeout(limit, look).await.unwrap_or(Ok(None))
}
