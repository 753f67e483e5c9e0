//! Jobs by kind, for the operator.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};

use super::entity::{Column, Entity, State};
use crate::platform::{database::Database, error::Result};

/// How one kind of work goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobKind {
    pub kind: String,
    /// Jobs waiting or running.
    pub open: usize,
    /// When the next one is due.
    pub next_at: Option<DateTime<Utc>>,
    pub last_done_at: Option<DateTime<Utc>>,
    pub last_failed_at: Option<DateTime<Utc>>,
    /// The error of the last failed attempt, unless one has succeeded since.
    pub last_error: Option<String>,
}

/// Every kind of work with jobs, by name. Finished jobs are kept for some weeks.
pub async fn overview(database: &Database) -> Result<Vec<JobKind>> {
    let mut kinds: BTreeMap<String, JobKind> = BTreeMap::new();
    let open = Entity::find()
        .filter(Column::State.eq(State::Open))
        .order_by_desc(Column::DueAt)
        .order_by_desc(Column::Id)
        .all(database.reads())
        .await?;
    for job in open {
        let kind = kinds.entry(job.kind).or_default();
        kind.open += 1;
        // The earliest comes last.
        kind.next_at = Some(job.due_at);
        kind.last_error = job.last_error.or(kind.last_error.take());
    }
    let ended = Entity::find()
        .filter(Column::State.ne(State::Open))
        .order_by_asc(Column::FinishedAt)
        .order_by_asc(Column::Id)
        .all(database.reads())
        .await?;
    // A canceled job neither succeeded nor failed.
    let ended = ended.into_iter();
    for job in ended.filter(|job| job.cancel_asked_at.is_none() || job.state == State::Done) {
        let kind = kinds.entry(job.kind).or_default();
        if job.state == State::Done {
            kind.last_done_at = job.finished_at;
            if kind.open == 0 {
                kind.last_error = None;
            }
        } else {
            kind.last_failed_at = job.finished_at;
            kind.last_error = job.last_error;
        }
    }
    let named = kinds
        .into_iter()
        .map(|(name, kind)| JobKind { kind: name, ..kind });
    Ok(named.collect())
}
