//! The SQL of bulk edits.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect,
    sea_query::Expr,
};
use uuid::Uuid;

use super::entity::{ActiveModel, Chosen, Column, Entity, Model};
use crate::{catalog::entities::shop, platform::error::Result};

/// How long an edit that nobody has applied is kept: by then, what it shows is out of date.
const DRAFT_KEPT: TimeDelta = TimeDelta::days(1);
/// Rows per query.
const TOGETHER: usize = 500;

/// The rows of these shops that aren't deleted.
pub(super) async fn shops(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<Vec<shop::Model>> {
    let mut rows = Vec::with_capacity(ids.len());
    for some in ids.chunks(TOGETHER) {
        let found = shop::Entity::find()
            .filter(shop::Column::Id.is_in(some.iter().copied()))
            .filter(shop::Column::DeletedAt.is_null());
        rows.extend(found.all(connection).await?);
    }
    Ok(rows)
}

/// Keeps an edit until it is applied.
pub(super) async fn add(
    transaction: &impl ConnectionTrait,
    (id, changes): (Uuid, serde_json::Value),
    shops: Chosen,
    now: DateTime<Utc>,
) -> Result<()> {
    Entity::delete_many()
        .filter(Column::RunId.is_null())
        .filter(Column::CreatedAt.lt(now - DRAFT_KEPT))
        .exec(transaction)
        .await?;
    let row = ActiveModel {
        id: Set(id),
        number: Set(None),
        run_id: Set(None),
        changes: Set(changes),
        shops: Set(shops),
        created_at: Set(now),
    };
    Entity::insert(row)
        .exec_without_returning(transaction)
        .await?;
    Ok(())
}

/// The edit with this ID.
pub(super) async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id).one(connection).await?)
}

/// The number of the next edit that is applied.
pub(super) async fn next_number(connection: &impl ConnectionTrait) -> Result<i64> {
    let last: Option<Option<i64>> = Entity::find()
        .select_only()
        .column_as(Column::Number.max(), "last")
        .into_tuple()
        .one(connection)
        .await?;
    Ok(last.flatten().unwrap_or_default() + 1)
}

/// Notes the run that applies an edit.
pub(super) async fn note_run(
    transaction: &impl ConnectionTrait,
    id: Uuid,
    (number, run): (i64, Uuid),
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::Number, Expr::value(number))
        .col_expr(Column::RunId, Expr::value(run))
        .filter(Column::Id.eq(id))
        .filter(Column::RunId.is_null())
        .exec(transaction)
        .await?;
    Ok(())
}
