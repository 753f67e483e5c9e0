//! Long runs that the administrator starts, one of a kind at a time (D63). A run is a job and a row with the job's ID. The
//! row keeps what was asked for and what has been done so far, in types that are only stored: an interrupted run goes on
//! from there, and what came of it is known for longer than its job.

mod ending;
mod entity;
mod kind;
mod samples;
mod starting;

use std::sync::atomic::Ordering;

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::Expr,
};
use uuid::Uuid;

use self::ending::Ended;
pub use self::{
    ending::settle,
    entity::{Column, Entity, Model as Row, Outcome},
    kind::{Failures, Kind, Pause, Run, RunState, StepError},
    samples::{forget_samples, invented_runs},
    starting::{RunRefusals, Started, start, taken_back_by},
};
use super::{
    clock::Clock,
    database::Database,
    error::Result,
    id_generator::IdGenerator,
    jobs::{JobAttempt, JobOutcome},
};

/// After so many pauses in a row a run ends.
const MAX_PAUSES: i32 = 5;

/// Starts runs, works on them, and finds them.
#[derive(Clone, Debug)]
pub struct Runs {
    pub database: Database,
    pub clock: Clock,
    pub identifiers: IdGenerator,
}

impl Runs {
    /// A run of this kind.
    pub async fn find<K: Kind>(&self, id: Uuid) -> Result<Option<Run<K>>> {
        match of_kind::<K>(self.database.reads(), id).await? {
            Some(row) => Ok(Some(self.as_it_is(row).await?)),
            None => Ok(None),
        }
    }

    /// The latest runs of this kind, newest first.
    pub async fn latest<K: Kind>(&self, most: u64) -> Result<Vec<Run<K>>> {
        self.latest_that(Condition::all(), most).await
    }

    /// Those of them that meet a condition.
    pub async fn latest_that<K: Kind>(&self, meet: Condition, most: u64) -> Result<Vec<Run<K>>> {
        let rows = Entity::find()
            .filter(Column::Kind.eq(K::JOB))
            .filter(meet)
            .order_by_desc(Column::StartedAt)
            .order_by_desc(Column::Id)
            .limit(most)
            .all(self.database.reads())
            .await?;
        let mut runs = Vec::new();
        for row in rows {
            runs.push(self.as_it_is(row).await?);
        }
        Ok(runs)
    }

    /// Works on the run of a job, unless it has ended. It is done when `step` is; after an error it goes on or ends.
    ///
    /// # Errors
    ///
    /// Those after which the job is to be tried again; otherwise when the database fails.
    pub async fn work<K: Kind, F>(
        &self,
        attempt: &JobAttempt,
        step: impl FnOnce(Run<K>) -> F,
    ) -> Result<JobOutcome>
    where
        F: Future<Output = std::result::Result<(), StepError>>,
    {
        let Some(row) = of_kind::<K>(self.database.reads(), attempt.id).await? else {
            return Ok(JobOutcome::Done);
        };
        if row.outcome.is_some() {
            return Ok(job_outcome(row.stopped));
        }
        let pauses = row.pauses;
        let stopped = match step(Run::of(row, RunState::Running)?).await {
            // Its job is canceled, and that is how the run ended, too.
            Ok(()) if attempt.stop.load(Ordering::Relaxed) => return Ok(JobOutcome::Done),
            Ok(()) => None,
            Err(StepError::Later(time)) => return Ok(JobOutcome::MoreAfter(time)),
            Err(StepError::Busy(pause)) if pause.got_further || pauses < MAX_PAUSES => {
                let pauses = if pause.got_further { 1 } else { pauses + 1 };
                self.note_pauses(attempt.id, pauses).await?;
                return Ok(JobOutcome::WaitsFor(pause.time, pause.reason));
            }
            Err(StepError::Busy(Pause { reason, .. })) => Some(format!(
                "{reason} The run waited {pauses} times for it. Start it again to go on from here."
            )),
            Err(StepError::Again(error)) => return Err(error),
            Err(
                StepError::Skip(reason) | StepError::Unanswered(reason) | StepError::Stop(reason),
            ) => Some(reason),
        };
        self.end(attempt.id, stopped).await
    }

    async fn note_pauses(&self, id: Uuid, pauses: i32) -> Result<()> {
        self.database
            .transaction(move |transaction| {
                Box::pin(async move {
                    Entity::update_many()
                        .col_expr(Column::Pauses, Expr::value(pauses))
                        .filter(Column::Id.eq(id))
                        .exec(transaction)
                        .await?;
                    Ok(())
                })
            })
            .await
    }

    /// Stores what a run has done so far.
    pub async fn keep<K: Kind>(&self, id: Uuid, result: &K::Result) -> Result<()> {
        let now = self.clock.now();
        self.database
            .transaction(|transaction| {
                let result = result.clone();
                Box::pin(async move { keep::<K>(transaction, id, &result, now).await })
            })
            .await
    }

    /// Ends a run; `stopped` says why it couldn't go on.
    async fn end(&self, id: Uuid, stopped: Option<String>) -> Result<JobOutcome> {
        let (now, reason) = (self.clock.now(), stopped.clone());
        self.database
            .transaction(move |transaction| {
                let stopped = reason.clone();
                Box::pin(async move { end(transaction, id, stopped, now).await })
            })
            .await?;
        Ok(job_outcome(stopped))
    }
}

/// Ends a run in the transaction that did the last of it; `stopped` says why it couldn't go on.
pub async fn end(
    connection: &impl ConnectionTrait,
    id: Uuid,
    stopped: Option<String>,
    now: DateTime<Utc>,
) -> Result<()> {
    let ended = Ended {
        outcome: stopped.as_ref().map_or(Outcome::Done, |_| Outcome::Stopped),
        stopped,
        at: Some(now),
    };
    let end = ended.stored(id).col_expr(Column::LastAt, Expr::value(now));
    end.exec(connection).await?;
    Ok(())
}

/// How the job of a run that has ended ends: the operator sees why the run gave up.
fn job_outcome(stopped: Option<String>) -> JobOutcome {
    stopped.map_or(JobOutcome::Done, JobOutcome::Failed)
}

/// The row of a run of this kind.
async fn of_kind<K: Kind>(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Row>> {
    let row = Entity::find_by_id(id).one(connection).await?;
    Ok(row.filter(|row| row.kind == K::JOB))
}

/// [`Runs::keep`] in the transaction that did it.
pub async fn keep<K: Kind>(
    connection: &impl ConnectionTrait,
    id: Uuid,
    result: &K::Result,
    now: DateTime<Utc>,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::Result, Expr::value(Some(kind::to_json(result)?)))
        .col_expr(Column::LastAt, Expr::value(now))
        .filter(Column::Id.eq(id))
        .exec(connection)
        .await?;
    Ok(())
}
