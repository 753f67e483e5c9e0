//! The audit log's SQL.

use sea_orm::{ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use crate::{
    catalog::entities::audit::{entry, image},
    platform::{database::Database, error::Result},
};

/// Filters for entries.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Wanted {
    pub actor: Option<entry::ActorKind>,
    pub subject: Option<Uuid>,
}

fn select(wanted: &Wanted) -> sea_orm::Select<entry::Entity> {
    let mut entries = entry::Entity::find()
        .order_by_desc(entry::Column::CreatedAt)
        .order_by_desc(entry::Column::Id);
    if let Some(actor) = wanted.actor {
        entries = entries.filter(entry::Column::ActorKind.eq(actor));
    }
    if let Some(subject) = wanted.subject {
        entries = entries.filter(entry::Column::SubjectId.eq(subject));
    }
    entries
}

/// Up to `most` entries after the first `skip`, newest first.
pub(in super::super) async fn entries(
    database: &Database,
    wanted: &Wanted,
    (skip, most): (u64, u64),
) -> Result<Vec<entry::Model>> {
    Ok(select(wanted)
        .offset(skip)
        .limit(most)
        .all(database.reads())
        .await?)
}

/// How many entries match.
pub(in super::super) async fn count(database: &Database, wanted: &Wanted) -> Result<u64> {
    Ok(select(wanted).count(database.reads()).await?)
}

/// One entry with the rows it wrote.
pub(in super::super) async fn entry(
    database: &Database,
    id: Uuid,
) -> Result<Option<(entry::Model, Vec<image::Model>)>> {
    let found = entry::Entity::find().filter(entry::Column::Id.eq(id));
    let Some(found) = found.one(database.reads()).await? else {
        return Ok(None);
    };
    let images = image::Entity::find()
        .filter(image::Column::EntryId.eq(id))
        .order_by_asc(image::Column::Position)
        .all(database.reads())
        .await?;
    Ok(Some((found, images)))
}
