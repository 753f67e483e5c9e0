//! Keeps the totals consistent with the counts.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, DatabaseTransaction, EntityTrait, ExprTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, Func, OnConflict},
};
use uuid::Uuid;

use crate::features::analytics::{
    entity,
    rules::EventType,
    sums::{day, searched, viewed},
};
use crate::platform::{
    error::Result,
    event_counts::{Count, Event},
};

/// Four values per row: far below the engines' limits.
const ROWS: usize = 1000;

/// Adds `counts` to the totals in key order, so that two nodes that lock several rows can't deadlock.
pub(in crate::features::analytics) async fn add(
    transaction: &DatabaseTransaction,
    counts: &[(Event, Count)],
    now: DateTime<Utc>,
) -> Result<()> {
    add_days(transaction, counts).await?;
    add_views(transaction, counts).await?;
    add_searches(transaction, counts, now).await
}

async fn add_days(transaction: &DatabaseTransaction, counts: &[(Event, Count)]) -> Result<()> {
    let mut days: BTreeMap<(NaiveDate, &str), i64> = BTreeMap::new();
    for (event, count) in counts {
        *days.entry((event.day, event.kind)).or_default() += count.times;
    }
    let rows: Vec<day::ActiveModel> = days
        .into_iter()
        .map(|((day, kind), count)| day::ActiveModel {
            day: Set(day.to_string()),
            kind: Set(kind.to_owned()),
            count: Set(count),
        })
        .collect();
    for some in rows.chunks(ROWS) {
        day::Entity::insert_many(some.to_vec())
            .on_conflict(
                OnConflict::columns([day::Column::Day, day::Column::Kind])
                    .value(
                        day::Column::Count,
                        Expr::col((day::Entity, day::Column::Count))
                            .add(Expr::col(("excluded", day::Column::Count))),
                    )
                    .to_owned(),
            )
            .exec_without_returning(transaction)
            .await?;
    }
    Ok(())
}

async fn add_views(transaction: &DatabaseTransaction, counts: &[(Event, Count)]) -> Result<()> {
    let mut views: BTreeMap<Uuid, (&str, i64)> = BTreeMap::new();
    for (event, count) in counts {
        if event.kind == EventType::PageView.name() {
            views.entry(event.subject).or_insert((&event.detail, 0)).1 += count.times;
        }
    }
    let rows: Vec<viewed::ActiveModel> = views
        .into_iter()
        .map(|(subject, (kind, count))| viewed::ActiveModel {
            subject: Set(subject),
            kind: Set(kind.to_owned()),
            count: Set(count),
        })
        .collect();
    for some in rows.chunks(ROWS) {
        viewed::Entity::insert_many(some.to_vec())
            .on_conflict(
                OnConflict::column(viewed::Column::Subject)
                    .value(
                        viewed::Column::Count,
                        Expr::col((viewed::Entity, viewed::Column::Count))
                            .add(Expr::col(("excluded", viewed::Column::Count))),
                    )
                    .to_owned(),
            )
            .exec_without_returning(transaction)
            .await?;
    }
    Ok(())
}

async fn add_searches(
    transaction: &DatabaseTransaction,
    counts: &[(Event, Count)],
    now: DateTime<Utc>,
) -> Result<()> {
    use searched::Column;
    let mut texts: BTreeMap<&str, Count> = BTreeMap::new();
    for (event, count) in counts {
        // Texts beyond the daily maximum are counted together under an empty text.
        if event.kind == EventType::Search.name() && !event.detail.is_empty() {
            let known = texts.entry(&event.detail).or_default();
            known.times += count.times;
            known.results = count.results.or(known.results);
        }
    }
    let rows: Vec<searched::ActiveModel> = texts
        .into_iter()
        .map(|(text, count)| searched::ActiveModel {
            text: Set(text.to_owned()),
            count: Set(count.times),
            results: Set(count.results),
            last_at: Set(now),
        })
        .collect();
    let new = |column: Column| Expr::col(("excluded", column));
    let old = |column: Column| Expr::col((searched::Entity, column));
    for some in rows.chunks(ROWS) {
        searched::Entity::insert_many(some.to_vec())
            .on_conflict(
                OnConflict::column(Column::Text)
                    .value(Column::Count, old(Column::Count).add(new(Column::Count)))
                    .value(
                        Column::Results,
                        Func::coalesce([new(Column::Results), old(Column::Results)]),
                    )
                    .value(Column::LastAt, new(Column::LastAt))
                    .to_owned(),
            )
            .exec_without_returning(transaction)
            .await?;
    }
    Ok(())
}

/// Subtracts the days before `limit` from the totals. Call it before removing their counts, in the same transaction.
pub(in crate::features::analytics) async fn take_out_before(
    transaction: &DatabaseTransaction,
    limit: DateTime<Utc>,
) -> Result<()> {
    let day = limit.format("%F").to_string();
    let views: Vec<(Uuid, i64)> = entity::Entity::find()
        .select_only()
        .column(entity::Column::Subject)
        .column_as(
            Expr::col(entity::Column::Count).sum().cast_as("bigint"),
            "views",
        )
        .filter(entity::Column::Kind.eq(EventType::PageView.name()))
        .filter(entity::Column::Day.lt(&day))
        .group_by(entity::Column::Subject)
        .order_by_asc(entity::Column::Subject)
        .into_tuple()
        .all(transaction)
        .await?;
    for (subject, count) in views {
        viewed::Entity::update_many()
            .col_expr(
                viewed::Column::Count,
                Expr::col(viewed::Column::Count).sub(count),
            )
            .filter(viewed::Column::Subject.eq(subject))
            .exec(transaction)
            .await?;
    }
    viewed::Entity::delete_many()
        .filter(viewed::Column::Count.lte(0))
        .exec(transaction)
        .await?;
    day::Entity::delete_many()
        .filter(day::Column::Day.lt(day))
        .exec(transaction)
        .await?;
    searched::Entity::delete_many()
        .filter(searched::Column::LastAt.lt(limit))
        .exec(transaction)
        .await?;
    Ok(())
}
