//! What goes with invented shops, and which of them can't go.

use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect, sea_query::Query,
};
use uuid::Uuid;

use crate::{
    features::boosts::entity::{
        payment,
        purchase::{Column, Entity, State},
    },
    platform::error::Result,
};

/// Those of `shops` for which somebody has paid, or is paying, with real money: its records stay.
pub(in crate::features::boosts) async fn paid_for_really(
    connection: &impl ConnectionTrait,
    shops: &[Uuid],
) -> Result<Vec<Uuid>> {
    Ok(Entity::find()
        .select_only()
        .column(Column::ShopId)
        .distinct()
        .filter(Column::ShopId.is_in(shops.iter().copied()))
        .filter(Column::IsLive.eq(true))
        .filter(Column::State.ne(State::Abandoned))
        .into_tuple()
        .all(connection)
        .await?)
}

/// Removes the purchases for `shops`, with their payments. Stripe's customers stay, because they belong to people.
pub(in crate::features::boosts) async fn forget_purchases(
    connection: &impl ConnectionTrait,
    shops: &[Uuid],
) -> Result<()> {
    let purchases = Query::select()
        .column(Column::Id)
        .from(Entity)
        .and_where(Column::ShopId.is_in(shops.iter().copied()))
        .to_owned();
    payment::Entity::delete_many()
        .filter(payment::Column::PurchaseId.in_subquery(purchases))
        .exec(connection)
        .await?;
    Entity::delete_many()
        .filter(Column::ShopId.is_in(shops.iter().copied()))
        .exec(connection)
        .await?;
    Ok(())
}
