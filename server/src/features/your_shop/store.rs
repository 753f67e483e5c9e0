//! All SQL of this room.

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::Expr,
};
use uuid::Uuid;

use crate::{
    catalog::entities::{
        audit::{entry, image},
        hours_question, shop,
        suggestion::{self, Proposal, Status},
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

/// Whether this very change of the shop waits for a decision.
pub(super) async fn is_suggested(
    connection: &impl ConnectionTrait,
    shop: Uuid,
    proposal: &Proposal,
) -> Result<bool> {
    let open = suggestion::Entity::find()
        .filter(suggestion::Column::ShopId.eq(shop))
        .filter(suggestion::Column::Status.eq(Status::Open))
        .all(connection)
        .await?;
    Ok(open.iter().any(|row| row.proposal == *proposal))
}

/// Acts on a shop, newest first, with the images of its own row.
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

/// An entry in a shop's history.
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

/// The latest question to a shop's people about its hours.
pub(super) async fn question_of(
    connection: &impl ConnectionTrait,
    shop: Uuid,
) -> Result<Option<hours_question::Model>> {
    Ok(hours_question::Entity::find_by_id(shop)
        .one(connection)
        .await?)
}

/// Records that the question asked at this time is answered; `false` if it was already.
pub(super) async fn note_answer(
    connection: &impl ConnectionTrait,
    (shop, asked_at): (Uuid, DateTime<Utc>),
    now: DateTime<Utc>,
) -> Result<bool> {
    let marked = hours_question::Entity::update_many()
        .col_expr(hours_question::Column::AnsweredAt, Expr::value(now))
        .filter(hours_question::Column::Id.eq(shop))
        .filter(hours_question::Column::AskedAt.eq(asked_at))
        .filter(hours_question::Column::AnsweredAt.is_null())
        .exec(connection)
        .await?;
    Ok(marked.rows_affected == 1)
}
