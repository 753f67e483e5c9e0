//! Removes the invented shops, and with each what belongs to it: what visitors, owners and the administrator did to an invented
//! shop means nothing without it.

use std::collections::{BTreeSet, HashSet};

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter,
    QueryOrder, QuerySelect,
    sea_query::{Query, SelectStatement},
};
use uuid::Uuid;

use crate::{
    catalog::{
        Change, Kind,
        entities::{
            boost, city, claim, fact_answer, former_slug, listing, photo::OwnerKind, request, shop,
            shop_manager, shop_source, story, suggestion, suggestion_sender,
        },
        photos,
        remaining::remaining_shops,
        shop_runs,
        writing::record_changes,
    },
    features::{Services, demo::people},
    platform::{
        error::Result,
        mail, marks,
        sessions::{self, person},
    },
};

/// Shops looked at per transaction.
const BATCH: u64 = 500;

/// What [`clear`] removed and kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cleared {
    pub shops: u64,
    pub towns: u64,
    /// Invented shops that stay, because somebody has paid, or is paying, for them with real money.
    pub held: u64,
    /// All shops that stay: those, and the ones imported, listed by visitors or created by the administrator.
    pub remaining: u64,
}

/// One transaction's part of it.
#[derive(Default)]
struct Batch {
    /// The last shop looked at; `None` if there was none.
    last: Option<Uuid>,
    held: u64,
    changes: Vec<Change>,
}

/// Removes every sample shop with what belongs to it, towns left without shops unless the administrator
/// created them, and the texts of what the demo has mailed. Running servers follow through the change feed.
///
/// # Errors
///
/// If the database fails.
pub async fn clear(services: &Services) -> Result<Cleared> {
    let services = services.with_background_timeouts();
    let mut cleared = Cleared::default();
    let mut after = Uuid::nil();
    loop {
        let held_services = services.clone();
        let batch = services
            .database
            .transaction(move |transaction| {
                let services = held_services.clone();
                Box::pin(async move { clear_some(transaction, &services, after).await })
            })
            .await?;
        let Some(last) = batch.last else { break };
        after = last;
        cleared.held += batch.held;
        for (kind, _) in batch.changes {
            match kind {
                Kind::City => cleared.towns += 1,
                Kind::Shop => cleared.shops += 1,
                Kind::Article | Kind::Category | Kind::Site | Kind::Page => {}
            }
        }
    }
    // From now on this is no demo, and what is mailed isn't kept. What was mailed isn't, either.
    services.catalog.catch_up().await?;
    // A shop that is held is still one of this demo; without any, the next demo here has its own past.
    let is_over = cleared.held == 0;
    services
        .database
        .transaction(move |transaction| {
            Box::pin(async move {
                if is_over {
                    marks::forget(transaction, marks::INVENTED_PAST).await?;
                }
                // Left by a server that was stopped.
                marks::forget(transaction, marks::FILLING_DEMO).await?;
                mail::forget_unreachable(transaction).await?;
                mail::forget_sent_texts(transaction).await
            })
        })
        .await?;
    cleared.remaining = remaining_shops(services.database.reads()).await?;
    Ok(cleared)
}

async fn clear_some(
    transaction: &DatabaseTransaction,
    services: &Services,
    after: Uuid,
) -> Result<Batch> {
    // Locked, because somebody may be claiming or changing one.
    let mut samples = shop::Entity::find()
        .filter(shop::Column::Sample.eq(true))
        .filter(shop::Column::Id.gt(after))
        .order_by_asc(shop::Column::Id)
        .limit(BATCH)
        .lock_exclusive()
        .all(transaction)
        .await?;
    let Some(last) = samples.last().map(|sample| sample.id) else {
        return Ok(Batch::default());
    };
    let all: Vec<Uuid> = samples.iter().map(|sample| sample.id).collect();
    let held = services.rooms.held_shops(transaction, &all).await?;
    let shown = samples.iter().filter(|sample| sample.deleted_at.is_none());
    let held_count = shown.filter(|sample| held.contains(&sample.id)).count();
    samples.retain(|sample| !held.contains(&sample.id));
    let shops: Vec<Uuid> = samples.iter().map(|sample| sample.id).collect();
    let towns: BTreeSet<Uuid> = samples.iter().map(|sample| sample.city_id).collect();
    let owners: BTreeSet<Uuid> = samples.iter().filter_map(|shop| shop.owner_id).collect();
    let applicants = applicants(transaction, &shops).await?;
    let now = services.clock.now();
    services.rooms.forget_shops(transaction, &shops).await?;
    forget_people_of(transaction, &shops).await?;
    forget_content_of(transaction, &shops, now).await?;
    // Deletes their votes as well.
    shop::Entity::delete_many()
        .filter(shop::Column::Id.is_in(shops.iter().copied()))
        .exec(transaction)
        .await?;
    forget_invented_people(transaction, &owners, &applicants).await?;
    let towns = clear_towns(transaction, services, towns, now).await?;
    let shops = shops.into_iter().map(|id| (Kind::Shop, id));
    let towns = towns.into_iter().map(|id| (Kind::City, id));
    let changes: Vec<Change> = shops.chain(towns).collect();
    record_changes(transaction, &changes, now).await?;
    Ok(Batch {
        last: Some(last),
        held: u64::try_from(held_count).unwrap_or(u64::MAX),
        changes,
    })
}

