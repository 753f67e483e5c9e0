//! All SQL of this room.

mod add_up;
pub(super) mod figures;
pub(super) mod samples;
pub(super) mod shop;
pub(super) mod visibility;

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, EntityTrait, ExprTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, Func, OnConflict},
};

use uuid::Uuid;

use super::{
    ARTICLE,
    entity::{ActiveModel, Column, Entity},
    rules::EventType,
};
use crate::{
    catalog::{Change, entities::article, writing::record_changes},
    platform::{
        database::Database,
        error::Result,
        event_counts::{Count, Event},
    },
};

/// Six values per row: far below the engines' limits.
const ROWS: usize = 1000;

/// Adds `counts` to their days' rows, and article views to the articles' rows.
pub(super) async fn add(
    database: &Database,
    counts: &[(Event, Count)],
    now: DateTime<Utc>,
) -> Result<()> {
    let views = views_in(counts);
    let counts: Arc<[(Event, Count)]> = counts.into();
    database
        .transaction(move |transaction| {
            let (counts, views) = (counts.clone(), views.clone());
            Box::pin(async move {
                for some in counts.chunks(ROWS) {
                    Entity::insert_many(some.iter().map(row))
                        .on_conflict(added())
                        .exec_without_returning(transaction)
                        .await?;
                }
                add_up::add(transaction, &counts, now).await?;
                for (id, times) in views {
                    article::Entity::update_many()
                        .col_expr(
                            article::Column::ViewCount,
                            Expr::col(article::Column::ViewCount).add(times),
                        )
                        .filter(article::Column::Id.eq(id))
                        .exec(transaction)
                        .await?;
                }
                Ok(())
            })
        })
        .await
}

/// The article views in `counts`, ordered by article, so that two nodes that lock several rows can't deadlock.
fn views_in(counts: &[(Event, Count)]) -> BTreeMap<Uuid, i64> {
    let mut views = BTreeMap::new();
    for (event, count) in counts {
        if event.kind == EventType::PageView.name() && event.detail == ARTICLE {
            *views.entry(event.subject).or_default() += count.times;
        }
    }
    views
}

/// All articles with their view counts.
pub(super) async fn views_of_articles(database: &Database) -> Result<Vec<(Uuid, i64)>> {
    let views = article::Entity::find()
        .select_only()
        .columns([article::Column::Id, article::Column::ViewCount]);
    Ok(views.into_tuple().all(database.reads()).await?)
}

/// Increments the versions of these articles' rows, and reports the changes to every node.
pub(super) async fn move_versions(
    database: &Database,
    changes: &[Change],
    now: DateTime<Utc>,
) -> Result<()> {
    let changes: Arc<[Change]> = changes.into();
    database
        .transaction(move |transaction| {
            let changes = changes.clone();
            Box::pin(async move {
                let ids: BTreeSet<Uuid> = changes.iter().map(|(_, id)| *id).collect();
                for id in ids {
                    article::Entity::update_many()
                        .col_expr(
                            article::Column::Version,
                            Expr::col(article::Column::Version).add(1),
                        )
                        .filter(article::Column::Id.eq(id))
                        .exec(transaction)
                        .await?;
                }
                record_changes(transaction, &changes, now).await
            })
        })
        .await
}

/// Removes the days before `limit`.
pub(super) async fn forget_before(database: &Database, limit: DateTime<Utc>) -> Result<()> {
    database
        .transaction(move |transaction| {
            Box::pin(async move {
                add_up::take_out_before(transaction, limit).await?;
                let limit = limit.format("%F").to_string();
                // Dates are formatted so that they sort as text, which works the same on both engines.
                Entity::delete_many()
                    .filter(Column::Day.lt(limit))
                    .exec(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
}

/// How many counts are kept, and their first day.
pub(super) async fn kept(database: &Database) -> Result<(u64, Option<DateTime<Utc>>)> {
    let count = Entity::find().count(database.reads()).await?;
    let first = Entity::find()
        .order_by_asc(Column::Day)
        .one(database.reads())
        .await?;
    let day = first.and_then(|row| row.day.parse::<NaiveDate>().ok());
    Ok((count, day.map(|day| day.and_time(NaiveTime::MIN).and_utc())))
}

fn row((event, count): &(Event, Count)) -> ActiveModel {
    ActiveModel {
        day: Set(event.day.to_string()),
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
