//! Runs of a demo's past. A mark for each kind says before which moment all of its runs are invented.
//!
//! They have no jobs, as runs have none whose job was forgotten: a run is known for longer.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, ConnectionTrait, DatabaseTransaction, EntityTrait,
    QueryFilter,
};
use uuid::Uuid;

use super::{Column, Entity, Kind, Run, RunState, Runs, end, entity::ActiveModel, kind::to_json};
use crate::platform::{error::Result, marks};

impl Runs {
    /// Marks the runs of this kind from before `moment` as invented; `false` if there is one already, which then is real.
    pub async fn begin_samples<K: Kind>(&self, moment: DateTime<Utc>) -> Result<bool> {
        self.database
            .transaction(move |transaction| {
                Box::pin(async move {
                    let known = Entity::find()
                        .filter(Column::Kind.eq(K::JOB))
                        .one(transaction)
                        .await?;
                    if known.is_some() {
                        return Ok(false);
                    }
                    marks::set(transaction, &mark_of::<K>(), moment, "").await?;
                    Ok(true)
                })
            })
            .await
    }

    /// Writes a run that begins now, and returns its ID. Whoever invents it writes what it did, and ends it.
    pub async fn begin_sample<K: Kind>(&self, asked: &K::Asked) -> Result<Uuid> {
        let (id, now, asked) = (self.identifiers.next(), self.clock.now(), to_json(asked)?);
        self.database
            .transaction(move |transaction| {
                let row = ActiveModel {
                    id: Set(id),
                    kind: Set(K::JOB.to_owned()),
                    asked: Set(asked.clone()),
                    result: Set(None),
                    outcome: Set(None),
                    stopped: Set(None),
                    started_at: Set(now),
                    last_at: Set(now),
                    ended_at: Set(None),
                    pauses: Set(0),
                };
                Box::pin(async move {
                    Entity::insert(row)
                        .exec_without_returning(transaction)
                        .await?;
                    Ok(())
                })
            })
            .await?;
        Ok(id)
    }

    /// Ends such a run now; `stopped` says why it couldn't go on.
    pub async fn end_sample(&self, id: Uuid, stopped: Option<&str>) -> Result<()> {
        let (now, stopped) = (self.clock.now(), stopped.map(str::to_owned));
        self.database
            .transaction(move |transaction| {
                let stopped = stopped.clone();
                Box::pin(async move { end(transaction, id, stopped, now).await })
            })
            .await
    }
}

/// The invented runs of this kind.
///
/// # Errors
///
/// When one can't be read, or the database fails.
pub async fn invented_runs<K: Kind>(connection: &impl ConnectionTrait) -> Result<Vec<Run<K>>> {
    let Some((moment, _)) = marks::last(connection, &mark_of::<K>()).await? else {
        return Ok(Vec::new());
    };
    let rows = Entity::find()
        .filter(before::<K>(moment))
        .all(connection)
        .await?;
    let runs = rows.into_iter().map(|row| {
        let state = row.outcome.map_or(RunState::Canceled, RunState::from);
        Run::of(row, state)
    });
    runs.collect()
}

/// Removes them, and returns them.
///
/// # Errors
///
/// As [`invented_runs`].
pub async fn forget_samples<K: Kind>(transaction: &DatabaseTransaction) -> Result<Vec<Run<K>>> {
    let runs = invented_runs::<K>(transaction).await?;
    let mark = mark_of::<K>();
    if let Some((moment, _)) = marks::last(transaction, &mark).await? {
        Entity::delete_many()
            .filter(before::<K>(moment))
            .exec(transaction)
            .await?;
        marks::forget(transaction, &mark).await?;
    }
    Ok(runs)
}

fn before<K: Kind>(moment: DateTime<Utc>) -> Condition {
    Condition::all()
        .add(Column::Kind.eq(K::JOB))
        .add(Column::StartedAt.lt(moment))
}

fn mark_of<K: Kind>() -> String {
    format!("{}{}", marks::INVENTED_RUNS, K::JOB)
}
