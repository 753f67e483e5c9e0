//! The SQL of this room.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter,
    QueryOrder, sea_query::OnConflict,
};
use uuid::Uuid;

use super::entity::{Column, Entity, Model};
use crate::{
    catalog::entities::shop_source,
    platform::{database::Database, error::Result},
};

/// The source imported last.
pub(super) async fn last_imported(
    connection: &impl ConnectionTrait,
) -> Result<Option<shop_source::Model>> {
    Ok(shop_source::Entity::find()
        .order_by_desc(shop_source::Column::FetchedAt)
        .one(connection)
        .await?)
}

/// Nodes seen recently, sorted by name.
pub(super) async fn nodes(connection: &impl ConnectionTrait) -> Result<Vec<Model>> {
    Ok(Entity::find()
        .order_by_asc(Column::Name)
        .order_by_asc(Column::Id)
        .all(connection)
        .await?)
}

/// Records that a node is running, and deletes those not seen since `limit`.
pub(super) async fn note_node(
    database: &Database,
    node: Model,
    limit: DateTime<Utc>,
) -> Result<()> {
    database
        .transaction(|transaction| {
            let row = node.clone().into_active_model().reset_all();
            Box::pin(async move {
                Entity::insert(row)
                    .on_conflict(
                        OnConflict::column(Column::Id)
                            .update_columns([Column::SeenAt, Column::ClockOffset])
                            .to_owned(),
                    )
                    .exec_without_returning(transaction)
                    .await?;
                Entity::delete_many()
                    .filter(Column::SeenAt.lt(limit))
                    .exec(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
}

/// Deletes a node that has stopped.
pub(super) async fn forget_node(database: &Database, id: Uuid) -> Result<()> {
    database
        .transaction(|transaction| {
            Box::pin(async move {
                Entity::delete_by_id(id).exec(transaction).await?;
                Ok(())
            })
        })
        .await
}
