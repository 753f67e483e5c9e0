//! The SQL of the operator's pages.

use std::collections::HashMap;

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use crate::{
    catalog::{
        entities::{
            audit::{entry, image},
            site_page::{Column, Entity, Model},
        },
        writing::Recorded,
    },
    platform::error::Result,
};

/// The latest acts that wrote a page's row, newest first, each with the row before and after.
pub(super) async fn acts_on(
    connection: &impl ConnectionTrait,
    page: Uuid,
    most: u64,
) -> Result<Vec<(entry::Model, image::Model)>> {
    let images = image::Entity::find()
        .filter(image::Column::TableName.eq(Model::TABLE))
        .filter(image::Column::RowId.eq(page))
        .order_by_desc(image::Column::EntryId)
        .limit(most)
        .all(connection)
        .await?;
    let entries = entry::Entity::find()
        .filter(entry::Column::Id.is_in(images.iter().map(|image| image.entry_id)))
        .all(connection)
        .await?;
    let mut entries: HashMap<Uuid, entry::Model> = (entries.into_iter())
        .map(|entry| (entry.id, entry))
        .collect();
    let acts = images.into_iter().filter_map(|image| {
        let entry = entries.remove(&image.entry_id)?;
        Some((entry, image))
    });
    Ok(acts.collect())
}

/// The page with this slug.
pub(super) async fn by_slug(
    connection: &impl ConnectionTrait,
    slug: &str,
) -> Result<Option<Model>> {
    let page = Entity::find().filter(Column::Slug.eq(slug));
    Ok(page.one(connection).await?)
}

/// All pages.
pub(super) async fn all(connection: &impl ConnectionTrait) -> Result<Vec<Model>> {
    Ok(Entity::find().all(connection).await?)
}
