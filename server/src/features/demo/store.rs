//! Writes the demo content to the database, and removes it.

use std::{collections::HashSet, sync::Arc};

use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait,
    IntoActiveModel, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, SqlErr,
    sea_query::OnConflict,
};
use uuid::Uuid;

use super::{
    content::Content,
    extras::{self, Extras},
    invent::{DemoGenerator, DemoTown},
};
use crate::{
    catalog::{
        Catalog, Change, Kind,
        entities::{boost, city, former_slug, shop, shop_source, story, vote},
        writing::record_changes,
    },
    platform::{
        clock::Clock,
        database::Database,
        error::{Error, Result},
        id_generator::IdGenerator,
        keys::Keys,
        mail::EmailAddress,
        sessions::{address_hash, person},
    },
};

/// Arbitrary, but must not change.
const SEED: u64 = 0x0c0f_fee0;
/// Rows per statement. Both databases accept tens of thousands of bind parameters; a shop has 66.
const ROWS: usize = 200;
/// The same for votes, which have five.
const VOTE_ROWS: usize = 1000;
/// Shops removed per transaction.
const BATCH: u64 = 500;

/// What [`clear`] removed and kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cleared {
    pub shops: u64,
    pub towns: u64,
    /// Shops that stay: imported, listed by visitors or created by the administrator.
    pub remaining: u64,
}

/// Fills a database without towns in a single transaction. Returns the number of shops added.
///
/// # Errors
///
/// If the content is invalid or the database fails.
pub async fn seed_when_empty(
    database: &Database,
    catalog: &Catalog,
    clock: &Clock,
    keys: &Keys,
) -> Result<usize> {
    if has_towns(database.reads()).await? {
        return Ok(0);
    }
    let content = Content::embedded()?;
    let identifiers = IdGenerator::seeded(clock.clone(), SEED);
    let towns = Arc::new(DemoGenerator::new(&content, &identifiers, clock.now()).towns()?);
    let extras = Arc::new(extras::invent(&towns, &identifiers, clock.now())?);
    let owners = Arc::new(owners(&towns, keys)?);
    let changes: Arc<[Change]> = towns.iter().flat_map(changes_of).collect();
    let now = clock.now();
    let written = database
        .transaction(|transaction| {
            let (towns, extras, changes) = (towns.clone(), extras.clone(), changes.clone());
            let owners = owners.clone();
            Box::pin(async move {
                // Check again within the transaction: another server may have filled it meanwhile.
                if has_towns(transaction).await? {
                    return Ok(false);
                }
                insert_owners(transaction, &owners).await?;
                insert(transaction, &towns).await?;
                insert_extras(transaction, &extras).await?;
                record_changes(transaction, &changes, now).await?;
                Ok(true)
            })
        })
        .await;
    match written {
        Ok(true) => {
            catalog.refresh(&changes).await?;
            Ok(towns.iter().map(|town| town.shops.len()).sum())
        }
        Ok(false) => Ok(0),
        // Two servers started at the same time and the other one committed first; the change feed delivers its rows.
        Err(Error::Database(error))
            if matches!(error.sql_err(), Some(SqlErr::UniqueConstraintViolation(_))) =>
        {
            Ok(0)
        }
        Err(error) => Err(error),
    }
}

async fn has_towns(connection: &impl ConnectionTrait) -> Result<bool> {
    Ok(city::Entity::find().one(connection).await?.is_some())
}

fn changes_of(town: &DemoTown) -> impl Iterator<Item = Change> {
    let shops = town.shops.iter().map(|shop| (Kind::Shop, shop.id));
    std::iter::once((Kind::City, town.city.id)).chain(shops)
}

/// The people whom the shops name as their owners. Nobody proved the addresses, which are nobody's (RFC 2606), so no letters go
/// there.
fn owners(towns: &[DemoTown], keys: &Keys) -> Result<Vec<person::Model>> {
    let shops = towns.iter().flat_map(|town| &town.shops);
    let owned = shops.filter_map(|shop| Some((shop, shop.owner_id?)));
    let people = owned.zip(1..).map(|((shop, id), number)| {
        let address = EmailAddress::parse(&format!("owner{number}@example.com"), "email")?;
        Ok(person::Model {
            id,
            email: address.as_text(),
            address_hash: address_hash(keys, &address),
            name: None,
            confirmed_at: None,
            created_at: shop.created_at,
        })
    });
    people.collect()
}

