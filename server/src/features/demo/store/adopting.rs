//! Marks shops as invented that the demo's past has brought about. The product's own writes, which made them, know no invented shops:
//! without the mark they would be real ones, and stay when the demo is removed.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, sea_query::Expr};
use uuid::Uuid;

use crate::{
    catalog::{
        Change, Kind,
        entities::{shop, shop_source},
        origin::SAMPLE_LIST,
        writing::record_changes,
    },
    features::Services,
    platform::error::Result,
};

/// Marks a shop that one of the invented people has listed.
pub async fn adopt_shop(services: &Services, id: Uuid) -> Result<()> {
    adopt(services, &[id]).await
}

/// Marks the shops that the list [`SAMPLE_LIST`] has brought, also by the answer to a question. A shop that was there before and is in
/// that list, too, or was renamed since, isn't one of them.
pub async fn adopt_listed(services: &Services) -> Result<()> {
    let reads = services.database.reads();
    let listed = shop_source::Entity::find()
        .filter(shop_source::Column::Source.eq(SAMPLE_LIST))
        .all(reads)
        .await?;
    let listed = listed.iter().map(|link| link.shop_id);
    let unmarked = shop::Entity::find()
        .filter(shop::Column::Id.is_in(listed))
        .filter(shop::Column::Sample.eq(false))
        .all(reads)
        .await?;
    let named = |shop: &&shop::Model| {
        let source = shop.provenance.0.get("name");
        source.is_some_and(|source| source == SAMPLE_LIST)
    };
    let ids: Vec<Uuid> = unmarked.iter().filter(named).map(|shop| shop.id).collect();
    adopt(services, &ids).await
}

async fn adopt(services: &Services, ids: &[Uuid]) -> Result<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let changes: Vec<Change> = ids.iter().map(|id| (Kind::Shop, *id)).collect();
    let now = services.clock.now();
    services
        .database
        .transaction(|transaction| {
            let (ids, changes) = (ids.to_vec(), changes.clone());
            Box::pin(async move {
                shop::Entity::update_many()
                    .col_expr(shop::Column::Sample, Expr::value(true))
                    .filter(shop::Column::Id.is_in(ids))
                    .exec(transaction)
                    .await?;
                record_changes(transaction, &changes, now).await
            })
        })
        .await?;
    services.catalog.refresh(&changes).await
}
