//! All SQL of this room.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect, QueryTrait,
};
use uuid::Uuid;

use super::entity as sender;
use crate::{
    catalog::entities::{
        city, shop,
        suggestion::{Column, Entity, Kind, Model, Status},
    },
    platform::{error::Result, mail::EmailAddress},
};

/// Open suggestions in one answer: beyond it somebody has to decide first.
const MOST_OPEN: u64 = 2_000;
/// Identifiers in one question.
const TOGETHER: usize = 500;

/// Everything that waits, the oldest first; of one shop or of all.
pub(super) async fn open(
    connection: &impl ConnectionTrait,
    of: Option<Uuid>,
) -> Result<Vec<Model>> {
    let mut rows = Entity::find()
        .filter(Column::Status.eq(Status::Open))
        .order_by_asc(Column::CreatedAt)
        .order_by_asc(Column::Id)
        .limit(MOST_OPEN);
    if let Some(shop) = of {
        rows = rows.filter(Column::ShopId.eq(shop));
    }
    Ok(rows.all(connection).await?)
}

/// What was decided, the newest first.
pub(super) async fn decided(
    connection: &impl ConnectionTrait,
    of: Option<Uuid>,
    (skip, most): (u64, u64),
) -> Result<(Vec<Model>, u64)> {
    let mut rows = Entity::find()
        .filter(Column::Status.ne(Status::Open))
        .order_by_desc(Column::DecidedAt)
        .order_by_desc(Column::Id);
    if let Some(shop) = of {
        rows = rows.filter(Column::ShopId.eq(shop));
    }
    let total = rows.clone().count(connection).await?;
    let page = rows.offset(skip).limit(most).all(connection).await?;
    Ok((page, total))
}

/// The suggestion with this identifier.
pub(super) async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id).one(connection).await?)
}

/// What waits of this kind for a shop.
pub(super) async fn open_of_kind(
    connection: &impl ConnectionTrait,
    shop: Uuid,
    kind: Kind,
) -> Result<Vec<Model>> {
    Ok(Entity::find()
        .filter(Column::ShopId.eq(shop))
        .filter(Column::Kind.eq(kind))
        .filter(Column::Status.eq(Status::Open))
        .order_by_asc(Column::CreatedAt)
        .order_by_asc(Column::Id)
        .all(connection)
        .await?)
}

/// Whether one of these suggestions came from this browser or this network.
pub(super) async fn is_known_sender(
    connection: &impl ConnectionTrait,
    suggestions: &[Model],
    (visitor, network): (Option<Uuid>, Uuid),
) -> Result<bool> {
    let mut same = Condition::any().add(sender::Column::Network.eq(network));
    if let Some(visitor) = visitor {
        same = same.add(sender::Column::Visitor.eq(visitor));
    }
    for some in suggestions.chunks(TOGETHER) {
        let found = sender::Entity::find()
            .filter(sender::Column::SuggestionId.is_in(some.iter().map(|row| row.id)))
            .filter(same.clone());
        if found.one(connection).await?.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Keeps who sent a suggestion, until somebody decides.
pub(super) async fn add_sender(
    connection: &impl ConnectionTrait,
    suggestion: Uuid,
    (visitor, network): (Uuid, Uuid),
    email: Option<&EmailAddress>,
) -> Result<()> {
    sender::Entity::insert(sender::ActiveModel {
        suggestion_id: Set(suggestion),
        visitor: Set(Some(visitor)),
        network: Set(network),
        email: Set(email.map(EmailAddress::key)),
    })
    .exec_without_returning(connection)
    .await?;
    Ok(())
}

/// Forgets who sent a suggestion; gives where the answer goes.
pub(super) async fn take_sender(
    connection: &impl ConnectionTrait,
    suggestion: Uuid,
) -> Result<Option<String>> {
    let found = sender::Entity::find_by_id(suggestion)
        .one(connection)
        .await?;
    sender::Entity::delete_by_id(suggestion)
        .exec(connection)
        .await?;
    Ok(found.and_then(|row| row.email))
}

/// Forgets the senders of what was decided, undone or sent before `limit`.
pub(super) async fn forget_senders(
    connection: &impl ConnectionTrait,
    limit: DateTime<Utc>,
) -> Result<u64> {
    let waiting = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::Status.eq(Status::Open))
        .filter(Column::CreatedAt.gt(limit))
        .into_query();
    let removed = sender::Entity::delete_many()
        .filter(sender::Column::SuggestionId.not_in_subquery(waiting))
        .exec(connection)
        .await?;
    Ok(removed.rows_affected)
}

/// The suggestions whose senders want to hear what became of them.
pub(super) async fn awaited(
    connection: &impl ConnectionTrait,
    suggestions: &[Model],
) -> Result<Vec<Uuid>> {
    let mut awaited = Vec::new();
    for some in suggestions.chunks(TOGETHER) {
        let found: Vec<Uuid> = sender::Entity::find()
            .select_only()
            .column(sender::Column::SuggestionId)
            .filter(sender::Column::SuggestionId.is_in(some.iter().map(|row| row.id)))
            .filter(sender::Column::Email.is_not_null())
            .into_tuple()
            .all(connection)
            .await?;
        awaited.extend(found);
    }
    Ok(awaited)
}

/// The shops of these suggestions, with their towns' names.
pub(super) async fn shops(
    connection: &impl ConnectionTrait,
    suggestions: &[Model],
) -> Result<HashMap<Uuid, (shop::Model, Option<city::Model>)>> {
    let mut ids: Vec<Uuid> = suggestions.iter().map(|row| row.shop_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let mut rows = Vec::new();
    for some in ids.chunks(TOGETHER) {
        let found = shop::Entity::find().filter(shop::Column::Id.is_in(some.iter().copied()));
        rows.extend(found.all(connection).await?);
    }
    let mut towns: Vec<Uuid> = rows.iter().map(|row| row.city_id).collect();
    towns.sort_unstable();
    towns.dedup();
    let mut cities = HashMap::new();
    for some in towns.chunks(TOGETHER) {
        let found = city::Entity::find().filter(city::Column::Id.is_in(some.iter().copied()));
        let found = found.all(connection).await?;
        cities.extend(found.into_iter().map(|row| (row.id, row)));
    }
    let with_town = |row: shop::Model| (row.id, (cities.get(&row.city_id).cloned(), row));
    let found = rows.into_iter().map(with_town);
    Ok(found.map(|(id, (city, row))| (id, (row, city))).collect())
}
