//! Announced prices, and who pays or was told of another one.

use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder,
    Select,
};

use super::RUNNING;
use crate::{
    features::boosts::entity::{
        price_change::{Column, Entity, Model},
        purchase::{self, Column as PurchaseColumn, Plan},
    },
    platform::error::Result,
};

/// Stores an announcement.
pub(in crate::features::boosts) async fn keep_change(
    connection: &impl ConnectionTrait,
    row: &Model,
) -> Result<()> {
    Entity::insert(row.clone().into_active_model())
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

/// The announcement that holds: an earlier one is told to nobody any more.
pub(in crate::features::boosts) async fn latest_change(
    connection: &impl ConnectionTrait,
) -> Result<Option<Model>> {
    Ok(Entity::find()
        .order_by_desc(Column::AnnouncedAt)
        .order_by_desc(Column::Id)
        .one(connection)
        .await?)
}

/// Subscriptions that renew.
fn renewing(is_live: bool) -> Select<purchase::Entity> {
    purchase::Entity::find()
        .filter(PurchaseColumn::Plan.eq(Plan::Subscription))
        .filter(PurchaseColumn::State.is_in(RUNNING))
        .filter(PurchaseColumn::IsLive.eq(is_live))
        .filter(PurchaseColumn::Renews.eq(true))
        .order_by_asc(PurchaseColumn::Id)
}

/// Renewing subscriptions that pay another price or were told of another one.
pub(in crate::features::boosts) async fn to_be_told_of(
    connection: &impl ConnectionTrait,
    is_live: bool,
    amount_cents: i64,
) -> Result<Vec<purchase::Model>> {
    let other = Condition::any()
        .add(PurchaseColumn::AmountCents.ne(amount_cents))
        .add(PurchaseColumn::NextAmountCents.is_not_null());
    Ok(renewing(is_live).filter(other).all(connection).await?)
}

/// Renewing subscriptions whose payers were told of this price, which doesn't apply yet.
pub(in crate::features::boosts) async fn told_of_price(
    connection: &impl ConnectionTrait,
    is_live: bool,
    amount_cents: i64,
) -> Result<Vec<purchase::Model>> {
    let told = PurchaseColumn::NextAmountCents.eq(amount_cents);
    Ok(renewing(is_live).filter(told).all(connection).await?)
}
