//! Transfers that wait for their two people.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};
use uuid::Uuid;

use crate::{
    catalog::writing::Act,
    features::claims::entity::hand_over::{Column, Entity, Model},
    platform::{
        error::{Error, Result},
        sessions,
    },
};

/// A transfer that isn't confirmed by both within this time expires.
const TRANSFER_TTL: TimeDelta = TimeDelta::days(7);

pub(in crate::features::claims) fn gone() -> Error {
    Error::NotFound("There's no such transfer, or it has ended.".into())
}

pub(super) fn is_live(row: &Model, now: DateTime<Utc>) -> bool {
    row.open_key.is_some() && lapses_at(row) > now
}

/// The shop's pending transfer, with the addresses of the present owner and the next one.
pub(in crate::features::claims) async fn pending_of(
    connection: &impl ConnectionTrait,
    shop_id: Uuid,
    now: DateTime<Utc>,
) -> Result<Option<(Model, [String; 2])>> {
    let found = Entity::find()
        .filter(Column::OpenKey.eq(shop_id.simple().to_string()))
        .one(connection)
        .await?;
    let Some(row) = found.filter(|row| is_live(row, now)) else {
        return Ok(None);
    };
    let old = sessions::find_person(connection, row.from_person_id).await?;
    let new = sessions::find_person(connection, row.to_person_id).await?;
    Ok(old.zip(new).map(|(old, new)| (row, [old.email, new.email])))
}

/// When a transfer expires.
pub(in crate::features::claims) fn lapses_at(row: &Model) -> DateTime<Utc> {
    row.created_at + TRANSFER_TTL
}

/// Ends the shop's pending transfer; returns whether there was one.
pub(super) async fn close_open(act: &Act<'_>, shop_id: Uuid) -> Result<bool> {
    let found = Entity::find()
        .filter(Column::OpenKey.eq(shop_id.simple().to_string()))
        .one(act.transaction())
        .await?;
    let Some(row) = found else { return Ok(false) };
    let mut ended = row.clone();
    ended.open_key = None;
    act.update(&row, ended).await?;
    Ok(true)
}

/// Removes the transfers of invented shops.
pub(in crate::features::claims) async fn forget(
    connection: &impl ConnectionTrait,
    shops: &[Uuid],
) -> Result<()> {
    Entity::delete_many()
        .filter(Column::ShopId.is_in(shops.iter().copied()))
        .exec(connection)
        .await?;
    Ok(())
}

/// A pending transfer.
pub(in crate::features::claims) async fn find_live(
    connection: &impl ConnectionTrait,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<Model> {
    let row = Entity::find_by_id(id).one(connection).await?;
    row.filter(|row| is_live(row, now)).ok_or_else(gone)
}