async fn insert_owners(transaction: &DatabaseTransaction, owners: &[person::Model]) -> Result<()> {
    for some in owners.chunks(ROWS) {
        let rows = some
            .iter()
            .map(|row| row.clone().into_active_model().reset_all());
        person::Entity::insert_many(rows)
            // Somebody may have typed such an address already.
            .on_conflict(OnConflict::new().do_nothing().to_owned())
            .exec_without_returning(transaction)
            .await?;
    }
    Ok(())
}

async fn insert(transaction: &DatabaseTransaction, towns: &[DemoTown]) -> Result<()> {
    let cities: Vec<&city::Model> = towns.iter().map(|town| &town.city).collect();
    for some in cities.chunks(ROWS) {
        let rows = some
            .iter()
            .map(|row| (*row).clone().into_active_model().reset_all());
        city::Entity::insert_many(rows)
            .exec_without_returning(transaction)
            .await?;
    }
    let shops: Vec<&shop::Model> = towns.iter().flat_map(|town| &town.shops).collect();
    for some in shops.chunks(ROWS) {
        let rows = some
            .iter()
            .map(|row| (*row).clone().into_active_model().reset_all());
        shop::Entity::insert_many(rows)
            .exec_without_returning(transaction)
            .await?;
    }
    Ok(())
}

async fn insert_extras(transaction: &DatabaseTransaction, extras: &Extras) -> Result<()> {
    let boosts = extras.boosts.iter();
    boost::Entity::insert_many(boosts.map(|row| row.clone().into_active_model()))
        .exec_without_returning(transaction)
        .await?;
    let stories = extras.stories.iter();
    story::Entity::insert_many(stories.map(|row| row.clone().into_active_model()))
        .exec_without_returning(transaction)
        .await?;
    for some in extras.votes.chunks(VOTE_ROWS) {
        let rows = some
            .iter()
            .map(|row| row.clone().into_active_model().reset_all());
        vote::Entity::insert_many(rows)
            .exec_without_returning(transaction)
            .await?;
    }
    Ok(())
}

/// The open sample shops, as pairs of town and shop.
pub(super) async fn open_samples(connection: &impl ConnectionTrait) -> Result<Vec<(Uuid, Uuid)>> {
    Ok(shop::Entity::find()
        .select_only()
        .columns([shop::Column::CityId, shop::Column::Id])
        .filter(shop::Column::Sample.eq(true))
        .filter(shop::Column::DeletedAt.is_null())
        .filter(shop::Column::ClosedAt.is_null())
        .order_by_asc(shop::Column::CityId)
        .order_by_asc(shop::Column::Id)
        .into_tuple()
        .all(connection)
        .await?)
}

/// The invented owner whom a newcomer sees the demo as: of a boosted shop, if one is left. Whoever took an invented shop over has
/// proven an address, and is nobody's to be.
pub(super) async fn shown_owner(
    connection: &impl ConnectionTrait,
) -> Result<Option<person::Model>> {
    let owned: Vec<(Uuid, Option<Uuid>)> = shop::Entity::find()
        .select_only()
        .columns([shop::Column::Id, shop::Column::OwnerId])
        .filter(shop::Column::Sample.eq(true))
        .filter(shop::Column::DeletedAt.is_null())
        .filter(shop::Column::ClosedAt.is_null())
        .filter(shop::Column::OwnerId.is_not_null())
        .order_by_asc(shop::Column::Id)
        .into_tuple()
        .all(connection)
        .await?;
    let owners = owned.iter().filter_map(|(_, owner)| *owner);
    let invented = person::Entity::find()
        .filter(person::Column::Id.is_in(owners))
        .filter(person::Column::ConfirmedAt.is_null())
        .all(connection)
        .await?;
    let boosted: HashSet<Uuid> = boost::Entity::find()
        .select_only()
        .column(boost::Column::ShopId)
        .filter(boost::Column::ShopId.is_in(owned.iter().map(|(shop, _)| *shop)))
        .into_tuple()
        .all(connection)
        .await?
        .into_iter()
        .collect();
    let shown = owned
        .iter()
        .filter_map(|(shop, owner)| {
            let person = invented.iter().find(|person| Some(person.id) == *owner)?;
            Some((!boosted.contains(shop), person))
        })
        // The first of them, in the order of the shops.
        .min_by_key(|(is_plain, _)| *is_plain);
    Ok(shown.map(|(_, person)| person.clone()))
}

