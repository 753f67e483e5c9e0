//! Expansion's SQL: starting a run, storing what it did, listing the latest; and the areas that are done.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter,
    QueryOrder, QuerySelect, sea_query::Expr,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::json;
use uuid::Uuid;

use super::{
    answers::ExpansionState,
    entity::{
        expansion_area,
        expansion_run::{ActiveModel, Column, Entity, Model, RunKind},
    },
};
use crate::{
    catalog::entities::{audit::entry, city},
    features::Services,
    platform::{
        database::Database,
        error::{Error, Result},
        jobs::{self, JobOutcome, NewJob, RunState, SingleRun},
    },
};

/// Runs in a list.
const LISTED: u64 = 10;

impl RunKind {
    /// The kind of its job; one runs at a time.
    pub(super) fn job(self) -> &'static str {
        match self {
            Self::Zip => "places.expand_zip",
            Self::Metro => "places.expand_metro",
        }
    }
}

/// What someone asks for.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) kind: RunKind,
    /// The ZIP code, or the number of areas.
    pub(super) what: String,
    pub(super) is_trial: bool,
}

/// Starts a run, or joins the open one if it does the same. Returns its ID.
///
/// # Errors
///
/// [`Error::Conflict`] if another run of the kind is open; otherwise when the database fails.
pub(super) async fn start(services: &Services, asked: Asked) -> Result<Uuid> {
    let now = services.clock.now();
    let wanted = asked.clone();
    let identifiers = services.identifiers.clone();
    let started = services.database.transaction(move |transaction| {
        let (asked, identifiers) = (wanted.clone(), identifiers.clone());
        Box::pin(async move {
            let kind = asked.kind.job();
            let job = NewJob {
                kind,
                payload: json!({}),
                unique_key: None,
                due_at: now,
            };
            let run = jobs::enqueue_single(transaction, (kind, job), &identifiers, now).await?;
            if let SingleRun::Started(id) = run {
                insert(transaction, id, asked, now).await?;
            }
            Ok(run)
        })
    });
    let id = match started.await? {
        SingleRun::Started(id) => return Ok(id),
        SingleRun::AlreadyOpen(id) => id,
    };
    let open = find(&services.database, id).await?;
    let is_same = |open: &Model| open.asked == asked.what && open.is_trial == asked.is_trial;
    if open.as_ref().is_some_and(is_same) {
        return Ok(id);
    }
    let what = match asked.kind {
        RunKind::Zip => open.map_or_else(
            || "A ZIP code expansion".to_owned(),
            |open| format!("The expansion of {}", open.asked),
        ),
        RunKind::Metro => "A metro expansion".to_owned(),
    };
    Err(Error::Conflict(
        format!("{what} is still running. Wait until it has ended, or cancel it.").into(),
    ))
}

async fn insert(
    transaction: &DatabaseTransaction,
    id: Uuid,
    asked: Asked,
    now: DateTime<Utc>,
) -> Result<()> {
    Entity::insert(ActiveModel {
        id: Set(id),
        kind: Set(asked.kind),
        asked: Set(asked.what),
        is_trial: Set(asked.is_trial),
        result: Set(None),
        error: Set(None),
        created_at: Set(now),
        finished_at: Set(None),
    })
    .exec_without_returning(transaction)
    .await?;
    Ok(())
}

pub(super) async fn find(database: &Database, id: Uuid) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id).one(database.reads()).await?)
}

/// Stores what a run has done, in the transaction that did it; `is_end` if it has ended with that.
pub(super) async fn note(
    connection: &impl ConnectionTrait,
    id: Uuid,
    (result, is_end): (&impl Serialize, bool),
    now: DateTime<Utc>,
) -> Result<()> {
    let result = serde_json::to_value(result)
        .map_err(|error| Error::Internal(format!("a run's result: {error}")))?;
    Entity::update_many()
        .col_expr(Column::Result, Expr::value(Some(result)))
        .col_expr(Column::FinishedAt, Expr::value(is_end.then_some(now)))
        .filter(Column::Id.eq(id))
        .exec(connection)
        .await?;
    Ok(())
}

