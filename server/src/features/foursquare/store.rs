//! All SQL of this room.

use std::collections::BTreeMap;

use chrono::{DateTime, Months, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, Condition, ConnectionTrait, DatabaseTransaction, EntityTrait, ExprTrait,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Alias, Expr, OnConflict, Query},
};
use uuid::Uuid;

use super::{Enhancement, Improved, entity as reserved};
use crate::{
    catalog::{
        Change, Kind,
        entities::{city, shop},
        foursquare_content,
        writing::record_changes,
    },
    features::Services,
    platform::{
        database::Database,
        error::{Error, Result},
        runs::{self, Kind as _, Outcome, Run, RunState, Runs},
    },
};

/// How long a city waits for its next run.
const COOLDOWN: Months = Months::new(6);
/// How many rows are erased in one transaction.
const TOGETHER: u64 = 200;
/// How many IDs one query names.
const IDS: usize = 500;

/// What came of an attempt to take a city.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reservation {
    Taken,
    /// It was enhanced, and can be again from then on.
    CoolingDown(DateTime<Utc>),
    /// By a run that hasn't completed it.
    Held,
}

/// Takes the city for a run. `abandoned` is a run known to have ended without completing it; its reservation is void.
pub(super) async fn reserve(
    transaction: &DatabaseTransaction,
    (city_id, run_id): (Uuid, Uuid),
    abandoned: Option<Uuid>,
    now: DateTime<Utc>,
) -> Result<Reservation> {
    let until = now + COOLDOWN;
    let inserted = reserved::Entity::insert(reserved::ActiveModel {
        city_id: Set(city_id),
        run_id: Set(run_id),
        reserved_until: Set(until),
        enhanced_at: Set(None),
    })
    .on_conflict(
        OnConflict::column(reserved::Column::CityId)
            .do_nothing()
            .to_owned(),
    )
    .exec_without_returning(transaction)
    .await?;
    if inserted > 0 {
        return Ok(Reservation::Taken);
    }
    let is_void = match abandoned {
        Some(run) => reserved::Column::ReservedUntil
            .lte(now)
            .or(reserved::Column::RunId.eq(run)),
        None => reserved::Column::ReservedUntil.lte(now),
    };
    let taken = reserved::Entity::update_many()
        .col_expr(reserved::Column::RunId, Expr::value(run_id))
        .col_expr(reserved::Column::ReservedUntil, Expr::value(until))
        .filter(reserved::Column::CityId.eq(city_id))
        .filter(is_void)
        .exec(transaction)
        .await?;
    if taken.rows_affected > 0 {
        return Ok(Reservation::Taken);
    }
    let row = reserved::Entity::find_by_id(city_id)
        .one(transaction)
        .await?;
    let Some(row) = row else {
        return Ok(Reservation::Held);
    };
    let holder = runs::Entity::find_by_id(row.run_id)
        .one(transaction)
        .await?;
    let is_done = holder.is_some_and(|run| run.outcome == Some(Outcome::Done));
    Ok(if is_done {
        Reservation::CoolingDown(row.reserved_until)
    } else {
        Reservation::Held
    })
}

/// The last run that took the city.
pub(super) async fn holder(
    connection: &impl ConnectionTrait,
    city_id: Uuid,
) -> Result<Option<Uuid>> {
    let row = reserved::Entity::find_by_id(city_id)
        .one(connection)
        .await?;
    Ok(row.map(|row| row.run_id))
}

