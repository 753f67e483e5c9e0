//! All SQL of this room.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect, QueryTrait, sea_query::Expr,
};
use uuid::Uuid;

use super::entity as sender;
use crate::{
    catalog::{
        entities::{
            audit::entry,
            city, shop,
            suggestion::{Column, Entity, Kind, Model, Status},
        },
        writing,
    },
    platform::{error::Result, mail::EmailAddress, web::Actor},
};

/// Maximum number of open suggestions returned; beyond that, some have to be decided first.
const MAX_OPEN: u64 = 2_000;
/// IDs per query.
const TOGETHER: usize = 500;

/// Open suggestions of one shop or of all shops, oldest first.
pub(super) async fn open(
    connection: &impl ConnectionTrait,
    of: Option<Uuid>,
) -> Result<Vec<Model>> {
    let mut rows = Entity::find()
        .filter(Column::Status.eq(Status::Open))
        .order_by_asc(Column::CreatedAt)
        .order_by_asc(Column::Id)
        .limit(MAX_OPEN);
    if let Some(shop) = of {
        rows = rows.filter(Column::ShopId.eq(shop));
    }
    Ok(rows.all(connection).await?)
}

/// Decided suggestions, newest first.
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

/// The suggestion with this ID.
pub(super) async fn find(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(id).one(connection).await?)
}

/// Which of these decisions `actor` may undo (D86).
pub(super) async fn undoable(
    connection: &impl ConnectionTrait,
    decisions: Vec<Uuid>,
    actor: Actor,
) -> Result<HashSet<Uuid>> {
    let entries = entry::Entity::find()
        .filter(entry::Column::Id.is_in(decisions))
        .filter(entry::Column::UndoneBy.is_null())
        .all(connection)
        .await?;
    let may = entries
        .into_iter()
        .filter(|entry| writing::undo_refusal(actor, entry).is_none());
    Ok(may.map(|entry| entry.id).collect())
}

/// A shop's open suggestions of this kind.
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

/// The first of these suggestions that came from this browser or network.
pub(super) async fn of_sender(
    connection: &impl ConnectionTrait,
    suggestions: &[Model],
    (visitor, network): (Option<Uuid>, Uuid),
) -> Result<Option<Uuid>> {
    let mut same = Condition::any().add(sender::Column::Network.eq(network));
    if let Some(visitor) = visitor {
        same = same.add(sender::Column::Visitor.eq(visitor));
    }
    for some in suggestions.chunks(TOGETHER) {
        let found = sender::Entity::find()
            .filter(sender::Column::SuggestionId.is_in(some.iter().map(|row| row.id)))
            .filter(same.clone())
            .order_by_asc(sender::Column::SuggestionId);
        if let Some(found) = found.one(connection).await? {
            return Ok(Some(found.suggestion_id));
        }
    }
    Ok(None)
}

/// Saves who sent a suggestion, until [`forget_senders`] deletes it.
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

/// Saves where to send the answer to a suggestion, unless there is an address already.
pub(super) async fn add_address(
    connection: &impl ConnectionTrait,
    suggestion: Uuid,
    email: &EmailAddress,
) -> Result<()> {
    sender::Entity::update_many()
        .col_expr(sender::Column::Email, Expr::value(email.key()))
        .filter(sender::Column::SuggestionId.eq(suggestion))
        .filter(sender::Column::Email.is_null())
        .exec(connection)
        .await?;
    Ok(())
}

/// Where to send the answer to a suggestion.
pub(super) async fn address_of(
    connection: &impl ConnectionTrait,
    suggestion: Uuid,
) -> Result<Option<String>> {
    let found = sender::Entity::find_by_id(suggestion)
        .one(connection)
        .await?;
    Ok(found.and_then(|row| row.email))
}

/// Deletes the senders of open suggestions older than `sent`, of those decided before `decided`, and of deleted ones.
pub(super) async fn forget_senders(
    connection: &impl ConnectionTrait,
    (sent, decided): (DateTime<Utc>, DateTime<Utc>),
) -> Result<u64> {
    let waits = Condition::all()
        .add(Column::Status.eq(Status::Open))
        .add(Column::CreatedAt.gt(sent));
    let is_decided = Condition::all()
        .add(Column::Status.ne(Status::Open))
        .add(Column::DecidedAt.gt(decided));
    let kept = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Condition::any().add(waits).add(is_decided))
        .into_query();
    let removed = sender::Entity::delete_many()
        .filter(sender::Column::SuggestionId.not_in_subquery(kept))
        .exec(connection)
        .await?;
    Ok(removed.rows_affected)
}

/// The suggestions whose senders left an address.
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
