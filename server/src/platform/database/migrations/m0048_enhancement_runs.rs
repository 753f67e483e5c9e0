//! Runs that find city images or improve shops move into the table of runs. The old tables go with a later release.

use chrono::{DateTime, Utc};
use sea_orm::QueryResult;
use sea_orm_migration::prelude::*;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::m0047_runs::{Run, outcome, remove, rows};

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

const IMAGES: &str = "cities.discover_images";
const FOURSQUARE: &str = "foursquare.enhance";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        for row in rows(connection, "city_image_runs", None).await? {
            let after: Option<Uuid> = row.try_get("", "after_city")?;
            let mut result = numbers(&row, &["checked", "wikipedia", "stock", "failed"])?;
            result.insert("after_city".to_owned(), json!(after));
            let run = run(&row, IMAGES, (json!({}), result))?;
            run.insert(connection).await?;
        }
        for row in rows(connection, "foursquare_runs", None).await? {
            let city: Option<Uuid> = row.try_get("", "city_id")?;
            let asked = json!({
                "city_id": city,
                "city_name": row.try_get::<String>("", "city_name")?,
                "state": row.try_get::<String>("", "state")?,
                "shops": row.try_get::<Value>("", "shops")?,
            });
            let result = numbers(&row, &["processed", "enhanced", "photos", "calls"])?;
            let run = run(&row, FOURSQUARE, (asked, result))?;
            run.insert(connection).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        remove(manager.get_connection(), &[IMAGES, FOURSQUARE]).await
    }
}

fn numbers(row: &QueryResult, columns: &[&'static str]) -> Result<Map<String, Value>, DbErr> {
    let mut numbers = Map::new();
    for column in columns {
        let number: i32 = row.try_get("", column)?;
        numbers.insert((*column).to_owned(), json!(number));
    }
    Ok(numbers)
}

fn run(
    row: &QueryResult,
    kind: &'static str,
    (asked, result): (Value, Map<String, Value>),
) -> Result<Run, DbErr> {
    let stopped: Option<String> = row.try_get("", "problem")?;
    let is_done: bool = row.try_get("", "is_done")?;
    let last_at: DateTime<Utc> = row.try_get("", "last_at")?;
    let has_ended = is_done || stopped.is_some();
    Ok(Run {
        id: row.try_get("", "id")?,
        kind,
        asked,
        result: Some(result.into()),
        outcome: has_ended.then(|| outcome(stopped.as_ref())),
        stopped,
        started_at: row.try_get("", "started_at")?,
        last_at,
        ended_at: has_ended.then_some(last_at),
    })
}
