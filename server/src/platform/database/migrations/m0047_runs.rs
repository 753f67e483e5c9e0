//! One table for the long runs that the administrator starts. Runs over shops move into it; their results stay where they
//! are. The old table goes with a later release.

use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, QueryResult};
use sea_orm_migration::{prelude::*, schema::*};
use serde_json::{Value, json};
use uuid::Uuid;

/// See the module.
#[derive(Debug, DeriveMigrationName)]
pub(super) struct Migration;

/// The jobs of the old kinds, and the keys under which one of them was open.
const KINDS: [(&str, &str, &str); 2] = [
    ("texts", "ai_texts.run", "shop_runs/texts"),
    ("images", "shop_images.run", "shop_runs/images"),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let runs = Table::create()
            .table("runs")
            // The ID of its job.
            .col(uuid("id").primary_key())
            // Its job's.
            .col(string_len("kind", 64))
            .col(json_binary("asked"))
            // What it has done so far.
            .col(json_binary_null("result"))
            // Null while it goes on.
            .col(string_len_null("outcome", 8))
            .col(text_null("stopped"))
            .col(timestamp_with_time_zone("started_at"))
            // When it last got further.
            .col(timestamp_with_time_zone("last_at"))
            .col(timestamp_with_time_zone_null("ended_at"))
            .to_owned();
        manager.create_table(runs).await?;
        let by_kind = Index::create()
            .name("runs_by_kind")
            .table("runs")
            .col("kind")
            .col("started_at")
            .to_owned();
        manager.create_index(by_kind).await?;
        let connection = manager.get_connection();
        for (old, kind, key) in KINDS {
            for row in rows(connection, "shop_runs", Some(("kind", old))).await? {
                shop_run(&row, kind)?.insert(connection).await?;
            }
            rename_key(connection, (key, kind)).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (_, kind, key) in KINDS {
            rename_key(manager.get_connection(), (kind, key)).await?;
        }
        manager
            .drop_table(Table::drop().table("runs").to_owned())
            .await
    }
}

fn shop_run(row: &QueryResult, kind: &'static str) -> Result<Run, DbErr> {
    let scope: String = row.try_get("", "scope")?;
    let subject: Option<Uuid> = row.try_get("", "subject_id")?;
    let label: String = row.try_get("", "label")?;
    let model: Option<String> = row.try_get("", "model")?;
    let shops = match subject {
        Some(subject) => json!({ scope: subject }),
        None => json!(scope),
    };
    let started_at: DateTime<Utc> = row.try_get("", "started_at")?;
    let ended_at: Option<DateTime<Utc>> = row.try_get("", "ended_at")?;
    let stopped: Option<String> = row.try_get("", "stopped")?;
    Ok(Run {
        id: row.try_get("", "id")?,
        kind,
        asked: json!({ "shops": shops, "label": label, "model": model }),
        result: None,
        outcome: ended_at.map(|_| outcome(stopped.as_ref())),
        stopped,
        started_at,
        last_at: ended_at.unwrap_or(started_at),
        ended_at,
    })
}

/// How a run ended that stored its end.
pub(super) fn outcome(stopped: Option<&String>) -> &'static str {
    stopped.map_or("done", |_| "stopped")
}

/// A row of the new table.
pub(super) struct Run {
    pub(super) id: Uuid,
    pub(super) kind: &'static str,
    pub(super) asked: Value,
    pub(super) result: Option<Value>,
    pub(super) outcome: Option<&'static str>,
    pub(super) stopped: Option<String>,
    pub(super) started_at: DateTime<Utc>,
    pub(super) last_at: DateTime<Utc>,
    pub(super) ended_at: Option<DateTime<Utc>>,
}

impl Run {
    pub(super) async fn insert(self, connection: &impl ConnectionTrait) -> Result<(), DbErr> {
        let mut insert = Query::insert();
        insert
            .into_table("runs")
            .columns([
                "id",
                "kind",
                "asked",
                "result",
                "outcome",
                "stopped",
                "started_at",
                "last_at",
                "ended_at",
            ])
            .values([
                self.id.into(),
                self.kind.into(),
                self.asked.into(),
                self.result.into(),
                self.outcome.map(str::to_owned).into(),
                self.stopped.into(),
                self.started_at.into(),
                self.last_at.into(),
                self.ended_at.into(),
            ])
            .map_err(|error| DbErr::Custom(error.to_string()))?;
        connection.execute(&insert).await?;
        Ok(())
    }
}

/// The rows of a table, or those with this value.
pub(super) async fn rows(
    connection: &impl ConnectionTrait,
    table: &'static str,
    only: Option<(&'static str, &'static str)>,
) -> Result<Vec<QueryResult>, DbErr> {
    let mut select = Query::select();
    select.column(Asterisk).from(table);
    if let Some((column, value)) = only {
        select.and_where(Expr::col(column).eq(value));
    }
    connection.query_all(&select).await
}

/// Removes the runs of these kinds.
pub(super) async fn remove(
    connection: &impl ConnectionTrait,
    kinds: &[&'static str],
) -> Result<(), DbErr> {
    let delete = Query::delete()
        .from_table("runs")
        .and_where(Expr::col("kind").is_in(kinds.iter().copied()))
        .to_owned();
    connection.execute(&delete).await?;
    Ok(())
}

/// A run that is open now has to keep others from starting.
async fn rename_key(
    connection: &impl ConnectionTrait,
    (from, to): (&'static str, &'static str),
) -> Result<(), DbErr> {
    let update = Query::update()
        .table("jobs")
        .value("unique_key", to)
        .and_where(Expr::col("unique_key").eq(from))
        .to_owned();
    connection.execute(&update).await?;
    Ok(())
}
