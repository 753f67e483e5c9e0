//! All SQL of this room.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};
use uuid::Uuid;

use crate::{
    catalog::entities::story::{Column, Entity, Model, Status},
    platform::error::Result,
};

/// The approved stories of a shop.
pub(super) async fn approved_of(
    connection: &impl ConnectionTrait,
    shop: Uuid,
) -> Result<Vec<Model>> {
    Ok(Entity::find()
        .filter(Column::ShopId.eq(shop))
        .filter(Column::Status.eq(Status::Approved))
        .all(connection)
        .await?)
}
