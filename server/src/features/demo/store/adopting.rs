//! Marks a shop as invented that the demo's past has brought about. The product's own writes, which made it, know no invented shops:
//! without the mark it would be a real one, and stay when the demo is removed.

use sea_orm::{ColumnTrait, EntityTrait, ExprTrait, QueryFilter, sea_query::Expr};
use uuid::Uuid;

use crate::{
    catalog::{Change, Kind, entities::shop, writing::record_changes},
    features::Services,
    platform::error::Result,
};

/// Marks a shop that one of the invented people has listed.
///
/// # Errors
///
/// If the database fails.
pub async fn adopt_shop(services: &Services, id: Uuid) -> Result<()> {
    let changes: [Change; 1] = [(Kind::Shop, id)];
    let now = services.clock.now();
    services
        .database
        .transaction(move |transaction| {
            Box::pin(async move {
                shop::Entity::update_many()
                    .col_expr(shop::Column::Sample, Expr::value(true))
                    // What is shown follows only to a newer version.
                    .col_expr(
                        shop::Column::Version,
                        Expr::col(shop::Column::Version).add(1),
                    )
                    .filter(shop::Column::Id.eq(id))
                    .exec(transaction)
                    .await?;
                record_changes(transaction, &changes, now).await
            })
        })
        .await?;
    services.catalog.refresh(&changes).await
}
