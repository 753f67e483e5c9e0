//! All SQL of this room.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveModelTrait, ActiveValue::NotSet, ColumnTrait, ConnectionTrait, EntityTrait,
    IntoActiveModel, QueryFilter,
};
use uuid::Uuid;

use super::entity::{Column, Entity, Model};
use crate::platform::{database::Database, error::Result};

/// Adds a run that begins now.
pub(super) async fn insert(
    connection: &impl ConnectionTrait,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<()> {
    let row = Model {
        id,
        after_city: None,
        checked: 0,
        wikipedia: 0,
        stock: 0,
        failed: 0,
        started_at: now,
        last_at: now,
        is_done: false,
        problem: None,
    };
    Entity::insert(row.into_active_model().reset_all())
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

pub(super) async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id).one(connection).await?)
}

/// Writes how far a run is.
pub(super) async fn save(database: &Database, row: &Model) -> Result<()> {
    database
        .transaction(|transaction| {
            let id = row.id;
            let mut changed = row.clone().into_active_model().reset_all();
            changed.id = NotSet;
            Box::pin(async move {
                Entity::update_many()
                    .set(changed)
                    .filter(Column::Id.eq(id))
                    .exec(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
}
