//! Payments, and the boosts that they bought.

use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder,
    sea_query::OnConflict,
};
use uuid::Uuid;

use crate::{
    catalog::entities::boost,
    features::boosts::entity::{
        payment,
        purchase::{Column, Entity, Model},
    },
    platform::error::Result,
};

/// All purchases for a shop that were ever paid.
pub(in crate::features::boosts) async fn paid_of_shop(
    connection: &impl ConnectionTrait,
    shop: Uuid,
) -> Result<Vec<Model>> {
    Ok(Entity::find()
        .filter(Column::ShopId.eq(shop))
        .filter(Column::FirstPaidAt.is_not_null())
        .order_by_asc(Column::Id)
        .all(connection)
        .await?)
}

/// The payments of purchases.
pub(in crate::features::boosts) async fn payments_of(
    connection: &impl ConnectionTrait,
    purchases: &[Uuid],
) -> Result<Vec<payment::Model>> {
    if purchases.is_empty() {
        return Ok(Vec::new());
    }
    Ok(payment::Entity::find()
        .filter(payment::Column::PurchaseId.is_in(purchases.iter().copied()))
        .order_by_asc(payment::Column::PaidAt)
        .order_by_asc(payment::Column::Id)
        .all(connection)
        .await?)
}

/// Deletes a payment that another one stands for.
pub(in crate::features::boosts) async fn delete_payment(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<()> {
    payment::Entity::delete_by_id(id).exec(connection).await?;
    Ok(())
}

/// Adds a payment, or updates it.
pub(in crate::features::boosts) async fn save_payment(
    connection: &impl ConnectionTrait,
    row: &payment::Model,
) -> Result<()> {
    use payment::Column as Of;
    payment::Entity::insert(row.clone().into_active_model())
        .on_conflict(
            OnConflict::column(Of::PaymentIntent)
                .update_columns([
                    Of::AmountCents,
                    Of::RefundedCents,
                    Of::VoidAt,
                    Of::VoidReason,
                    Of::PeriodEnd,
                ])
                .to_owned(),
        )
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

/// The shop that a purchase's boost is at.
pub(in crate::features::boosts) async fn shop_of_boost(
    connection: &impl ConnectionTrait,
    purchase: Uuid,
) -> Result<Option<Uuid>> {
    let found = boost::Entity::find_by_id(purchase).one(connection).await?;
    Ok(found.map(|boost| boost.shop_id))
}

/// The rows of `boosts` of a shop.
pub(in crate::features::boosts) async fn boosts_of(
    connection: &impl ConnectionTrait,
    shop: Uuid,
) -> Result<Vec<boost::Model>> {
    Ok(boost::Entity::find()
        .filter(boost::Column::ShopId.eq(shop))
        .order_by_asc(boost::Column::Id)
        .all(connection)
        .await?)
}
