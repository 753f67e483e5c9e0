//! Lookups for a transaction that adds a shop, on the current rows: the town's row, and a free slug.

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, IntoActiveModel, QueryFilter,
    QuerySelect,
};
use uuid::Uuid;

use super::{slug, town::NewTown};
use crate::{
    catalog::entities::{city, former_slug, shop},
    platform::{error::Result, id_generator::IdGenerator},
};

/// How many slugs to look up at a time.
const SLUGS: u32 = 50;

/// The ID of the town's row, by its current or a former slug.
///
/// # Errors
///
/// When the database fails.
pub async fn find_town(connection: &impl ConnectionTrait, town: &NewTown) -> Result<Option<Uuid>> {
    let known = city::Entity::find().filter(city::Column::Slug.eq(&town.slug));
    if let Some(city) = known.one(connection).await? {
        return Ok(Some(city.id));
    }
    let renamed = former_slug::Entity::find()
        .filter(former_slug::Column::Kind.eq("city"))
        .filter(former_slug::Column::Slug.eq(&town.slug));
    let former = renamed.one(connection).await?;
    Ok(former.map(|former| former.target_id))
}

/// The ID of the town's row, created if missing, and whether it was created.
///
/// # Errors
///
/// When the database fails.
pub async fn town(
    transaction: &DatabaseTransaction,
    town: &NewTown,
    identifiers: &IdGenerator,
    now: DateTime<Utc>,
) -> Result<(Uuid, bool)> {
    if let Some(id) = find_town(transaction, town).await? {
        return Ok((id, false));
    }
    let row = town.row(identifiers.next(), now);
    let id = row.id;
    city::Entity::insert(row.into_active_model())
        .exec_without_returning(transaction)
        .await?;
    Ok((id, true))
}

/// A slug for a shop with this name in this town that no shop has or had.
///
/// # Errors
///
/// When the database fails, or no slug is free.
pub async fn free_slug(
    connection: &impl ConnectionTrait,
    name: &str,
    town_slug: &str,
) -> Result<String> {
    let base = slug::base(name, town_slug);
    let mut wanted = vec![base.clone()];
    let mut number = 2;
    loop {
        wanted.extend((number..number + SLUGS).map(|number| slug::numbered(&base, number)));
        number += SLUGS;
        let mut taken: Vec<String> = shop::Entity::find()
            .select_only()
            .column(shop::Column::Slug)
            .filter(shop::Column::Slug.is_in(&wanted))
            .into_tuple()
            .all(connection)
            .await?;
        let former: Vec<String> = former_slug::Entity::find()
            .select_only()
            .column(former_slug::Column::Slug)
            .filter(former_slug::Column::Kind.eq("shop"))
            .filter(former_slug::Column::Slug.is_in(&wanted))
            .into_tuple()
            .all(connection)
            .await?;
        taken.extend(former);
        if let Some(free) = wanted.drain(..).find(|slug| !taken.contains(slug)) {
            return Ok(free);
        }
    }
}