/// Who listed, claimed and manages them, and what was asked of the administrator.
async fn forget_people_of(connection: &impl ConnectionTrait, shops: &[Uuid]) -> Result<()> {
    let ids = || shops.iter().copied();
    listing::Entity::delete_many()
        .filter(listing::Column::ShopId.is_in(ids()))
        .exec(connection)
        .await?;
    claim::Entity::delete_many()
        .filter(claim::Column::ShopId.is_in(ids()))
        .exec(connection)
        .await?;
    shop_manager::Entity::delete_many()
        .filter(shop_manager::Column::ShopId.is_in(ids()))
        .exec(connection)
        .await?;
    request::Entity::delete_many()
        .filter(request::Column::ShopId.is_in(ids()))
        .exec(connection)
        .await?;
    Ok(())
}

/// Sources, boosts, stories, suggestions, answers, photos, what runs brought, and former slugs.
async fn forget_content_of(
    connection: &impl ConnectionTrait,
    shops: &[Uuid],
    now: DateTime<Utc>,
) -> Result<()> {
    let ids = || shops.iter().copied();
    shop_source::Entity::delete_many()
        .filter(shop_source::Column::ShopId.is_in(ids()))
        .exec(connection)
        .await?;
    boost::Entity::delete_many()
        .filter(boost::Column::ShopId.is_in(ids()))
        .exec(connection)
        .await?;
    fact_answer::Entity::delete_many()
        .filter(fact_answer::Column::ShopId.is_in(ids()))
        .exec(connection)
        .await?;
    forget_stories(connection, shops, now).await?;
    forget_suggestions(connection, shops).await?;
    photos::give_up_all(connection, OwnerKind::Shop, shops, now).await?;
    shop_runs::forget_results(connection, shops).await?;
    forget_slugs(connection, shops).await
}

async fn forget_stories(
    connection: &impl ConnectionTrait,
    shops: &[Uuid],
    now: DateTime<Utc>,
) -> Result<()> {
    let of_shops = || story::Column::ShopId.is_in(shops.iter().copied());
    let stories: Vec<Uuid> = story::Entity::find()
        .select_only()
        .column(story::Column::Id)
        .filter(of_shops())
        .into_tuple()
        .all(connection)
        .await?;
    photos::give_up_all(connection, OwnerKind::Story, &stories, now).await?;
    story::Entity::delete_many()
        .filter(of_shops())
        .exec(connection)
        .await?;
    Ok(())
}

async fn forget_suggestions(connection: &impl ConnectionTrait, shops: &[Uuid]) -> Result<()> {
    let of_shops = || suggestion::Column::ShopId.is_in(shops.iter().copied());
    let suggestions = Query::select()
        .column(suggestion::Column::Id)
        .from(suggestion::Entity)
        .and_where(of_shops())
        .to_owned();
    suggestion_sender::Entity::delete_many()
        .filter(suggestion_sender::Column::SuggestionId.in_subquery(suggestions))
        .exec(connection)
        .await?;
    suggestion::Entity::delete_many()
        .filter(of_shops())
        .exec(connection)
        .await?;
    Ok(())
}

