//! All SQL of the monthly letters.

use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect,
    sea_query::{Expr, OnConflict, Query},
};
use uuid::Uuid;

use crate::{
    catalog::entities::{
        monthly_letter::{ActiveModel, Column, Entity, Model},
        shop,
        suggestion::{self, Kind, Status},
    },
    platform::error::{Error, Result},
};

/// The listed shops with an owner that weren't written about since `month`, in ID order.
pub(super) async fn shops_to_write_about(
    connection: &impl ConnectionTrait,
    month: i32,
    (after, most): (Uuid, u64),
) -> Result<Vec<shop::Model>> {
    let written = Query::select()
        .column(Column::ShopId)
        .from(Entity)
        .and_where(Column::Month.gte(month))
        .to_owned();
    Ok(shop::Entity::find()
        .filter(shop::Column::OwnerId.is_not_null())
        .filter(shop::Column::IsActive.eq(true))
        .filter(shop::Column::ClosedAt.is_null())
        .filter(shop::Column::DeletedAt.is_null())
        .filter(shop::Column::Id.not_in_subquery(written))
        .filter(shop::Column::Id.gt(after))
        .order_by_asc(shop::Column::Id)
        .limit(most)
        .all(connection)
        .await?)
}

/// The row of a shop's letters, made if there is none.
pub(super) async fn ensure(
    connection: &impl ConnectionTrait,
    new: Uuid,
    shop: Uuid,
) -> Result<Model> {
    let row = ActiveModel {
        id: Set(new),
        shop_id: Set(shop),
        month: Set(None),
        off_for: Set(None),
    };
    let known = OnConflict::column(Column::ShopId).do_nothing().to_owned();
    Entity::insert(row)
        .on_conflict(known)
        .exec_without_returning(connection)
        .await?;
    let found = of_shop(connection, shop).await?;
    found.ok_or_else(|| Error::Internal("a letter's row is gone".to_owned()))
}

/// The row of a shop's letters.
pub(super) async fn of_shop(
    connection: &impl ConnectionTrait,
    shop: Uuid,
) -> Result<Option<Model>> {
    let found = Entity::find().filter(Column::ShopId.eq(shop));
    Ok(found.one(connection).await?)
}

/// The row with this ID.
pub(super) async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id).one(connection).await?)
}

/// Notes that a letter about `month` is being written to `owner`; `false` if one was, or if this owner doesn't want it.
pub(super) async fn claim(
    connection: &impl ConnectionTrait,
    (id, owner): (Uuid, Uuid),
    month: i32,
) -> Result<bool> {
    let is_open = Condition::any()
        .add(Column::Month.is_null())
        .add(Column::Month.lt(month));
    let is_wanted = Condition::any()
        .add(Column::OffFor.is_null())
        .add(Column::OffFor.ne(owner));
    let claimed = Entity::update_many()
        .col_expr(Column::Month, Expr::value(month))
        .filter(Column::Id.eq(id))
        .filter(is_open)
        .filter(is_wanted)
        .exec(connection)
        .await?;
    Ok(claimed.rows_affected == 1)
}

/// Turns a shop's letter off for this owner, or on.
pub(super) async fn set_off(
    connection: &impl ConnectionTrait,
    id: Uuid,
    off_for: Option<Uuid>,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::OffFor, Expr::value(off_for))
        .filter(Column::Id.eq(id))
        .exec(connection)
        .await?;
    Ok(())
}

/// How many suggestions wait for the owner's answer.
pub(super) async fn count_suggestions(
    connection: &impl ConnectionTrait,
    shop: Uuid,
) -> Result<u64> {
    // The administrator decides on the other kinds.
    let open = suggestion::Entity::find()
        .filter(suggestion::Column::ShopId.eq(shop))
        .filter(suggestion::Column::Status.eq(Status::Open))
        .filter(suggestion::Column::Kind.is_in([Kind::Edit, Kind::Hours]));
    Ok(open.count(connection).await?)
}
