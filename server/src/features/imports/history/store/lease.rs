//! One import writes at a time, whichever process or node it runs in: two that compare the same records with the same shops
//! would add them twice.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter, QueryOrder,
    sea_query::Expr,
};
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::{
    features::imports::history::entity::import::{Column, Entity, Model},
    platform::{
        clock::Clock,
        database::Database,
        error::{Error, Result},
    },
};

/// How long an import that has died keeps others waiting.
const LEASE: TimeDelta = TimeDelta::seconds(30);
const RENEWAL: Duration = Duration::from_secs(8);

/// When the lease ends that is taken or renewed now.
pub(super) fn lease_until(now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    Some(now + LEASE)
}

/// Refuses while another import writes, and ends the leases of those that have died.
pub(super) async fn refuse_second(
    transaction: &DatabaseTransaction,
    now: DateTime<Utc>,
) -> Result<()> {
    if let Some(other) = writing(transaction, now).await? {
        return Err(Error::Conflict(other.into()));
    }
    release_all(transaction, now).await
}

/// Says which import writes now, if one does.
pub(in crate::features::imports::history) async fn writing(
    connection: &impl ConnectionTrait,
    now: DateTime<Utc>,
) -> Result<Option<String>> {
    let row = Entity::find()
        .filter(Column::LeaseUntil.gt(now))
        .order_by_desc(Column::Number)
        .one(connection)
        .await?;
    Ok(row.map(|Model { number, files, .. }| {
        let files = files.0.join(", ");
        format!("Import {number} ({files}) is being written. Wait until it has ended.")
    }))
}

async fn release_all(transaction: &DatabaseTransaction, now: DateTime<Utc>) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::LeaseUntil, Expr::value(None::<DateTime<Utc>>))
        .filter(Column::LeaseUntil.lte(now))
        .exec(transaction)
        .await?;
    Ok(())
}

/// Renews the lease until the returned set is dropped.
pub(in crate::features::imports::history) fn renewing(
    database: &Database,
    id: Uuid,
    clock: &Clock,
) -> JoinSet<()> {
    let (database, clock) = (database.clone(), clock.clone());
    let mut renewing = JoinSet::new();
    renewing.spawn(async move {
        loop {
            tokio::time::sleep(RENEWAL).await;
            if let Err(error) = renew(&database, id, clock.now()).await {
                tracing::debug!(%error, "an import's lease can't be renewed now");
            }
        }
    });
    renewing
}

/// Renews a lease that nobody else has ended.
async fn renew(database: &Database, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    database
        .transaction(move |transaction| {
            Box::pin(async move {
                Entity::update_many()
                    .col_expr(Column::LeaseUntil, Expr::value(lease_until(now)))
                    .filter(Column::Id.eq(id))
                    .filter(Column::LeaseUntil.is_not_null())
                    .exec(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
}
