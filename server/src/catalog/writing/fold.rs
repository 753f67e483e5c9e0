//! Combines consecutive edits into one audit log entry.

use chrono::TimeDelta;
use sea_orm::{
    ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder, sea_query::Expr,
};
use uuid::Uuid;

use crate::{
    catalog::entities::audit::{entry, image},
    platform::{database::Database, error::Result},
};

/// Folds the act `id` into the previous act on the same subject, if both are edits of one row by the same actor,
/// neither undone nor noted, and the first isn't older than `span`; returns whether it did.
pub async fn fold_into_previous(database: &Database, id: Uuid, span: TimeDelta) -> Result<bool> {
    database
        .transaction(move |transaction| {
            Box::pin(async move {
                let Some((earlier, later)) = pair(transaction, id, span).await? else {
                    return Ok(false);
                };
                image::Entity::update_many()
                    .col_expr(image::Column::AfterImage, Expr::value(later.after_image))
                    .filter(image::Column::EntryId.eq(earlier.entry_id))
                    .exec(transaction)
                    .await?;
                image::Entity::delete_many()
                    .filter(image::Column::EntryId.eq(id))
                    .exec(transaction)
                    .await?;
                entry::Entity::delete_by_id(id).exec(transaction).await?;
                Ok(true)
            })
        })
        .await
}

/// The images of the act before `id` and of `id`, if they can be combined.
async fn pair(
    transaction: &DatabaseTransaction,
    id: Uuid,
    span: TimeDelta,
) -> Result<Option<(image::Model, image::Model)>> {
    let Some(later) = entry::Entity::find_by_id(id).one(transaction).await? else {
        return Ok(None);
    };
    let earlier = entry::Entity::find()
        .filter(entry::Column::SubjectId.eq(later.subject_id))
        .filter(entry::Column::Id.lt(id))
        .order_by_desc(entry::Column::Id)
        .one(transaction)
        .await?;
    let is_one = |earlier: &entry::Model| {
        earlier.action == later.action
            && (earlier.actor_kind, earlier.actor_id) == (later.actor_kind, later.actor_id)
            && (earlier.undone_by, later.undone_by) == (None, None)
            && (&earlier.note, &later.note) == (&None, &None)
            && later.created_at - earlier.created_at < span
    };
    let Some(earlier) = earlier.filter(is_one) else {
        return Ok(None);
    };
    let (Some(earlier), Some(later)) = (
        only_image(transaction, earlier.id).await?,
        only_image(transaction, id).await?,
    ) else {
        return Ok(None);
    };
    let is_one = (&earlier.table_name, earlier.row_id) == (&later.table_name, later.row_id)
        && earlier.after_image.is_some()
        && later.after_image.is_some();
    Ok(is_one.then_some((earlier, later)))
}

async fn only_image(transaction: &DatabaseTransaction, id: Uuid) -> Result<Option<image::Model>> {
    let mut images = image::Entity::find()
        .filter(image::Column::EntryId.eq(id))
        .all(transaction)
        .await?;
    Ok(images.pop().filter(|_| images.is_empty()))
}
