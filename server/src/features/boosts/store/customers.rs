//! Stripe customers: one for each address and mode.

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, ExprTrait, IntoActiveModel, QueryFilter,
    QueryOrder,
    sea_query::{Expr, OnConflict},
};
use uuid::Uuid;

use super::living;
use crate::{
    features::boosts::entity::{
        customer::{Column, Entity, Model},
        purchase::{self, Column as Purchase},
    },
    platform::error::{Error, Result},
};

/// The row of an address, created if necessary.
pub(in crate::features::boosts) async fn customer_of(
    connection: &impl ConnectionTrait,
    id: Uuid,
    (address_hash, is_live): (&str, bool),
    now: DateTime<Utc>,
) -> Result<Model> {
    let row = Model {
        id,
        address_hash: address_hash.to_owned(),
        is_live,
        customer: None,
        created_at: now,
    };
    Entity::insert(row.into_active_model())
        .on_conflict(
            OnConflict::columns([Column::AddressHash, Column::IsLive])
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(connection)
        .await?;
    Entity::find()
        .filter(Column::AddressHash.eq(address_hash))
        .filter(Column::IsLive.eq(is_live))
        .one(connection)
        .await?
        .ok_or_else(|| Error::Internal("a customer has gone while it was made".to_owned()))
}

/// Stores Stripe's ID for an address. The first one stays.
pub(in crate::features::boosts) async fn keep_customer(
    connection: &impl ConnectionTrait,
    id: Uuid,
    customer: &str,
) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::Customer, Expr::value(Some(customer.to_owned())))
        .filter(Column::Id.eq(id))
        .filter(Column::Customer.is_null())
        .exec(connection)
        .await?;
    Ok(())
}

/// Deletes the row of an address whose customer was deleted at Stripe: the next row has another ID, and so another
/// idempotency key.
pub(in crate::features::boosts) async fn forget_customer(
    connection: &impl ConnectionTrait,
    (address_hash, is_live): (&str, bool),
    customer: &str,
) -> Result<()> {
    Entity::delete_many()
        .filter(Column::AddressHash.eq(address_hash))
        .filter(Column::IsLive.eq(is_live))
        .filter(Column::Customer.eq(customer))
        .exec(connection)
        .await?;
    Ok(())
}

/// The newest subscription of a customer that Stripe may still charge.
pub(in crate::features::boosts) async fn living_of_customer(
    connection: &impl ConnectionTrait,
    customer: &str,
    is_live: bool,
) -> Result<Option<purchase::Model>> {
    Ok(purchase::Entity::find()
        .filter(Purchase::Customer.eq(customer))
        .filter(Purchase::IsLive.eq(is_live))
        .filter(living())
        .order_by_desc(Purchase::CreatedAt)
        .one(connection)
        .await?)
}

/// Moves what the payer of `row` has bought as its customer to another address. A link that waits for the address before to be proven
/// falls away: the new one hasn't entered it.
pub(in crate::features::boosts) async fn move_purchases(
    connection: &impl ConnectionTrait,
    row: &purchase::Model,
    (email, hash): (&str, &str),
) -> Result<()> {
    // Rows of earlier releases have no customer before they are paid.
    let moved = match &row.customer {
        Some(customer) => Condition::all()
            .add(Purchase::Customer.eq(customer))
            .add(Purchase::IsLive.eq(row.is_live))
            .add(Purchase::PayerHash.eq(&row.payer_hash)),
        None => Condition::all().add(Purchase::Id.eq(row.id)),
    };
    purchase::Entity::update_many()
        .col_expr(Purchase::StoreWaits, Expr::value(false))
        .col_expr(Purchase::StoreUrl, Expr::value(None::<String>))
        .col_expr(Purchase::StoreName, Expr::value(None::<String>))
        .col_expr(Purchase::LinkPersonId, Expr::value(None::<Uuid>))
        .col_expr(
            Purchase::LinkReviewSince,
            Expr::value(None::<DateTime<Utc>>),
        )
        .filter(moved.clone())
        .filter(Purchase::StoreWaits.eq(true))
        .exec(connection)
        .await?;
    purchase::Entity::update_many()
        .col_expr(Purchase::PayerEmail, Expr::value(email))
        .col_expr(Purchase::PayerHash, Expr::value(hash))
        .col_expr(Purchase::Version, Expr::col(Purchase::Version).add(1))
        .filter(moved)
        .exec(connection)
        .await?;
    Ok(())
}
