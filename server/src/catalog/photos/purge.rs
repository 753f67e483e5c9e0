//! Cleans up photos that are no longer shown.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, ExprTrait, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect,
    sea_query::{Expr, IntoColumnRef, IntoTableRef, Query, SelectStatement, SimpleExpr},
};
use uuid::Uuid;

use super::stored;
use crate::{
    catalog::entities::{
        city,
        photo::{self, OwnerKind},
        shop, story,
    },
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
                    .add(
                        Condition::all()
                            .add(photo::Column::RemovedAt.lt(now - REMOVED_KEPT))
                            .add(is_no_original()),
                    )
                    .add(photo::Column::ExpiresAt.lt(now - EXPIRED_KEPT)),
            )
            .order_by_asc(photo::Column::Id)
            .limit(PURGED_TOGETHER)
            .all(database.reads())
            .await?;
        if rows.is_empty() {
            forget_without_owner(database).await?;
            return Ok(purged);
        }
        for row in rows {
            files.remove(&stored(&row)).await?;
            forget(database, &row).await?;
            purged += 1;
        }
    }
}

/// Nothing that has files shows a part of it; otherwise it is needed for another part.
fn is_no_original() -> SimpleExpr {
    let parts = Query::select()
        .column(photo::Column::OriginalKey)
        .from(photo::Entity)
        .and_where(photo::Column::OriginalKey.is_not_null())
        .and_where(photo::Column::Width.gt(0))
        .to_owned();
    photo::Column::Key.not_in_subquery(parts)
}

/// Lets the originals of `parts` go with the next purge: nobody can choose another part then.
///
/// # Errors
///
/// When the database fails.
pub async fn give_up_originals(
    transaction: &impl ConnectionTrait,
    parts: &[photo::Model],
    now: DateTime<Utc>,
) -> Result<()> {
    let next_version = || Expr::col(photo::Column::Version).add(1);
    for key in parts.iter().filter_map(|part| part.original_key.as_ref()) {
        // Its earlier parts that are removed, too.
        photo::Entity::update_many()
            .col_expr(photo::Column::OriginalKey, Expr::value(None::<String>))
            .col_expr(photo::Column::Crop, Expr::value(None::<serde_json::Value>))
            .col_expr(photo::Column::Version, next_version())
            .filter(photo::Column::OriginalKey.eq(key))
            .exec(transaction)
            .await?;
        photo::Entity::update_many()
            .col_expr(
                photo::Column::RemovedAt,
                Expr::value(now - REMOVED_KEPT * 2),
            )
            .col_expr(photo::Column::Version, next_version())
            .filter(photo::Column::Key.eq(key))
            .filter(photo::Column::RemovedAt.is_not_null())
            .exec(transaction)
            .await?;
    }
    Ok(())
}

/// Removes all photos of owners that are removed for good: they are hidden at once, and go with the next purge.
///
/// # Errors
///
/// When the database fails.
pub async fn give_up_all(
    transaction: &impl ConnectionTrait,
    kind: OwnerKind,
    owners: &[Uuid],
    now: DateTime<Utc>,
) -> Result<()> {
    let of_owners = Condition::all()
        .add(photo::Column::OwnerKind.eq(kind))
        .add(photo::Column::OwnerId.is_in(owners.iter().copied()));
    give_up_those(transaction, of_owners, now).await
}

/// The same for the photo with this key, and for what was cut out of it.
///
/// # Errors
///
/// When the database fails.
pub async fn give_up(
    transaction: &impl ConnectionTrait,
    key: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    let of_key = Condition::any()
        .add(photo::Column::Key.eq(key))
        .add(photo::Column::OriginalKey.eq(key));
    give_up_those(transaction, of_key, now).await
}

async fn give_up_those(
    transaction: &impl ConnectionTrait,
    those: Condition,
    now: DateTime<Utc>,
) -> Result<()> {
    photo::Entity::update_many()
        .col_expr(photo::Column::RemovedAt, Expr::value(now))
        .filter(those.clone())
        .filter(photo::Column::RemovedAt.is_null())
        .exec(transaction)
        .await?;
    photo::Entity::update_many()
        .col_expr(
            photo::Column::ExpiresAt,
            Expr::value(now - EXPIRED_KEPT * 2),
        )
        .col_expr(
            photo::Column::Version,
            Expr::col(photo::Column::Version).add(1),
        )
        .filter(those)
        .exec(transaction)
        .await?;
    Ok(())
}

/// Removes the rows without files of owners that are gone: nothing can be added to them again.
async fn forget_without_owner(database: &Database) -> Result<()> {
    let owners = [
        (OwnerKind::Shop, ids_of(shop::Entity, shop::Column::Id)),
        (OwnerKind::City, ids_of(city::Entity, city::Column::Id)),
        (OwnerKind::Story, ids_of(story::Entity, story::Column::Id)),
    ];
    database
        .transaction(|transaction| {
            let owners = owners.clone();
            Box::pin(async move {
                for (kind, ids) in owners {
                    photo::Entity::delete_many()
                        .filter(photo::Column::Width.eq(0))
                        .filter(photo::Column::OwnerKind.eq(kind))
                        .filter(photo::Column::OwnerId.not_in_subquery(ids))
                        .exec(transaction)
                        .await?;
                }
                Ok(())
            })
        })
        .await
}

fn ids_of(table: impl IntoTableRef, id: impl IntoColumnRef) -> SelectStatement {
    Query::select().column(id).from(table).to_owned()
}

/// How many removed photos still have their files, and since when the oldest.
pub async fn removed_kept(
    connection: &impl ConnectionTrait,
) -> Result<(u64, Option<DateTime<Utc>>)> {
    let rows = photo::Entity::find()
        .filter(photo::Column::Width.gt(0))
        .filter(photo::Column::RemovedAt.is_not_null())
        .filter(is_no_original());
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
