//! The SQL of an article's history, which is in the audit log.

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use crate::{
    catalog::{
        entities::{
            article,
            audit::{entry, image},
        },
        writing::Recorded,
    },
    platform::error::Result,
};

/// The latest acts that wrote an article's row, newest first, each with the row before and after.
pub(in crate::features::blog::manage) async fn acts_on(
    connection: &impl ConnectionTrait,
    article: Uuid,
    most: u64,
) -> Result<Vec<(entry::Model, image::Model)>> {
    let entries = entry::Entity::find()
        .filter(entry::Column::SubjectId.eq(article))
        .order_by_desc(entry::Column::CreatedAt)
        .order_by_desc(entry::Column::Id)
        .limit(most)
        .all(connection)
        .await?;
    let images = image::Entity::find()
        .filter(image::Column::EntryId.is_in(entries.iter().map(|entry| entry.id)))
        .filter(image::Column::TableName.eq(article::Model::TABLE))
        .filter(image::Column::RowId.eq(article))
        .all(connection)
        .await?;
    let mut images: std::collections::HashMap<Uuid, image::Model> = (images.into_iter())
        .map(|image| (image.entry_id, image))
        .collect();
    let acts = entries.into_iter().filter_map(|entry| {
        let image = images.remove(&entry.id)?;
        Some((entry, image))
    });
    Ok(acts.collect())
}

/// One of these acts.
pub(super) async fn act_on(
    connection: &impl ConnectionTrait,
    article: Uuid,
    entry: Uuid,
) -> Result<Option<(entry::Model, image::Model)>> {
    let image = image::Entity::find()
        .filter(image::Column::EntryId.eq(entry))
        .filter(image::Column::TableName.eq(article::Model::TABLE))
        .filter(image::Column::RowId.eq(article))
        .one(connection)
        .await?;
    let entry = entry::Entity::find_by_id(entry).one(connection).await?;
    Ok(entry.zip(image))
}
