//! The rows for a batch of records.

use std::{collections::HashMap, sync::Arc};

use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, ExprTrait, QueryFilter, QuerySelect};
use uuid::Uuid;

use super::{
    super::{
        entity::review_item::{self, Status},
        known::Present,
    },
    reading::VALUES,
};
use crate::{
    catalog::entities::{city, former_slug, shop, shop_source},
    platform::{database::Database, error::Result},
};

/// What is in the database for a batch's records and towns.
pub(in crate::features::imports) async fn read(
    database: &Database,
    source: &str,
    ids: &[String],
    town_slugs: &[String],
) -> Result<Present> {
    let mut present = Present::default();
    add(database, source, ids, &mut present).await?;
    towns_named(database, town_slugs, &mut present).await?;
    Ok(present)
}

/// Adds what is in the database for records with these `ids`.
pub(in crate::features::imports) async fn add(
    database: &Database,
    source: &str,
    ids: &[String],
    present: &mut Present,
) -> Result<()> {
    let connection = database.reads();
    let mut linked = RecordsOf::new();
    for some in ids.chunks(VALUES) {
        let rows = shop_source::Entity::find()
            .filter(shop_source::Column::Source.eq(source))
            .filter(shop_source::Column::SourceId.is_in(some))
            .all(connection)
            .await?;
        for row in rows {
            linked.entry(row.shop_id).or_default().push(row.source_id);
        }
    }
    let several = of_several_records(connection, source, linked.keys().copied()).await?;
    present.several.extend(several);
    present.shops.extend(with_shops(connection, linked).await?);
    let mut answered = RecordsOf::new();
    for some in ids.chunks(VALUES) {
        let items = review_item::Entity::find()
            .filter(review_item::Column::Source.eq(source))
            .filter(review_item::Column::SourceId.is_in(some))
            .all(connection)
            .await?;
        for item in items {
            let id = item.source_id.clone();
            let is_answer = item.status == Status::Accepted && !present.shops.contains_key(&id);
            if let Some(shop) = item.shop_id.filter(|_| is_answer) {
                answered.entry(shop).or_default().push(id.clone());
            }
            present.held.insert(id, item);
        }
    }
    present
        .answers
        .extend(with_shops(connection, answered).await?);
    Ok(())
}

/// The IDs of records at their source, by the shop that they are.
type RecordsOf = HashMap<Uuid, Vec<String>>;

/// Those of these shops that are several records of a list.
async fn of_several_records(
    connection: &impl ConnectionTrait,
    source: &str,
    shops: impl Iterator<Item = Uuid>,
) -> Result<Vec<Uuid>> {
    let shops: Vec<Uuid> = shops.collect();
    let mut several = Vec::new();
    for some in shops.chunks(VALUES) {
        let found: Vec<Uuid> = shop_source::Entity::find()
            .select_only()
            .column(shop_source::Column::ShopId)
            .filter(shop_source::Column::Source.eq(source))
            .filter(shop_source::Column::ShopId.is_in(some.iter().copied()))
            .group_by(shop_source::Column::ShopId)
            .having(shop_source::Column::Id.count().gt(1))
            .into_tuple()
            .all(connection)
            .await?;
        several.extend(found);
    }
    Ok(several)
}

/// The records' IDs with the rows of their shops, as far as these are there.
async fn with_shops(
    connection: &impl ConnectionTrait,
    mut records: RecordsOf,
) -> Result<Vec<(String, Arc<shop::Model>)>> {
    let shops: Vec<Uuid> = records.keys().copied().collect();
    let mut found = Vec::new();
    for some in shops.chunks(VALUES) {
        let rows = shop::Entity::find()
            .filter(shop::Column::Id.is_in(some.iter().copied()))
            .all(connection)
            .await?;
        for row in rows {
            let ids = records.remove(&row.id).into_iter().flatten();
            let row = Arc::new(row);
            found.extend(ids.map(|id| (id, row.clone())));
        }
    }
    Ok(found)
}

async fn towns_named(
    database: &Database,
    town_slugs: &[String],
    present: &mut Present,
) -> Result<()> {
    let connection = database.reads();
    for some in town_slugs.chunks(VALUES) {
        for row in city::Entity::find()
            .filter(city::Column::Slug.is_in(some))
            .all(connection)
            .await?
        {
            present.cities.insert(row.slug, row.id);
        }
        // A renamed town keeps its shops: its former slug refers to the same row.
        let renamed = former_slug::Entity::find()
            .filter(former_slug::Column::Kind.eq("city"))
            .filter(former_slug::Column::Slug.is_in(some))
            .all(connection)
            .await?;
        for row in renamed {
            present.cities.entry(row.slug).or_insert(row.target_id);
        }
    }
    Ok(())
}
