//! Runs of expansion, and those that read uploaded lists, move into the table of runs. Their results stay as they are. The old
//! table and columns go with a later release.

use chrono::{DateTime, Utc};
use sea_orm::QueryResult;
use sea_orm_migration::prelude::*;
use serde_json::{Value, json};
use uuid::Uuid;

use super::m0047_runs::{Run, outcome, remove, rows};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

const ZIP: &str = "places.expand_zip";
const METRO: &str = "places.expand_metro";
const LIST: &str = "imports.run";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        for row in rows(connection, "expansion_runs", None).await? {
            run(&row)?.insert(connection).await?;
        }
        let jobs = rows(connection, "jobs", Some(("kind", LIST))).await?;
        for row in rows(connection, "import_files", None).await? {
            if let Some(run) = list_run(&row, &jobs)? {
                run.insert(connection).await?;
            }
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        remove(manager.get_connection(), &[ZIP, METRO, LIST]).await
    }
}

fn run(row: &QueryResult) -> Result<Run, DbErr> {
    let kind: String = row.try_get("", "kind")?;
    let asked: String = row.try_get("", "asked")?;
    let is_trial: bool = row.try_get("", "is_trial")?;
    let result: Option<Value> = row.try_get("", "result")?;
    let stopped: Option<String> = row.try_get("", "error")?;
    let started_at: DateTime<Utc> = row.try_get("", "created_at")?;
    let ended_at: Option<DateTime<Utc>> = row.try_get("", "finished_at")?;
    let (kind, asked) = if kind == "zip" {
        (ZIP, json!({ "zip": asked, "is_trial": is_trial }))
    } else {
        (METRO, json!({ "areas": asked.parse().unwrap_or(0_usize) }))
    };
    Ok(Run {
        id: row.try_get("", "id")?,
        kind,
        asked,
        result,
        outcome: ended_at.map(|_| outcome(stopped.as_ref())),
        stopped,
        started_at,
        last_at: ended_at.unwrap_or(started_at),
        ended_at,
    })
}

/// The latest run of a list. Its job tells when that was.
fn list_run(row: &QueryResult, jobs: &[QueryResult]) -> Result<Option<Run>, DbErr> {
    let id: Option<Uuid> = row.try_get("", "job_id")?;
    let Some(id) = id else {
        return Ok(None);
    };
    let uploaded_at: DateTime<Utc> = row.try_get("", "uploaded_at")?;
    let (mut started_at, mut ended_at) = (uploaded_at, None);
    for job in jobs {
        if job.try_get::<Uuid>("", "id")? == id {
            started_at = job.try_get("", "created_at")?;
            ended_at = job.try_get("", "finished_at")?;
        }
    }
    let file: Uuid = row.try_get("", "id")?;
    let choices: Option<Value> = row.try_get("", "choices")?;
    let result: Option<Value> = row.try_get("", "outcome")?;
    let last_at = ended_at.unwrap_or(started_at);
    Ok(Some(Run {
        id,
        kind: LIST,
        asked: json!({ "file": file, "choices": choices.unwrap_or_else(|| json!({})) }),
        outcome: result.as_ref().map(|_| "done"),
        ended_at: result.as_ref().map(|_| last_at),
        result,
        stopped: None,
        started_at,
        last_at,
    }))
}
