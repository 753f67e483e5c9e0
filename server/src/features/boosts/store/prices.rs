//! Announced prices.

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder,
    sea_query::Expr,
};
use uuid::Uuid;

use crate::{
    features::boosts::entity::price_change::{Column, Entity, Model},
    platform::error::Result,
};

/// Stores an announcement.
pub(in crate::features::boosts) async fn keep_change(
    connection: &impl ConnectionTrait,
    row: &Model,
) -> Result<()> {
    Entity::insert(row.clone().into_active_model())
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

/// The announcements that are due but not carried out, oldest first.
pub(in crate::features::boosts) async fn due_changes(
    connection: &impl ConnectionTrait,
    now: DateTime<Utc>,
) -> Result<Vec<Model>> {
    Ok(Entity::find()
        .filter(Column::FinishedAt.is_null())
        .filter(Column::EffectiveAt.lte(now))
        .order_by_asc(Column::EffectiveAt)
        .all(connection)
        .await?)
}

/// Records that every subscription has the price.
pub(in crate::features::boosts) async fn finish_change(
    connection: &impl ConnectionTrait,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::FinishedAt, Expr::value(Some(now)))
        .filter(Column::Id.eq(id))
        .exec(connection)
        .await?;
    Ok(())
}