/// Removes every sample shop with its sources and former slugs, and towns left without shops unless the administrator
/// created them. Running servers follow through the change feed.
///
/// # Errors
///
/// If the database fails.
pub async fn clear(database: &Database, clock: &Clock) -> Result<Cleared> {
    let mut cleared = Cleared::default();
    loop {
        let now = clock.now();
        let changes = database
            .transaction(|transaction| {
                Box::pin(async move {
                    let changes = clear_some(transaction).await?;
                    record_changes(transaction, &changes, now).await?;
                    Ok(changes)
                })
            })
            .await?;
        if changes.is_empty() {
            break;
        }
        for (kind, _) in changes {
            match kind {
                Kind::City => cleared.towns += 1,
                Kind::Shop => cleared.shops += 1,
                Kind::Article | Kind::Category | Kind::Site | Kind::Page => {}
            }
        }
    }
    cleared.remaining = shop::Entity::find()
        .filter(shop::Column::DeletedAt.is_null())
        .count(database.reads())
        .await?;
    Ok(cleared)
}

async fn clear_some(transaction: &DatabaseTransaction) -> Result<Vec<Change>> {
    let samples: Vec<(Uuid, Uuid, Option<Uuid>)> = shop::Entity::find()
        .select_only()
        .columns([
            shop::Column::Id,
            shop::Column::CityId,
            shop::Column::OwnerId,
        ])
        .filter(shop::Column::Sample.eq(true))
        .order_by_asc(shop::Column::Id)
        .limit(BATCH)
        .into_tuple()
        .all(transaction)
        .await?;
    let shops: Vec<Uuid> = samples.iter().map(|(id, ..)| *id).collect();
    let towns: HashSet<Uuid> = samples.iter().map(|(_, town, _)| *town).collect();
    let owners = samples.iter().filter_map(|(.., owner)| *owner);
    if shops.is_empty() {
        return Ok(Vec::new());
    }
    shop_source::Entity::delete_many()
        .filter(shop_source::Column::ShopId.is_in(shops.iter().copied()))
        .exec(transaction)
        .await?;
    boost::Entity::delete_many()
        .filter(boost::Column::ShopId.is_in(shops.iter().copied()))
        .exec(transaction)
        .await?;
    story::Entity::delete_many()
        .filter(story::Column::ShopId.is_in(shops.iter().copied()))
        .exec(transaction)
        .await?;
    forget_slugs(transaction, &shops).await?;
    // Deletes their votes as well.
    shop::Entity::delete_many()
        .filter(shop::Column::Id.is_in(shops.iter().copied()))
        .exec(transaction)
        .await?;
    // Whoever took an invented shop over has proven an address, and stays.
    person::Entity::delete_many()
        .filter(person::Column::Id.is_in(owners))
        .filter(person::Column::ConfirmedAt.is_null())
        .exec(transaction)
        .await?;
    let towns = clear_towns(transaction, towns).await?;
    let shops = shops.into_iter().map(|id| (Kind::Shop, id));
    Ok(shops
        .chain(towns.into_iter().map(|id| (Kind::City, id)))
        .collect())
}

/// Removes those of `towns` that have no shops left; returns their IDs.
async fn clear_towns(transaction: &DatabaseTransaction, towns: HashSet<Uuid>) -> Result<Vec<Uuid>> {
    // Locked before counting their shops, because an import may be adding one.
    let mut empty: Vec<Uuid> = city::Entity::find()
        .select_only()
        .column(city::Column::Id)
        .filter(city::Column::Id.is_in(towns))
        .filter(city::Column::MadeByAdmin.eq(false))
        .order_by_asc(city::Column::Id)
        .lock_exclusive()
        .into_tuple()
        .all(transaction)
        .await?;
    let inhabited: Vec<Uuid> = shop::Entity::find()
        .select_only()
        .column(shop::Column::CityId)
        .distinct()
        .filter(shop::Column::CityId.is_in(empty.iter().copied()))
        .into_tuple()
        .all(transaction)
        .await?;
    empty.retain(|id| !inhabited.contains(id));
    forget_slugs(transaction, &empty).await?;
    city::Entity::delete_many()
        .filter(city::Column::Id.is_in(empty.iter().copied()))
        .exec(transaction)
        .await?;
    Ok(empty)
}

async fn forget_slugs(transaction: &DatabaseTransaction, targets: &[Uuid]) -> Result<()> {
    former_slug::Entity::delete_many()
        .filter(former_slug::Column::TargetId.is_in(targets.iter().copied()))
        .exec(transaction)
        .await?;
    Ok(())
}
