//! Days that a demo invents. A mark says before which midnight all of them are.

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, DatabaseTransaction, EntityTrait, ExprTrait, QueryFilter, QuerySelect,
    sea_query::Expr,
};
use uuid::Uuid;

use super::add_up;
use crate::{
    catalog::entities::vote,
    features::analytics::{
        entity,
        rules::EventType,
        sums::{day, searched},
    },
    platform::{database::Database, error::Result, marks},
};

/// Marks the days before `midnight` as invented; `false` if something was counted here already, which then is real.
pub(in crate::features::analytics) async fn begin(
    database: &Database,
    midnight: DateTime<Utc>,
) -> Result<bool> {
    database
        .transaction(move |transaction| {
            Box::pin(async move {
                let counted = day::Entity::find().one(transaction).await?;
                if counted.is_some() {
                    return Ok(false);
                }
                marks::set(transaction, marks::INVENTED_FIGURES, midnight, "").await?;
                Ok(true)
            })
        })
        .await
}

/// The voters whose last vote is from `first` or later.
pub(in crate::features::analytics) async fn votes_since(
    database: &Database,
    first: DateTime<Utc>,
) -> Result<Vec<vote::Model>> {
    Ok(vote::Entity::find()
        .filter(vote::Column::VotedAt.gte(first))
        .all(database.reads())
        .await?)
}

/// Removes the invented days, and what they added to the totals; returns how many views that were. `None` if none are invented.
pub(in crate::features::analytics) async fn remove(database: &Database) -> Result<Option<u64>> {
    database
        .transaction(|transaction| {
            Box::pin(async move {
                let mark = marks::last(transaction, marks::INVENTED_FIGURES).await?;
                let Some((midnight, _)) = mark else {
                    return Ok(None);
                };
                let day = midnight.format("%F").to_string();
                let views: Option<Option<i64>> = entity::Entity::find()
                    .select_only()
                    .column_as(
                        Expr::col(entity::Column::Count).sum().cast_as("bigint"),
                        "views",
                    )
                    .filter(entity::Column::Kind.eq(EventType::PageView.name()))
                    .filter(entity::Column::Day.lt(&day))
                    .into_tuple()
                    .one(transaction)
                    .await?;
                let texts: Vec<String> = entity::Entity::find()
                    .select_only()
                    .column(entity::Column::Detail)
                    .distinct()
                    .filter(entity::Column::Kind.eq(EventType::Search.name()))
                    .filter(entity::Column::Day.lt(&day))
                    .into_tuple()
                    .all(transaction)
                    .await?;
                add_up::take_out_before(transaction, midnight).await?;
                entity::Entity::delete_many()
                    .filter(entity::Column::Day.lt(&day))
                    .exec(transaction)
                    .await?;
                count_again(transaction, texts).await?;
                marks::forget(transaction, marks::INVENTED_FIGURES).await?;
                Ok(Some(views.flatten().unwrap_or(0).unsigned_abs()))
            })
        })
        .await
}

/// Counts what visitors have searched for since, as people in the demo's past had. There are a few dozen such texts.
async fn count_again(transaction: &DatabaseTransaction, texts: Vec<String>) -> Result<()> {
    let counts: Vec<(String, i64)> = entity::Entity::find()
        .select_only()
        .column(entity::Column::Detail)
        .column_as(
            Expr::col(entity::Column::Count).sum().cast_as("bigint"),
            "times",
        )
        .filter(entity::Column::Kind.eq(EventType::Search.name()))
        .filter(entity::Column::Subject.eq(Uuid::nil()))
        .filter(entity::Column::Detail.is_in(texts))
        .group_by(entity::Column::Detail)
        .into_tuple()
        .all(transaction)
        .await?;
    for (text, count) in counts {
        searched::Entity::update_many()
            .col_expr(searched::Column::Count, Expr::value(count))
            .filter(searched::Column::Text.eq(text))
            .exec(transaction)
            .await?;
    }
    Ok(())
}
