//! All SQL of this room.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, OnConflict},
};
use uuid::Uuid;

use super::entity;
use crate::{
    catalog::entities::{
        audit::{entry, image},
        former_slug, shop,
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

/// Shops with people of their own and hours not confirmed since `limit`, in ID order.
pub(super) async fn with_old_hours(
    connection: &impl ConnectionTrait,
    limit: DateTime<Utc>,
    after: Uuid,
    most: u64,
) -> Result<Vec<shop::Model>> {
    use shop::Column;
    let has_people = Condition::any()
        .add(Column::OwnerId.is_not_null())
        .add(Column::SubmitterId.is_not_null());
    let has_hours = Condition::any()
        .add(Column::Hours.is_not_null())
        .add(Column::OpeningHours.is_not_null());
    let is_old = Condition::any()
        .add(Column::HoursConfirmedAt.lte(limit))
        .add(
            Condition::all()
                .add(Column::HoursConfirmedAt.is_null())
                .add(Column::CreatedAt.lte(limit)),
        );
    Ok(shop::Entity::find()
        .filter(has_people)
        .filter(has_hours)
        .filter(is_old)
        .filter(Column::IsActive.eq(true))
        .filter(Column::ClosedAt.is_null())
        .filter(Column::DeletedAt.is_null())
        .filter(Column::Id.gt(after))
        .order_by_asc(Column::Id)
        .limit(most)
        .all(connection)
        .await?)
}

/// Records that the shop's people are being asked; `false` if they were asked after `limit`.
pub(super) async fn note_question(
    transaction: &impl ConnectionTrait,
    shop: Uuid,
    now: DateTime<Utc>,
    limit: DateTime<Utc>,
) -> Result<bool> {
    let again = entity::Entity::update_many()
        .col_expr(entity::Column::AskedAt, Expr::value(now))
        .filter(entity::Column::ShopId.eq(shop))
        .filter(entity::Column::AskedAt.lte(limit))
        .exec(transaction)
        .await?;
    if again.rows_affected == 1 {
        return Ok(true);
    }
    let first = entity::Entity::insert(entity::ActiveModel {
        shop_id: Set(shop),
        asked_at: Set(now),
    })
    .on_conflict(
        OnConflict::column(entity::Column::ShopId)
            .do_nothing()
            .to_owned(),
    )
    .exec_without_returning(transaction)
    .await?;
    Ok(first == 1)
}

/// The former slug `slug`, if it led to this shop.
pub(super) async fn own_former_slug(
    connection: &impl ConnectionTrait,
    shop: Uuid,
    slug: &str,
) -> Result<Option<former_slug::Model>> {
    Ok(former_slug::Entity::find()
        .filter(former_slug::Column::Kind.eq("shop"))
        .filter(former_slug::Column::Slug.eq(slug))
        .filter(former_slug::Column::TargetId.eq(shop))
        .one(connection)
        .await?)
}
