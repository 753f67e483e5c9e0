//! All SQL of this room.

pub(super) mod log;

use std::collections::HashMap;

use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
};
use uuid::Uuid;

use crate::{
    catalog::entities::{
        boost, city, claim, former_slug,
        shop::{self, Texts},
        shop_source, story,
    },
    platform::{
        database::{Database, RowCount, count_since},
        error::Result,
        sessions::person,
    },
};

/// IDs per query: far below the engines' limits.
const TOGETHER: usize = 500;

/// The number of confirmed people who own a shop or have listed one (D70).
pub(super) async fn users(database: &Database) -> Result<usize> {
    let mut people = std::collections::HashSet::<Uuid>::new();
    for column in [shop::Column::OwnerId, shop::Column::SubmitterId] {
        let some: Vec<Option<Uuid>> = shop::Entity::find()
            .select_only()
            .column(column)
            .distinct()
            .filter(column.is_not_null())
            .filter(shop::Column::DeletedAt.is_null())
            .into_tuple()
            .all(database.reads())
            .await?;
        people.extend(some.into_iter().flatten());
    }
    let people: Vec<Uuid> = people.into_iter().collect();
    let mut confirmed = 0;
    for some in people.chunks(TOGETHER) {
        let known: Vec<Uuid> = person::Entity::find()
            .select_only()
            .column(person::Column::Id)
            .filter(person::Column::Id.is_in(some.iter().copied()))
            .filter(person::Column::ConfirmedAt.is_not_null())
            .into_tuple()
            .all(database.reads())
            .await?;
        confirmed += known.len();
    }
    Ok(confirmed)
}

