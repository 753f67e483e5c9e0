//! Lookups for a transaction that adds a shop, on the current rows: the town's row, and a free slug.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DatabaseTransaction, EntityTrait, IntoActiveModel,
    QueryFilter, QuerySelect,
};
use uuid::Uuid;

use super::{slug, town::NewTown};
use crate::{
    catalog::{
        View,
        entities::{city, former_slug, shop},
    },
    platform::{database::dialect, error::Result, id_generator::IdGenerator},
};

/// How many slugs to look up at a time.
const SLUGS: u32 = 50;

/// The ID of the town's row, by its current or a former slug.
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

/// Makes other transactions that add shops wait until this one ends, so that it can compare before it adds one.
pub async fn add_alone(transaction: &DatabaseTransaction) -> Result<()> {
    Ok(dialect::lock_writes_until_commit(transaction, "shops").await?)
}

/// A transaction that began this long ago may have committed a shop that wasn't seen.
const LONGEST_ACT: TimeDelta = TimeDelta::minutes(10);

/// Shops of this ZIP code, town or phone that `seen` doesn't have as they are now: what a new shop was compared with may have
/// changed meanwhile. The transaction keeps out others that [add shops](add_alone).
pub async fn unseen(
    transaction: &DatabaseTransaction,
    seen: &View,
    (zip, town, telephone): (&str, &NewTown, Option<&str>),
    now: DateTime<Utc>,
) -> Result<Vec<Uuid>> {
    let mut is_close = Condition::any().add(shop::Column::ZipCode.eq(zip));
    if let Some(town) = find_town(transaction, town).await? {
        is_close = is_close.add(shop::Column::CityId.eq(town));
    }
    if let Some(telephone) = telephone {
        is_close = is_close.add(shop::Column::Telephone.eq(telephone));
    }
    let moment = now - LONGEST_ACT;
    let is_new = Condition::any()
        .add(shop::Column::CreatedAt.gte(moment))
        .add(shop::Column::UpdatedAt.gte(moment));
    let rows: Vec<(Uuid, i64)> = shop::Entity::find()
        .select_only()
        .columns([shop::Column::Id, shop::Column::Version])
        .filter(is_close)
        .filter(is_new)
        .filter(shop::Column::DeletedAt.is_null())
        .into_tuple()
        .all(transaction)
        .await?;
    let is_unseen = |(id, version): &(Uuid, i64)| {
        let known = seen.any_shop(*id);
        known.is_none_or(|shop| shop.version < *version)
    };
    let unseen = rows.into_iter().filter(is_unseen);
    Ok(unseen.map(|(id, _)| id).collect())
}

/// The former slug `slug`, if it led to this shop.
pub async fn own_former_slug(
    connection: &impl ConnectionTrait,
    shop: Uuid,
    slug: &str,
) -> Result<Option<former_slug::Model>> {
    Ok(former_slug::Entity::find()
        .filter(former_slug::Column::Kind.eq("shop"))
        .filter(former_slug::Column::Slug.eq(slug))
        .filter(former_slug::Column::TargetId.eq(shop))
        .one(connection)
        .await?)
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
