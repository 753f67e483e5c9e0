//! Cleans up photos that are no longer shown.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect,
};

use super::stored;
use crate::{
    catalog::entities::photo,
    platform::{
        database::Database,
        error::Result,
        photo_files::{PhotoFiles, Widths},
    },
};

/// How long the files of removed photos are kept, so that a removal can be undone.
const REMOVED_KEPT: TimeDelta = TimeDelta::days(30);
/// How long the files of expired photos are kept, in case someone renews them late.
const EXPIRED_KEPT: TimeDelta = TimeDelta::days(1);
/// How many rows are handled at a time.
const PURGED_TOGETHER: u64 = 200;

/// Removes the files of photos removed a month ago, and expired photos. Returns how many.
///
/// # Errors
///
/// When storage or the database fails.
pub async fn purge(database: &Database, files: &PhotoFiles, now: DateTime<Utc>) -> Result<usize> {
    let mut purged = 0;
    loop {
        let rows = photo::Entity::find()
            .filter(photo::Column::Width.gt(0))
            .filter(
                Condition::any()
                    .add(photo::Column::RemovedAt.lt(now - REMOVED_KEPT))
                    .add(photo::Column::ExpiresAt.lt(now - EXPIRED_KEPT)),
            )
            .order_by_asc(photo::Column::Id)
            .limit(PURGED_TOGETHER)
            .all(database.reads())
            .await?;
        if rows.is_empty() {
            return Ok(purged);
        }
        for row in rows {
            files.remove(&stored(&row)).await?;
            forget(database, &row).await?;
            purged += 1;
        }
    }
}

/// How many removed photos still have their files, and since when the oldest.
///
/// # Errors
///
/// When the database fails.
pub async fn removed_kept(
    connection: &impl ConnectionTrait,
) -> Result<(u64, Option<DateTime<Utc>>)> {
    let rows = photo::Entity::find()
        .filter(photo::Column::Width.gt(0))
        .filter(photo::Column::RemovedAt.is_not_null());
    let count = rows.clone().count(connection).await?;
    let oldest = rows
        .order_by_asc(photo::Column::RemovedAt)
        .one(connection)
        .await?;
    Ok((count, oldest.and_then(|row| row.removed_at)))
}

/// Keeps a removed photo's row without files, so that it isn't added again; deletes an expired one's.
async fn forget(database: &Database, row: &photo::Model) -> Result<()> {
    let (id, version, was_removed) = (row.id, row.version, row.removed_at.is_some());
    database
        .transaction(|transaction| {
            Box::pin(async move {
                if was_removed {
                    let update = photo::Entity::update_many()
                        .set(photo::ActiveModel {
                            widths: Set(Widths::default()),
                            width: Set(0),
                            height: Set(0),
                            version: Set(version + 1),
                            ..Default::default()
                        })
                        .filter(photo::Column::Id.eq(id));
                    update.exec(transaction).await?;
                } else {
                    photo::Entity::delete_by_id(id).exec(transaction).await?;
                }
                Ok(())
            })
        })
        .await
}
