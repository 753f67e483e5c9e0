//! What is left of runs that the administrator started long ago.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ConnectionTrait, DatabaseTransaction, ExprTrait,
    sea_query::{Alias, Expr, Order, Query, SelectStatement},
};
use uuid::Uuid;

use crate::platform::{database::Database, error::Result};

/// How long runs are kept: long enough to compare a yearly one with the last, and to take something back that is
/// noticed late.
pub const RUNS_KEPT: TimeDelta = TimeDelta::days(365);
/// How many results one transaction removes.
const TOGETHER: u64 = 5000;

/// A table of runs, whose key is `id`.
#[derive(Clone, Copy, Debug)]
pub struct RunTable {
    pub name: &'static str,
    /// The column with a run's time.
    pub since: &'static str,
    /// The table of results, if it has one, and the column that is its key together with `run_id`.
    pub results: Option<(&'static str, &'static str)>,
}

impl RunTable {
    fn select(self, column: &'static str) -> SelectStatement {
        let mut select = Query::select();
        select
            .column(Alias::new(column))
            .from(Alias::new(self.name))
            .order_by(Alias::new(self.since), Order::Asc);
        select
    }
}

fn column(name: &'static str) -> Expr {
    Expr::col(Alias::new(name))
}

/// Removes the runs from before `limit` with their results. Returns how many runs.
pub async fn prune_runs(
    database: &Database,
    tables: &[RunTable],
    limit: DateTime<Utc>,
) -> Result<usize> {
    let mut removed = 0;
    for table in tables {
        let mut old = table.select("id");
        old.and_where(column(table.since).lt(limit));
        for row in database.reads().query_all(&old).await? {
            remove(database, *table, row.try_get("", "id")?).await?;
            removed += 1;
        }
    }
    Ok(removed)
}

async fn remove(database: &Database, table: RunTable, id: Uuid) -> Result<()> {
    if let Some(results) = table.results {
        let some =
            || database.transaction(move |to| Box::pin(remove_some_results(to, results, id)));
        while some().await? {}
    }
    let delete = Query::delete()
        .from_table(Alias::new(table.name))
        .and_where(column("id").eq(id))
        .to_owned();
    database
        .transaction(move |transaction| {
            let delete = delete.clone();
            Box::pin(async move {
                transaction.execute(&delete).await?;
                Ok(())
            })
        })
        .await
}

/// Whether there are more.
async fn remove_some_results(
    transaction: &DatabaseTransaction,
    (results, key): (&'static str, &'static str),
    id: Uuid,
) -> Result<bool> {
    let last = Query::select()
        .column(Alias::new(key))
        .from(Alias::new(results))
        .and_where(column("run_id").eq(id))
        .order_by(Alias::new(key), Order::Asc)
        .offset(TOGETHER - 1)
        .limit(1)
        .to_owned();
    let last = transaction.query_one(&last).await?;
    let mut delete = Query::delete();
    delete
        .from_table(Alias::new(results))
        .and_where(column("run_id").eq(id));
    if let Some(last) = &last {
        match key {
            "number" => delete.and_where(column(key).lte(last.try_get::<i64>("", key)?)),
            _ => delete.and_where(column(key).lte(last.try_get::<Uuid>("", key)?)),
        };
    }
    transaction.execute(&delete).await?;
    Ok(last.is_some())
}

/// How many runs there are, and the time of the oldest.
pub async fn kept_runs(
    connection: &impl ConnectionTrait,
    tables: &[RunTable],
) -> Result<(u64, Option<DateTime<Utc>>)> {
    let (mut count, mut oldest) = (0, None);
    for table in tables {
        let rows = connection.query_all(&table.select(table.since)).await?;
        count += rows.len() as u64;
        if let Some(first) = rows.first() {
            let since: DateTime<Utc> = first.try_get("", table.since)?;
            oldest = Some(oldest.map_or(since, |oldest| Ord::min(oldest, since)));
        }
    }
    Ok((count, oldest))
}
