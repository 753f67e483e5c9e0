//! Boosts and revenue over time.

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter, QuerySelect, sea_query::Query,
};

use crate::{
    catalog::entities::boost,
    features::boosts::entity::{payment, purchase},
    platform::error::Result,
};

/// The source and creation time of boosts since then.
pub(in crate::features::boosts) async fn boosts_since(
    connection: &impl ConnectionTrait,
    first: DateTime<Utc>,
) -> Result<Vec<(boost::Source, DateTime<Utc>)>> {
    Ok(boost::Entity::find()
        .select_only()
        .columns([boost::Column::Source, boost::Column::CreatedAt])
        .filter(boost::Column::CreatedAt.gte(first))
        .into_tuple()
        .all(connection)
        .await?)
}

/// Payments since then with keys of this mode.
pub(in crate::features::boosts) async fn payments_since(
    connection: &impl ConnectionTrait,
    is_live: bool,
    first: DateTime<Utc>,
) -> Result<Vec<payment::Model>> {
    let purchases = Query::select()
        .column(purchase::Column::Id)
        .from(purchase::Entity)
        .and_where(purchase::Column::IsLive.eq(is_live))
        .to_owned();
    Ok(payment::Entity::find()
        .filter(payment::Column::PaidAt.gte(first))
        .filter(payment::Column::PurchaseId.in_subquery(purchases))
        .all(connection)
        .await?)
}