/// Who has claimed or listed one of these shops.
async fn applicants(connection: &impl ConnectionTrait, shops: &[Uuid]) -> Result<BTreeSet<Uuid>> {
    let listed: Vec<Uuid> = listing::Entity::find()
        .select_only()
        .column(listing::Column::PersonId)
        .filter(listing::Column::ShopId.is_in(shops.iter().copied()))
        .into_tuple()
        .all(connection)
        .await?;
    let claimed: Vec<Uuid> = claim::Entity::find()
        .select_only()
        .column(claim::Column::PersonId)
        .filter(claim::Column::ShopId.is_in(shops.iter().copied()))
        .into_tuple()
        .all(connection)
        .await?;
    Ok(listed.into_iter().chain(claimed).collect())
}

/// Signs out whoever sees the demo as an invented owner or one of the people of its past, and removes these. Whoever else took an
/// invented shop over has proven an address, and stays, as does whoever has to do with another shop.
async fn forget_invented_people(
    connection: &impl ConnectionTrait,
    owners: &BTreeSet<Uuid>,
    applicants: &BTreeSet<Uuid>,
) -> Result<()> {
    let known: Vec<(Uuid, String, Option<DateTime<Utc>>)> = person::Entity::find()
        .select_only()
        .columns([
            person::Column::Id,
            person::Column::Email,
            person::Column::ConfirmedAt,
        ])
        .filter(
            Condition::any()
                .add(person::Column::Id.is_in(owners.union(applicants).copied()))
                // Who has paid for a boost owns and claims nothing.
                .add(person::Column::Email.ends_with(people::NOBODYS)),
        )
        .into_tuple()
        .all(connection)
        .await?;
    let invented: Vec<Uuid> = known
        .into_iter()
        .filter(|(id, email, confirmed_at)| {
            people::is_invented(email) || (owners.contains(id) && confirmed_at.is_none())
        })
        .map(|(id, ..)| id)
        .collect();
    sessions::end_of_people(connection, &invented).await?;
    person::Entity::delete_many()
        .filter(person::Column::Id.is_in(invented))
        .filter(person::Column::Id.not_in_subquery(named_in(shop::Entity, shop::Column::OwnerId)))
        .filter(
            person::Column::Id.not_in_subquery(named_in(shop::Entity, shop::Column::SubmitterId)),
        )
        .filter(
            person::Column::Id.not_in_subquery(named_in(claim::Entity, claim::Column::PersonId)),
        )
        .filter(
            person::Column::Id
                .not_in_subquery(named_in(listing::Entity, listing::Column::PersonId)),
        )
        .filter(person::Column::Id.not_in_subquery(named_in(
            shop_manager::Entity,
            shop_manager::Column::PersonId,
        )))
        .exec(connection)
        .await?;
    Ok(())
}

/// The people in a column. Without nulls, which no row is outside of.
fn named_in<C: ColumnTrait>(table: impl EntityTrait, person: C) -> SelectStatement {
    Query::select()
        .column(person)
        .from(table)
        .and_where(person.is_not_null())
        .to_owned()
}

/// Removes those of `towns` that have no shops left; returns their IDs.
async fn clear_towns(
    transaction: &DatabaseTransaction,
    services: &Services,
    towns: BTreeSet<Uuid>,
    now: DateTime<Utc>,
) -> Result<Vec<Uuid>> {
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
    let inhabited: HashSet<Uuid> = shop::Entity::find()
        .select_only()
        .column(shop::Column::CityId)
        .distinct()
        .filter(shop::Column::CityId.is_in(empty.iter().copied()))
        .into_tuple::<Uuid>()
        .all(transaction)
        .await?
        .into_iter()
        .collect();
    empty.retain(|id| !inhabited.contains(id));
    services.rooms.forget_towns(transaction, &empty).await?;
    forget_slugs(transaction, &empty).await?;
    photos::give_up_all(transaction, OwnerKind::City, &empty, now).await?;
    shop_runs::forget_results(transaction, &empty).await?;
    city::Entity::delete_many()
        .filter(city::Column::Id.is_in(empty.iter().copied()))
        .exec(transaction)
        .await?;
    Ok(empty)
}

async fn forget_slugs(connection: &impl ConnectionTrait, targets: &[Uuid]) -> Result<()> {
    former_slug::Entity::delete_many()
        .filter(former_slug::Column::TargetId.is_in(targets.iter().copied()))
        .exec(connection)
        .await?;
    Ok(())
}
