//! All SQL of this room.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, EntityTrait, ExprTrait, QueryFilter,
    sea_query::{Expr, Func, OnConflict},
};

use super::entity::{ActiveModel, Column, Entity};
use crate::platform::{
    database::Database,
    error::Result,
    event_counts::{Count, Event},
};

/// Six values a row: far below the engines' limits.
const ROWS: usize = 1000;

/// Adds `counts` to the rows of their days.
pub(super) async fn add(database: &Database, counts: &[(Event, Count)]) -> Result<()> {
    let counts: Arc<[(Event, Count)]> = counts.into();
    database
        .transaction(move |transaction| {
            let counts = counts.clone();
            Box::pin(async move {
                for some in counts.chunks(ROWS) {
                    Entity::insert_many(some.iter().map(row))
                        .on_conflict(added())
                        .exec_without_returning(transaction)
                        .await?;
                }
                Ok(())
            })
        })
        .await
}

/// Removes the days before `limit`.
pub(super) async fn forget_before(database: &Database, limit: DateTime<Utc>) -> Result<()> {
    let limit = limit.format("%F").to_string();
    database
        .transaction(move |transaction| {
            let limit = limit.clone();
            Box::pin(async move {
                // Days are written so that they sort as text; both engines compare these digits alike.
                Entity::delete_many()
                    .filter(Column::Day.lt(limit))
                    .exec(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
}

fn row((event, count): &(Event, Count)) -> ActiveModel {
    ActiveModel {
        day: Set(event.day.clone()),
        kind: Set(event.kind.to_owned()),
        subject: Set(event.subject),
        detail: Set(event.detail.clone()),
        count: Set(count.times),
        results: Set(count.results),
    }
}

fn added() -> OnConflict {
    let new = |column: Column| Expr::col(("excluded", column));
    let old = |column: Column| Expr::col((Entity, column));
    OnConflict::columns([Column::Day, Column::Kind, Column::Subject, Column::Detail])
        .value(Column::Count, old(Column::Count).add(new(Column::Count)))
        .value(
            Column::Results,
            Func::coalesce([new(Column::Results), old(Column::Results)]),
        )
        .to_owned()
}
