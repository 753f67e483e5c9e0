//! All SQL of this room.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use crate::{
    catalog::entities::{
        audit::{entry, image},
        shop,
    },
    platform::error::Result,
};

/// The row of a shop.
pub(super) async fn find(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<shop::Model>> {
    Ok(shop::Entity::find_by_id(id).one(connection).await?)
}

/// What was done to a shop, the newest first, with the images of its own row.
pub(super) async fn history(
    connection: &impl ConnectionTrait,
    shop: Uuid,
    most: u64,
) -> Result<Vec<(entry::Model, Vec<image::Model>)>> {
    let entries = entry::Entity::find()
        .filter(entry::Column::SubjectId.eq(shop))
        .filter(entry::Column::SubjectKind.eq("shop"))
        .order_by_desc(entry::Column::CreatedAt)
        .order_by_desc(entry::Column::Id)
        .limit(most)
        .all(connection)
        .await?;
    let ids: Vec<Uuid> = entries.iter().map(|entry| entry.id).collect();
    let images = image::Entity::find()
        .filter(image::Column::EntryId.is_in(ids))
        .filter(image::Column::RowId.eq(shop))
        .order_by_asc(image::Column::Position)
        .all(connection)
        .await?;
    Ok(entries
        .into_iter()
        .map(|entry| {
            let own = images.iter().filter(|image| image.entry_id == entry.id);
            let own = own.cloned().collect();
            (entry, own)
        })
        .collect())
}

/// One entry of a shop's history.
pub(super) async fn entry_of(
    connection: &impl ConnectionTrait,
    shop: Uuid,
    id: Uuid,
) -> Result<Option<entry::Model>> {
    Ok(entry::Entity::find_by_id(id)
        .filter(entry::Column::SubjectId.eq(shop))
        .filter(entry::Column::SubjectKind.eq("shop"))
        .one(connection)
        .await?)
}
