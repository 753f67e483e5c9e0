//! How runs end whose jobs were canceled or failed: their rows still say that they go on.

use chrono::{DateTime, Utc};
use sea_orm::{ActiveEnum, ColumnTrait, EntityTrait, QueryFilter, UpdateMany, sea_query::Expr};
use uuid::Uuid;

use super::{Column, Entity, Kind, Outcome, Row, Run, RunState, Runs};
use crate::platform::{
    database::Database,
    error::Result,
    jobs::{self, JobRun},
};

/// The end of a run.
#[derive(Clone, Debug)]
pub(super) struct Ended {
    pub(super) outcome: Outcome,
    pub(super) stopped: Option<String>,
    pub(super) at: Option<DateTime<Utc>>,
}

impl Ended {
    /// As a job ended that didn't store its run's end. What became of a job that is no longer kept is unknown; those that
    /// end by themselves do store it.
    fn with(job: Option<JobRun>) -> Self {
        let Some(job) = job else {
            return Self {
                outcome: Outcome::Canceled,
                stopped: None,
                at: None,
            };
        };
        Self {
            outcome: match job.state {
                jobs::RunState::Failed => Outcome::Failed,
                jobs::RunState::Canceled => Outcome::Canceled,
                _ => Outcome::Done,
            },
            stopped: job.error.filter(|_| job.state == jobs::RunState::Failed),
            at: job.finished_at,
        }
    }

    /// Stores it, unless another end is.
    pub(super) fn stored(&self, id: Uuid) -> UpdateMany<Entity> {
        Entity::update_many()
            .col_expr(Column::Outcome, Expr::value(self.outcome.to_value()))
            .col_expr(Column::Stopped, Expr::value(self.stopped.clone()))
            .col_expr(Column::EndedAt, Expr::value(self.at))
            .filter(Column::Id.eq(id))
            .filter(Column::Outcome.is_null())
    }
}

impl Runs {
    /// A run with the state that its row or its job tells.
    pub(super) async fn as_it_is<K: Kind>(&self, row: Row) -> Result<Run<K>> {
        if let Some(outcome) = row.outcome {
            return Run::of(row, outcome.into());
        }
        let job = jobs::run_of(&self.database, row.id, self.clock.now()).await?;
        if let Some(job) = job.as_ref().filter(|job| job.is_open()) {
            let is_running = job.state == jobs::RunState::Running;
            return Run::of(
                row,
                if is_running {
                    RunState::Running
                } else {
                    RunState::Waiting
                },
            );
        }
        // It may have stored its end meanwhile.
        let latest = Entity::find_by_id(row.id)
            .one(self.database.reads())
            .await?;
        let row = latest.unwrap_or(row);
        if let Some(outcome) = row.outcome {
            return Run::of(row, outcome.into());
        }
        let ended = Ended::with(job);
        let run = Run::of(row, ended.outcome.into())?;
        Ok(Run {
            stopped: ended.stopped,
            ended_at: ended.at,
            ..run
        })
    }
}

/// Stores the ends that only jobs tell, because runs are kept for longer.
pub async fn settle(database: &Database, now: DateTime<Utc>) -> Result<()> {
    let open = Entity::find()
        .filter(Column::Outcome.is_null())
        .all(database.reads())
        .await?;
    for row in open {
        let job = jobs::run_of(database, row.id, now).await?;
        if job.as_ref().is_some_and(JobRun::is_open) {
            continue;
        }
        let ended = Ended::with(job);
        database
            .transaction(|transaction| {
                let end = ended.stored(row.id);
                Box::pin(async move {
                    end.exec(transaction).await?;
                    Ok(())
                })
            })
            .await?;
    }
    Ok(())
}
