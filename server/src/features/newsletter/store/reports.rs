//! Counts for the panel.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, ConnectionTrait, EntityTrait, ExprTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect,
    sea_query::{Expr, Query},
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    features::newsletter::entity::{
        issue,
        reader::{self, State},
        suppression::{self, Reason},
        town,
    },
    platform::{database::Database, error::Result},
};

/// Number of addresses by state.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReaderCounts {
    pub confirmed: u64,
    /// Signed up but not confirmed.
    pub pending: u64,
    /// Confirmed, but skipped for a while because their mail server rejected several issues.
    pub resting: u64,
    pub left: u64,
    /// The recipient said they didn't sign up.
    pub refused: u64,
    /// The mailbox no longer exists.
    pub gone: u64,
}

pub(in crate::features::newsletter) async fn reader_counts(
    database: &Database,
    now: DateTime<Utc>,
) -> Result<ReaderCounts> {
    let reads = database.reads();
    let readers = async |state: State| {
        let rows = reader::Entity::find().filter(reader::Column::State.eq(state));
        rows.count(reads).await
    };
    let suppressed = async |reason: Reason| {
        let rows = suppression::Entity::find().filter(suppression::Column::Reason.eq(reason));
        rows.count(reads).await
    };
    Ok(ReaderCounts {
        confirmed: readers(State::Confirmed).await?,
        pending: readers(State::Pending).await?,
        resting: reader::Entity::find()
            .filter(reader::Column::State.eq(State::Confirmed))
            .filter(reader::Column::PausedUntil.gt(now))
            .count(reads)
            .await?,
        left: suppressed(Reason::Left).await?,
        refused: suppressed(Reason::Refused).await?,
        gone: suppressed(Reason::Gone).await?,
    })
}

/// The towns chosen by confirmed readers with their counts, highest first.
pub(in crate::features::newsletter) async fn readers_by_town(
    database: &Database,
) -> Result<Vec<(Uuid, i64)>> {
    let confirmed = Query::select()
        .column(reader::Column::Id)
        .from(reader::Entity)
        .and_where(reader::Column::State.eq(State::Confirmed))
        .to_owned();
    Ok(town::Entity::find()
        .select_only()
        .column(town::Column::CityId)
        .column_as(Expr::col(town::Column::ReaderId).count(), "readers")
        .filter(town::Column::ReaderId.in_subquery(confirmed))
        .group_by(town::Column::CityId)
        .order_by_desc(Expr::col(town::Column::ReaderId).count())
        .order_by_asc(town::Column::CityId)
        .into_tuple()
        .all(database.reads())
        .await?)
}

/// The number of confirmed readers without chosen towns.
pub(in crate::features::newsletter) async fn readers_without_town(
    database: &Database,
) -> Result<u64> {
    let choosy = Query::select()
        .column(town::Column::ReaderId)
        .from(town::Entity)
        .to_owned();
    Ok(reader::Entity::find()
        .filter(reader::Column::State.eq(State::Confirmed))
        .filter(reader::Column::Id.not_in_subquery(choosy))
        .count(database.reads())
        .await?)
}

/// When today's readers confirmed, starting at `since`.
pub(in crate::features::newsletter) async fn confirmed_since(
    database: &Database,
    since: DateTime<Utc>,
) -> Result<Vec<DateTime<Utc>>> {
    let moments: Vec<Option<DateTime<Utc>>> = reader::Entity::find()
        .select_only()
        .column(reader::Column::ConfirmedAt)
        .filter(reader::Column::ConfirmedAt.gte(since))
        .into_tuple()
        .all(database.reads())
        .await?;
    Ok(moments.into_iter().flatten().collect())
}

/// When readers unsubscribed, starting at `since`.
pub(in crate::features::newsletter) async fn left_since(
    database: &Database,
    since: DateTime<Utc>,
) -> Result<Vec<DateTime<Utc>>> {
    Ok(suppression::Entity::find()
        .select_only()
        .column(suppression::Column::CreatedAt)
        .filter(suppression::Column::Reason.eq(Reason::Left))
        .filter(suppression::Column::CreatedAt.gte(since))
        .into_tuple()
        .all(database.reads())
        .await?)
}

/// How many readers unsubscribed in a time span.
pub(in crate::features::newsletter) async fn left_between(
    database: &Database,
    (first, end): (DateTime<Utc>, DateTime<Utc>),
) -> Result<u64> {
    Ok(suppression::Entity::find()
        .filter(suppression::Column::Reason.eq(Reason::Left))
        .filter(suppression::Column::CreatedAt.gte(first))
        .filter(suppression::Column::CreatedAt.lt(end))
        .count(database.reads())
        .await?)
}

/// The latest issues, newest first.
pub(in crate::features::newsletter) async fn last_issues(
    database: &Database,
    count: u64,
) -> Result<Vec<issue::Model>> {
    Ok(issue::Entity::find()
        .order_by_desc(issue::Column::Turn)
        .limit(count)
        .all(database.reads())
        .await?)
}

/// How many sign-ups are unconfirmed, and since when the oldest.
pub(in crate::features::newsletter) async fn pending_kept(
    connection: &impl ConnectionTrait,
) -> Result<(u64, Option<DateTime<Utc>>)> {
    let rows = reader::Entity::find().filter(reader::Column::State.eq(State::Pending));
    let count = rows.clone().count(connection).await?;
    let oldest = rows
        .order_by_asc(reader::Column::AskedAt)
        .one(connection)
        .await?;
    Ok((count, oldest.map(|row| row.asked_at)))
}

/// All readers, and the towns that each has chosen.
pub(in crate::features::newsletter) struct Readers {
    pub rows: Vec<reader::Model>,
    pub towns: HashMap<Uuid, Vec<Uuid>>,
}

/// Reads them: sorting and searching is the caller's, the same on both databases.
pub(in crate::features::newsletter) async fn readers(database: &Database) -> Result<Readers> {
    let rows = reader::Entity::find().all(database.reads()).await?;
    let mut towns: HashMap<Uuid, Vec<Uuid>> = HashMap::new();
    for chosen in town::Entity::find().all(database.reads()).await? {
        towns
            .entry(chosen.reader_id)
            .or_default()
            .push(chosen.city_id);
    }
    Ok(Readers { rows, towns })
}
