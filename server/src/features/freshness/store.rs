//! All SQL of this room.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, OnConflict},
};
use uuid::Uuid;

use super::pause;
use crate::{
    catalog::entities::{hours_question as question, shop, viewed},
    platform::{error::Result, sessions::person},
};

/// How many shops' views are looked at; the others are hardly seen.
const MOST_VIEWED: u64 = 20_000;

/// The views of the most viewed shops during the days that are kept.
pub(super) async fn views(connection: &impl ConnectionTrait) -> Result<HashMap<Uuid, i64>> {
    let rows: Vec<(Uuid, i64)> = viewed::Entity::find()
        .select_only()
        .columns([viewed::Column::Subject, viewed::Column::Count])
        .filter(viewed::Column::Kind.eq("shop"))
        .order_by_desc(viewed::Column::Count)
        .limit(MOST_VIEWED)
        .into_tuple()
        .all(connection)
        .await?;
    Ok(rows.into_iter().collect())
}

/// The shops with an owner, or with somebody who listed them.
pub(super) async fn with_people(connection: &impl ConnectionTrait) -> Result<HashSet<Uuid>> {
    let is_theirs = Condition::any()
        .add(shop::Column::OwnerId.is_not_null())
        .add(shop::Column::SubmitterId.is_not_null());
    let rows: Vec<Uuid> = shop::Entity::find()
        .select_only()
        .column(shop::Column::Id)
        .filter(is_theirs)
        .into_tuple()
        .all(connection)
        .await?;
    Ok(rows.into_iter().collect())
}

/// The shops that were put off beyond `now`, or whose people were asked since `since`.
pub(super) async fn hidden(
    connection: &impl ConnectionTrait,
    now: DateTime<Utc>,
    since: DateTime<Utc>,
) -> Result<HashSet<Uuid>> {
    let paused: Vec<Uuid> = pause::Entity::find()
        .select_only()
        .column(pause::Column::Id)
        .filter(pause::Column::EndsAt.gt(now))
        .into_tuple()
        .all(connection)
        .await?;
    let asked: Vec<Uuid> = question::Entity::find()
        .select_only()
        .column(question::Column::Id)
        .filter(question::Column::AskedAt.gt(since))
        .into_tuple()
        .all(connection)
        .await?;
    Ok(paused.into_iter().chain(asked).collect())
}

/// Removes the pauses that have ended.
pub(super) async fn end_pauses(
    connection: &impl ConnectionTrait,
    now: DateTime<Utc>,
) -> Result<()> {
    pause::Entity::delete_many()
        .filter(pause::Column::EndsAt.lte(now))
        .exec(connection)
        .await?;
    Ok(())
}

/// The rows of these shops, a page of them.
pub(super) async fn shops(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, shop::Model>> {
    let rows = shop::Entity::find().filter(shop::Column::Id.is_in(ids.iter().copied()));
    let rows = rows.all(connection).await?;
    Ok(rows.into_iter().map(|row| (row.id, row)).collect())
}

/// Those of these people who have proven their address.
pub(super) async fn reachable(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<HashSet<Uuid>> {
    let rows: Vec<Uuid> = person::Entity::find()
        .select_only()
        .column(person::Column::Id)
        .filter(person::Column::Id.is_in(ids.iter().copied()))
        .filter(person::Column::ConfirmedAt.is_not_null())
        .into_tuple()
        .all(connection)
        .await?;
    Ok(rows.into_iter().collect())
}

/// When the people of these shops were last asked.
pub(super) async fn asked(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, DateTime<Utc>>> {
    let rows = question::Entity::find().filter(question::Column::Id.is_in(ids.iter().copied()));
    let rows = rows.all(connection).await?;
    Ok(rows.into_iter().map(|row| (row.id, row.asked_at)).collect())
}

/// Shops with people of their own and hours not confirmed since `limit`, in ID order.
pub(super) async fn with_old_hours(
    connection: &impl ConnectionTrait,
    limit: DateTime<Utc>,
    after: Uuid,
    most: u64,
) -> Result<Vec<shop::Model>> {
    use shop::Column;
    let has_people = Condition::any()
        .add(Column::OwnerId.is_not_null())
        .add(Column::SubmitterId.is_not_null());
    let has_hours = Condition::any()
        .add(Column::Hours.is_not_null())
        .add(Column::OpeningHours.is_not_null());
    let is_old = Condition::any()
        .add(Column::HoursConfirmedAt.lte(limit))
        .add(
            Condition::all()
                .add(Column::HoursConfirmedAt.is_null())
                .add(Column::CreatedAt.lte(limit)),
        );
    Ok(shop::Entity::find()
        .filter(has_people)
        .filter(has_hours)
        .filter(is_old)
        .filter(Column::IsActive.eq(true))
        .filter(Column::ClosedAt.is_null())
        .filter(Column::DeletedAt.is_null())
        .filter(Column::Id.gt(after))
        .order_by_asc(Column::Id)
        .limit(most)
        .all(connection)
        .await?)
}

/// Records that the shop's people are being asked; `false` if they were asked after `limit`.
pub(super) async fn note_question(
    transaction: &impl ConnectionTrait,
    shop: Uuid,
    now: DateTime<Utc>,
    limit: DateTime<Utc>,
) -> Result<bool> {
    let again = question::Entity::update_many()
        .col_expr(question::Column::AskedAt, Expr::value(now))
        .col_expr(
            question::Column::AnsweredAt,
            Expr::value(None::<DateTime<Utc>>),
        )
        .filter(question::Column::Id.eq(shop))
        .filter(question::Column::AskedAt.lte(limit))
        .exec(transaction)
        .await?;
    if again.rows_affected == 1 {
        return Ok(true);
    }
    let first = question::Entity::insert(question::ActiveModel {
        id: Set(shop),
        asked_at: Set(now),
        answered_at: Set(None),
    })
    .on_conflict(
        OnConflict::column(question::Column::Id)
            .do_nothing()
            .to_owned(),
    )
    .exec_without_returning(transaction)
    .await?;
    Ok(first == 1)
}