/// How the job of a run that has ended ends: the operator sees why it failed.
pub(super) fn outcome(error: Option<String>) -> JobOutcome {
    error.map_or(JobOutcome::Done, JobOutcome::Failed)
}

/// Ends a run; with `error` if it failed. Returns how its job ends.
pub(super) async fn end(
    services: &Services,
    id: Uuid,
    error: Option<String>,
) -> Result<JobOutcome> {
    let (now, stored) = (services.clock.now(), error.clone());
    services
        .database
        .transaction(move |transaction| {
            let error = stored.clone();
            Box::pin(async move {
                Entity::update_many()
                    .col_expr(Column::Error, Expr::value(error))
                    .col_expr(Column::FinishedAt, Expr::value(Some(now)))
                    .filter(Column::Id.eq(id))
                    .exec(transaction)
                    .await?;
                Ok(())
            })
        })
        .await?;
    Ok(outcome(error))
}

/// The latest runs of a kind, newest first, each with its state.
pub(super) async fn latest(
    services: &Services,
    kind: RunKind,
) -> Result<Vec<(Model, ExpansionState)>> {
    let rows = Entity::find()
        .filter(Column::Kind.eq(kind))
        .order_by_desc(Column::Id)
        .limit(LISTED)
        .all(services.database.reads())
        .await?;
    let mut runs = Vec::new();
    for mut row in rows {
        let state = match (&row.error, row.finished_at) {
            (Some(_), _) => ExpansionState::Failed,
            (None, Some(_)) => ExpansionState::Done,
            (None, None) => {
                let now = services.clock.now();
                let job = jobs::run_of(&services.database, row.id, now).await?;
                row.error = job.as_ref().and_then(|job| job.error.clone());
                state_of(job.map(|job| job.state))
            }
        };
        runs.push((row, state));
    }
    Ok(runs)
}

/// The state of a run that hasn't stored its end.
fn state_of(job: Option<RunState>) -> ExpansionState {
    match job {
        Some(RunState::Waiting | RunState::Running) => ExpansionState::Open,
        Some(RunState::Canceled) => ExpansionState::Canceled,
        Some(RunState::Done | RunState::Failed) | None => ExpansionState::Failed,
    }
}

/// A run's stored result; `None` if there is none yet.
pub(super) fn result_of<T: DeserializeOwned>(row: &Model) -> Result<Option<T>> {
    let Some(stored) = row.result.clone() else {
        return Ok(None);
    };
    serde_json::from_value(stored)
        .map(Some)
        .map_err(|error| Error::Internal(format!("the result of the run {}: {error}", row.id)))
}

/// Those of the acts that were undone.
pub(super) async fn undone(database: &Database, acts: &[Uuid]) -> Result<BTreeSet<Uuid>> {
    if acts.is_empty() {
        return Ok(BTreeSet::new());
    }
    let rows: Vec<(Uuid, Option<Uuid>)> = entry::Entity::find()
        .select_only()
        .columns([entry::Column::Id, entry::Column::UndoneBy])
        .filter(entry::Column::Id.is_in(acts.iter().copied()))
        .into_tuple()
        .all(database.reads())
        .await?;
    let undone = rows.into_iter().filter(|(_, by)| by.is_some());
    Ok(undone.map(|(id, _)| id).collect())
}

/// The slugs of the areas that are done.
pub(super) async fn areas_done(database: &Database) -> Result<BTreeSet<String>> {
    let rows = expansion_area::Entity::find().all(database.reads()).await?;
    Ok(rows.into_iter().map(|row| row.area).collect())
}

/// The row of a town.
pub(super) async fn city(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<city::Model>> {
    Ok(city::Entity::find_by_id(id).one(connection).await?)
}