/// Begins the six months of a city that its run has completed.
pub(super) async fn complete(
    database: &Database,
    (city_id, run_id): (Uuid, Uuid),
    now: DateTime<Utc>,
) -> Result<()> {
    database
        .transaction(move |transaction| {
            Box::pin(async move {
                reserved::Entity::update_many()
                    .col_expr(reserved::Column::ReservedUntil, Expr::value(now + COOLDOWN))
                    .col_expr(reserved::Column::EnhancedAt, Expr::value(Some(now)))
                    .filter(reserved::Column::CityId.eq(city_id))
                    .filter(reserved::Column::RunId.eq(run_id))
                    .exec(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
}

/// Ends the six months that a run began.
pub(super) async fn release(database: &Database, run_id: Uuid) -> Result<()> {
    database
        .transaction(move |transaction| {
            Box::pin(async move { forget_run(transaction, run_id).await })
        })
        .await
}

/// The same in the caller's transaction.
pub(super) async fn forget_run(connection: &impl ConnectionTrait, run_id: Uuid) -> Result<()> {
    reserved::Entity::delete_many()
        .filter(reserved::Column::RunId.eq(run_id))
        .exec(connection)
        .await?;
    Ok(())
}

/// Takes a city for an invented run. `false` if another run has it.
pub(super) async fn reserve_alone(
    database: &Database,
    ids: (Uuid, Uuid),
    now: DateTime<Utc>,
) -> Result<bool> {
    database
        .transaction(move |transaction| {
            Box::pin(async move {
                let reserved = reserve(transaction, ids, None, now).await?;
                Ok(reserved == Reservation::Taken)
            })
        })
        .await
}

/// Removes what is known of towns that are gone: when they were enhanced, and until when they wait.
pub(super) async fn forget_towns(connection: &impl ConnectionTrait, towns: &[Uuid]) -> Result<()> {
    reserved::Entity::delete_many()
        .filter(reserved::Column::CityId.is_in(towns.iter().copied()))
        .exec(connection)
        .await?;
    Ok(())
}

/// The latest runs that got anywhere.
pub(super) async fn history(runs: &Runs, most: u64) -> Result<Vec<Run<Enhancement>>> {
    let any = Condition::any()
        .add(runs::Column::Result.is_not_null())
        .add(runs::Column::Outcome.eq(Outcome::Done));
    let mut latest: Vec<Run<Enhancement>> = runs.latest_that(any, most).await?;
    latest.retain(|run| run.result.processed > 0 || run.state == RunState::Done);
    Ok(latest)
}

/// The photos that the runs added.
pub(super) async fn photos_added(connection: &impl ConnectionTrait) -> Result<i64> {
    let results: Vec<serde_json::Value> = runs::Entity::find()
        .select_only()
        .column(runs::Column::Result)
        .filter(runs::Column::Kind.eq(Enhancement::JOB))
        .filter(runs::Column::Result.is_not_null())
        .into_tuple()
        .all(connection)
        .await?;
    let mut photos = 0;
    for result in results {
        let improved: Improved = serde_json::from_value(result)
            .map_err(|error| Error::Internal(format!("a stored run can't be read: {error}")))?;
        photos += i64::from(improved.photos);
    }
    Ok(photos)
}

/// When a run last completed.
pub(super) async fn last_enhancement(
    connection: &impl ConnectionTrait,
) -> Result<Option<DateTime<Utc>>> {
    let row = runs::Entity::find()
        .filter(runs::Column::Kind.eq(Enhancement::JOB))
        .filter(runs::Column::Outcome.eq(Outcome::Done))
        .order_by_desc(runs::Column::LastAt)
        .one(connection)
        .await?;
    Ok(row.map(|row| row.last_at))
}

/// Cities by ID: when they were last completed, and until when they are taken.
pub(super) async fn cities(
    connection: &impl ConnectionTrait,
) -> Result<BTreeMap<Uuid, reserved::Model>> {
    let rows = reserved::Entity::find()
        .filter(reserved::Column::EnhancedAt.is_not_null())
        .all(connection)
        .await?;
    Ok(rows.into_iter().map(|row| (row.city_id, row)).collect())
}

/// A published shop's row and its city's.
pub(super) async fn shop_and_city(
    connection: &impl ConnectionTrait,
    id: Uuid,
) -> Result<Option<(shop::Model, city::Model)>> {
    let row = shop::Entity::find_by_id(id)
        .filter(shop::Column::DeletedAt.is_null())
        .filter(shop::Column::ClosedAt.is_null())
        .one(connection)
        .await?;
    let Some(row) = row else {
        return Ok(None);
    };
    let city = city::Entity::find_by_id(row.city_id)
        .one(connection)
        .await?;
    Ok(city.map(|city| (row, city)))
}

/// Until when Foursquare's content of these shops is shown.
pub(super) async fn expiries(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<BTreeMap<Uuid, DateTime<Utc>>> {
    let mut found = BTreeMap::new();
    for some in ids.chunks(IDS) {
        let rows: Vec<(Uuid, DateTime<Utc>)> = shop::Entity::find()
            .select_only()
            .columns([shop::Column::Id, shop::Column::FoursquareExpiresAt])
            .filter(shop::Column::Id.is_in(some.iter().copied()))
            .filter(shop::Column::FoursquareExpiresAt.is_not_null())
            .into_tuple()
            .all(connection)
            .await?;
        found.extend(rows);
    }
    Ok(found)
}

/// The shops known to Foursquare whose content ends before `limit`, or has ended.
pub(super) async fn due(
    connection: &impl ConnectionTrait,
    limit: DateTime<Utc>,
) -> Result<Vec<Uuid>> {
    let ends = shop::Column::FoursquareExpiresAt.lt(limit);
    Ok(shop::Entity::find()
        .select_only()
        .column(shop::Column::Id)
        .filter(shop::Column::FoursquareId.is_not_null())
        .filter(ends.or(shop::Column::FoursquareExpiresAt.is_null()))
        .filter(shop::Column::DeletedAt.is_null())
        .filter(shop::Column::ClosedAt.is_null())
        .filter(shop::Column::IsActive.eq(true))
        .order_by_asc(shop::Column::Id)
        .into_tuple()
        .all(connection)
        .await?)
}

/// How often these shops' pages were viewed.
pub(super) async fn views(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<BTreeMap<Uuid, i64>> {
    let mut found = BTreeMap::new();
    for some in ids.chunks(IDS) {
        let query = Query::select()
            .columns(["subject", "count"].map(Alias::new))
            .from(Alias::new("view_totals"))
            .and_where(Expr::col(Alias::new("subject")).is_in(some.iter().copied()))
            .to_owned();
        for row in connection.query_all(&query).await? {
            found.insert(row.try_get("", "subject")?, row.try_get("", "count")?);
        }
    }
    Ok(found)
}

/// How many shops show Foursquare's content, and the earliest end.
pub(super) async fn kept(
    connection: &impl ConnectionTrait,
) -> Result<(u64, Option<DateTime<Utc>>)> {
    let rows = shop::Entity::find().filter(shop::Column::FoursquareExpiresAt.is_not_null());
    let count = rows.clone().count(connection).await?;
    let oldest = rows
        .order_by_asc(shop::Column::FoursquareExpiresAt)
        .one(connection)
        .await?;
    Ok((count, oldest.and_then(|row| row.foursquare_expires_at)))
}

/// Erases content whose time is over, without an entry in the audit log, which has nothing of it. Returns how many shops had
/// some.
pub(super) async fn erase_ended(services: &Services, now: DateTime<Utc>) -> Result<usize> {
    let mut erased = 0;
    loop {
        let rows = shop::Entity::find()
            .filter(shop::Column::FoursquareExpiresAt.lte(now))
            .order_by_asc(shop::Column::Id)
            .limit(TOGETHER)
            .all(services.database.reads())
            .await?;
        if rows.is_empty() {
            return Ok(erased);
        }
        erased += rows.len();
        let changes: Vec<Change> = rows.iter().map(|row| (Kind::Shop, row.id)).collect();
        let (erasing, written) = (rows.clone(), changes.clone());
        services
            .database
            .transaction(move |transaction| {
                let (rows, changes) = (erasing.clone(), written.clone());
                Box::pin(async move {
                    for row in &rows {
                        erase(transaction, row, now).await?;
                    }
                    record_changes(transaction, &changes, now).await
                })
            })
            .await?;
        services.catalog.refresh(&changes).await?;
    }
}

/// Erases one shop's; does nothing if the shop has changed since `row` was read.
async fn erase(
    transaction: &DatabaseTransaction,
    row: &shop::Model,
    now: DateTime<Utc>,
) -> Result<()> {
    let mut after = row.clone();
    foursquare_content::erase(&mut after);
    shop::Entity::update_many()
        .set(shop::ActiveModel {
            foursquare_rating: Set(after.foursquare_rating),
            foursquare_price_level: Set(after.foursquare_price_level),
            foursquare_expires_at: Set(after.foursquare_expires_at),
            categories: Set(after.categories),
            hours: Set(after.hours),
            opening_hours: Set(after.opening_hours),
            provenance: Set(after.provenance),
            updated_at: Set(now),
            version: Set(row.version + 1),
            ..Default::default()
        })
        .filter(shop::Column::Id.eq(row.id))
        .filter(shop::Column::Version.eq(row.version))
        .exec(transaction)
        .await?;
    Ok(())
}
