//! What goes with invented shops, and which of them can't go. After a merge, a purchase is at the shop of its boost.

use std::collections::HashMap;

use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect,
    sea_query::{Expr, Query},
};
use uuid::Uuid;

use crate::{
    catalog::entities::boost,
    features::boosts::entity::{
        customer, payment,
        purchase::{Column, Entity, State},
    },
    platform::error::Result,
};

/// Those of `shops` for which somebody has paid, or is paying, with real money: its records stay.
pub(in crate::features::boosts) async fn paid_for_really(
    connection: &impl ConnectionTrait,
    shops: &[Uuid],
) -> Result<Vec<Uuid>> {
    let boosts = Query::select()
        .column(boost::Column::Id)
        .from(boost::Entity)
        .and_where(boost::Column::ShopId.is_in(shops.iter().copied()))
        .to_owned();
    let purchases: Vec<(Uuid, Uuid)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::ShopId])
        .filter(
            Condition::any()
                .add(Column::ShopId.is_in(shops.iter().copied()))
                .add(Column::Id.in_subquery(boosts)),
        )
        .filter(Column::IsLive.eq(true))
        .filter(Column::State.ne(State::Abandoned))
        .into_tuple()
        .all(connection)
        .await?;
    let ids: Vec<Uuid> = purchases.iter().map(|(id, _)| *id).collect();
    let boosted = boosted_by(connection, &ids).await?;
    let places = purchases
        .iter()
        .map(|(id, shop)| boosted.get(id).unwrap_or(shop));
    Ok(places.copied().collect())
}

/// The shops that purchases boost.
async fn boosted_by(
    connection: &impl ConnectionTrait,
    purchases: &[Uuid],
) -> Result<HashMap<Uuid, Uuid>> {
    let rows: Vec<(Uuid, Uuid)> = boost::Entity::find()
        .select_only()
        .columns([boost::Column::Id, boost::Column::ShopId])
        .filter(boost::Column::Id.is_in(purchases.iter().copied()))
        .into_tuple()
        .all(connection)
        .await?;
    Ok(rows.into_iter().collect())
}

/// Removes the purchases for `shops`, with their payments; those that boost another shop by now belong to that one. With them go the
/// customers, known at test keys alone, who have paid for nothing else: a demo that is filled again would find what they bought before.
pub(in crate::features::boosts) async fn forget_purchases(
    connection: &impl ConnectionTrait,
    shops: &[Uuid],
) -> Result<()> {
    let mut purchases: Vec<Uuid> = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::ShopId.is_in(shops.iter().copied()))
        .into_tuple()
        .all(connection)
        .await?;
    let mut boosted = boosted_by(connection, &purchases).await?;
    boosted.retain(|_, shop| !shops.contains(shop));
    purchases.retain(|id| !boosted.contains_key(id));
    for (id, shop) in boosted {
        Entity::update_many()
            .col_expr(Column::ShopId, Expr::value(shop))
            .filter(Column::Id.eq(id))
            .exec(connection)
            .await?;
    }
    let payers: Vec<String> = Entity::find()
        .select_only()
        .column(Column::PayerHash)
        .distinct()
        .filter(Column::Id.is_in(purchases.iter().copied()))
        .into_tuple()
        .all(connection)
        .await?;
    payment::Entity::delete_many()
        .filter(payment::Column::PurchaseId.is_in(purchases.iter().copied()))
        .exec(connection)
        .await?;
    Entity::delete_many()
        .filter(Column::Id.is_in(purchases))
        .exec(connection)
        .await?;
    let others = Query::select()
        .column(Column::PayerHash)
        .from(Entity)
        .to_owned();
    customer::Entity::delete_many()
        .filter(customer::Column::AddressHash.is_in(payers))
        .filter(customer::Column::AddressHash.not_in_subquery(others))
        .filter(customer::Column::IsLive.eq(false))
        .exec(connection)
        .await?;
    Ok(())
}
