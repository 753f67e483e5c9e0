//! Stripe customers: one for each address and mode.

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel, QueryFilter,
    sea_query::{Expr, OnConflict},
};
use uuid::Uuid;

use crate::{
    features::boosts::entity::customer::{Column, Entity, Model},
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
