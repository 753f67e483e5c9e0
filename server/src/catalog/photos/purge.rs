//! What becomes of photos that are shown no more.

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

/// Files of photos that were removed are kept this long, so that a removal can be undone.
const REMOVED_KEPT: TimeDelta = TimeDelta::days(30);
/// Files of expired photos are kept this long: somebody may have renewed them late.
const EXPIRED_KEPT: TimeDelta = TimeDelta::days(1);
/// Rows that are looked at together when files are removed.
const PURGED_TOGETHER: u64 = 200;

/// Removes the files of photos that were removed a month ago, and photos that may not be shown any more. Gives their number.
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

/// How many photos were taken off their pages and still have their files, and since when the first.
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

/// A removed photo's row stays, without files, so that it is not brought again; an expired one's goes.
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
