//! The audit log's SQL.

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::Order,
};
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
    /// Only what people did, or only what the server did by itself.
    pub by_people: Option<bool>,
    pub action: Option<String>,
    /// From the first of these moments to before the second.
    pub span: Option<(DateTime<Utc>, DateTime<Utc>)>,
    /// Such as `shop`.
    pub kind: Option<String>,
    /// Oldest first.
    pub is_ascending: bool,
}

fn select(wanted: &Wanted) -> sea_orm::Select<entry::Entity> {
    let order = if wanted.is_ascending {
        Order::Asc
    } else {
        Order::Desc
    };
    let mut entries = entry::Entity::find()
        .order_by(entry::Column::CreatedAt, order.clone())
        .order_by(entry::Column::Id, order);
    if let Some(actor) = wanted.actor {
        entries = entries.filter(entry::Column::ActorKind.eq(actor));
    }
    if let Some(subject) = wanted.subject {
        entries = entries.filter(entry::Column::SubjectId.eq(subject));
    }
    // A run of some hundred acts is one line, also in its own history: it is undone as one.
    entries = entries.filter(entry::Column::IsPart.eq(false));
    if let Some(kind) = &wanted.kind {
        entries = entries.filter(entry::Column::SubjectKind.eq(kind));
    }
    if let Some(by_people) = wanted.by_people {
        let system = entry::ActorKind::System;
        entries = entries.filter(if by_people {
            entry::Column::ActorKind.ne(system)
        } else {
            entry::Column::ActorKind.eq(system)
        });
    }
    if let Some(action) = &wanted.action {
        entries = entries.filter(entry::Column::Action.eq(action));
    }
    if let Some((first, end)) = wanted.span {
        entries = entries
            .filter(entry::Column::CreatedAt.gte(first))
            .filter(entry::Column::CreatedAt.lt(end));
    }
    entries
}

/// Up to `most` entries after the first `skip`, in order of time.
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
