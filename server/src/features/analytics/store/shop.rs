//! Counts of one shop.

use chrono::NaiveDate;
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, ExprTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::Expr,
};
use uuid::Uuid;

use crate::{
    features::analytics::{entity, sums::day},
    platform::error::Result,
};

/// The counts of `kinds` on each of `days`: day, kind, count. Listing days and kinds lets the query use the table's
/// key.
pub(in crate::features::analytics) async fn counts_of(
    connection: &impl ConnectionTrait,
    shop: Uuid,
    kinds: &[&str],
    days: &[NaiveDate],
) -> Result<Vec<(String, String, i64)>> {
    let days = days.iter().map(ToString::to_string);
    Ok(entity::Entity::find()
        .select_only()
        .columns([entity::Column::Day, entity::Column::Kind])
        .column_as(
            Expr::col(entity::Column::Count).sum().cast_as("bigint"),
            "times",
        )
        .filter(entity::Column::Day.is_in(days))
        .filter(entity::Column::Kind.is_in(kinds.iter().copied()))
        .filter(entity::Column::Subject.eq(shop))
        .group_by(entity::Column::Day)
        .group_by(entity::Column::Kind)
        .into_tuple()
        .all(connection)
        .await?)
}

/// The first day with any count of this kind, for any shop.
pub(in crate::features::analytics) async fn counted_since(
    connection: &impl ConnectionTrait,
    kind: &str,
) -> Result<Option<NaiveDate>> {
    let first: Option<String> = day::Entity::find()
        .select_only()
        .column(day::Column::Day)
        .filter(day::Column::Kind.eq(kind))
        .order_by_asc(day::Column::Day)
        .limit(1)
        .into_tuple()
        .one(connection)
        .await?;
    Ok(first.and_then(|day| day.parse().ok()))
}
