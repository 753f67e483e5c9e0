//! Writes the demo content to the database, and removes it (`clearing`). `shown` finds what the demo shows itself with, and `adopting`
//! marks what its past has brought about.

mod adopting;
mod clearing;
mod shown;

use std::sync::Arc;

use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait,
    IntoActiveModel, QueryFilter, QueryOrder, QuerySelect, SqlErr, sea_query::OnConflict,
};
use uuid::Uuid;

pub use adopting::adopt_shop;
pub use clearing::{Cleared, clear};
pub(super) use shown::{ShownOwners, owners_shown};
pub use shown::{lacks_past, owned_samples, shown_sample, unowned_samples};

use super::{
    content::Content,
    extras::{self, Extras},
    invent::{DemoGenerator, DemoTown},
    people::first_owner,
};
use crate::{
    catalog::{
        Catalog, Change, Kind,
        entities::{boost, city, shop, story, vote},
        writing::record_changes,
    },
    platform::{
        clock::Clock,
        database::Database,
        error::{Error, Result},
        id_generator::IdGenerator,
        keys::Keys,
        mail::EmailAddress,
        marks,
        sessions::{address_hash, person},
    },
};

/// Arbitrary, but must not change.
const SEED: u64 = 0x0c0f_fee0;
/// Rows per statement. Both databases accept tens of thousands of bind parameters; a shop has 66.
const ROWS: usize = 200;
/// The same for votes, which have five.
const VOTE_ROWS: usize = 1000;

/// Fills a database without towns in a single transaction. Returns the number of shops added. If there are some, whoever asked for it says
/// when all of the demo is there (`filling::end_filling`).
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
                marks::set(transaction, marks::FILLING_DEMO, now, "").await?;
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
        let address = EmailAddress::parse(&first_owner(number), "email")?;
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