/// The rows of these shops, in this order.
pub(super) async fn shops(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<Vec<(shop::Model, Vec<boost::Model>)>> {
    let mut rows: HashMap<Uuid, shop::Model> = HashMap::new();
    let mut boosts: HashMap<Uuid, Vec<boost::Model>> = HashMap::new();
    for some in ids.chunks(TOGETHER) {
        let found = shop::Entity::find().filter(shop::Column::Id.is_in(some.iter().copied()));
        rows.extend(
            found
                .all(connection)
                .await?
                .into_iter()
                .map(|row| (row.id, row)),
        );
        let found = boost::Entity::find()
            .filter(boost::Column::ShopId.is_in(some.iter().copied()))
            .order_by_asc(boost::Column::StartsAt);
        for row in found.all(connection).await? {
            boosts.entry(row.shop_id).or_default().push(row);
        }
    }
    Ok(ids
        .iter()
        .filter_map(|id| Some((rows.remove(id)?, boosts.remove(id).unwrap_or_default())))
        .collect())
}

/// All boosts of a shop.
pub(super) async fn boosts_of(
    connection: &impl ConnectionTrait,
    shop: Uuid,
) -> Result<Vec<boost::Model>> {
    Ok(boost::Entity::find()
        .filter(boost::Column::ShopId.eq(shop))
        .order_by_asc(boost::Column::StartsAt)
        .all(connection)
        .await?)
}

/// Shops that need confirmation, oldest first.
pub(super) async fn unconfirmed_shops(database: &Database) -> Result<Vec<shop::Model>> {
    Ok(shop::Entity::find()
        .filter(shop::Column::UnconfirmedSince.is_not_null())
        .filter(shop::Column::DeletedAt.is_null())
        .order_by_asc(shop::Column::UnconfirmedSince)
        .order_by_asc(shop::Column::Id)
        .all(database.reads())
        .await?)
}

/// The former slug `slug` of a town or a shop.
pub(super) async fn former(
    connection: &impl ConnectionTrait,
    kind: &str,
    slug: &str,
) -> Result<Option<former_slug::Model>> {
    Ok(former_slug::Entity::find()
        .filter(former_slug::Column::Kind.eq(kind))
        .filter(former_slug::Column::Slug.eq(slug))
        .one(connection)
        .await?)
}

/// The edition of each of these towns.
pub(super) async fn city_versions(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, i64>> {
    let found: Vec<(Uuid, i64)> = city::Entity::find()
        .select_only()
        .columns([city::Column::Id, city::Column::Edition])
        .filter(city::Column::Id.is_in(ids.iter().copied()))
        .into_tuple()
        .all(connection)
        .await?;
    Ok(found.into_iter().collect())
}

/// The shop's claims, latest first.
pub(super) async fn claims_of(
    connection: &impl ConnectionTrait,
    shop: Uuid,
) -> Result<Vec<claim::Model>> {
    Ok(claim::Entity::find()
        .filter(claim::Column::ShopId.eq(shop))
        .order_by_desc(claim::Column::CreatedAt)
        .all(connection)
        .await?)
}

/// The shop's records in lists.
pub(super) async fn sources_of(
    connection: &impl ConnectionTrait,
    shop: Uuid,
) -> Result<Vec<shop_source::Model>> {
    Ok(shop_source::Entity::find()
        .filter(shop_source::Column::ShopId.eq(shop))
        .order_by_asc(shop_source::Column::Source)
        .order_by_asc(shop_source::Column::SourceId)
        .all(connection)
        .await?)
}

/// Whether a town currently has this slug.
pub(super) async fn is_city_slug(connection: &impl ConnectionTrait, slug: &str) -> Result<bool> {
    let found = city::Entity::find().filter(city::Column::Slug.eq(slug));
    Ok(found.one(connection).await?.is_some())
}

fn stories_with(status: Option<story::Status>) -> sea_orm::Select<story::Entity> {
    let stories = story::Entity::find();
    match status {
        Some(status) => stories.filter(story::Column::Status.eq(status)),
        None => stories,
    }
}

/// This part of the stories (skipped, maximum), newest first; only those with `status`, if given.
pub(super) async fn stories(
    connection: &impl ConnectionTrait,
    status: Option<story::Status>,
    (skip, most): (usize, usize),
) -> Result<Vec<story::Model>> {
    let stories = stories_with(status)
        .order_by_desc(story::Column::CreatedAt)
        .order_by_desc(story::Column::Id);
    let part = stories.offset(skip as u64).limit(most as u64);
    Ok(part.all(connection).await?)
}

/// The number of stories with `status`, or of all.
pub(super) async fn story_count(
    connection: &impl ConnectionTrait,
    status: Option<story::Status>,
) -> Result<usize> {
    let count = stories_with(status).count(connection).await?;
    Ok(usize::try_from(count).unwrap_or(usize::MAX))
}

/// The pending stories that have waited longest.
pub(super) async fn pending_stories(
    connection: &impl ConnectionTrait,
    most: u64,
) -> Result<Vec<story::Model>> {
    Ok(story::Entity::find()
        .filter(story::Column::Status.eq(story::Status::Pending))
        .order_by_asc(story::Column::CreatedAt)
        .order_by_asc(story::Column::Id)
        .limit(most)
        .all(connection)
        .await?)
}

/// How many stories wait, and since when the first of them.
pub(super) async fn count_pending_stories(connection: &impl ConnectionTrait) -> Result<RowCount> {
    let pending = story::Entity::find().filter(story::Column::Status.eq(story::Status::Pending));
    count_since(connection, pending, story::Column::CreatedAt).await
}

/// The shop's other approved stories.
pub(super) async fn approved_beside(
    connection: &impl ConnectionTrait,
    story: &story::Model,
) -> Result<Vec<story::Model>> {
    Ok(story::Entity::find()
        .filter(story::Column::ShopId.eq(story.shop_id))
        .filter(story::Column::Status.eq(story::Status::Approved))
        .filter(story::Column::Id.ne(story.id))
        .all(connection)
        .await?)
}

/// The person with this ID.
pub(super) async fn person(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<person::Model>> {
    Ok(person::Entity::find()
        .filter(person::Column::Id.eq(id))
        .one(connection)
        .await?)
}

/// Every shop that isn't deleted, for exports, including category texts.
pub(super) async fn all_shops(database: &Database, after: Uuid) -> Result<Vec<shop::Model>> {
    Ok(shop::Entity::find()
        .filter(shop::Column::Id.gt(after))
        .filter(shop::Column::DeletedAt.is_null())
        .order_by_asc(shop::Column::Id)
        .limit(2_000)
        .all(database.reads())
        .await?)
}

/// Categories in a single cell.
pub(super) fn in_one_cell(Texts(texts): &Texts) -> String {
    texts.join("; ")
}
