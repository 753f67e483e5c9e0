//! All SQL of photo files. Each step is a conditional update: only one of two requests succeeds.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveEnum, ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, IntoActiveModel,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, sea_query::Expr,
};
use uuid::Uuid;

use super::{
    StoredPhoto,
    entity::{Column, Entity, Model, State, Widths},
};
use crate::platform::{
    database::Database,
    error::{Error, Result},
};

/// Inserts a new row.
pub(super) async fn insert(database: &Database, row: Model) -> Result<()> {
    database
        .transaction(|transaction| {
            let row = row.clone().into_active_model().reset_all();
            Box::pin(async move {
                Entity::insert(row)
                    .exec_without_returning(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
}

/// Records the files to be written, before the first is; `until` is when they are removed if nothing uses them.
pub(super) async fn describe(
    database: &Database,
    (photo, original): (&StoredPhoto, Option<u32>),
    until: DateTime<Utc>,
) -> Result<()> {
    database
        .transaction(|transaction| {
            let update = Entity::update_many()
                .col_expr(Column::Widths, Expr::value(serde_json::json!(photo.widths)))
                .col_expr(Column::Width, Expr::value(side(photo.width)))
                .col_expr(Column::Height, Expr::value(side(photo.height)))
                .col_expr(Column::OriginalWidth, Expr::value(original.map(side)))
                .col_expr(Column::ExpiresAt, Expr::value(until))
                .filter(Column::Key.eq(&photo.key))
                .filter(Column::State.eq(State::Storing));
            Box::pin(async move {
                let changed = update.exec(transaction).await?.rows_affected;
                // The sweep removed it, because the upload took longer than its URL was valid.
                if changed == 0 {
                    return Err(too_late());
                }
                Ok(())
            })
        })
        .await
}

/// Records that all files are written.
pub(super) async fn finish(database: &Database, key: &str) -> Result<()> {
    let key = key.to_owned();
    database
        .transaction(|transaction| {
            let update = Entity::update_many()
                .col_expr(Column::State, Expr::value(State::Stored.to_value()))
                .filter(Column::Key.eq(&key))
                .filter(Column::State.eq(State::Storing));
            Box::pin(async move {
                match update.exec(transaction).await?.rows_affected {
                    0 => Err(too_late()),
                    _ => Ok(()),
                }
            })
        })
        .await
}

/// The row with this key.
pub(super) async fn find(connection: &impl ConnectionTrait, key: &str) -> Result<Option<Model>> {
    Ok(Entity::find_by_id(key.to_owned()).one(connection).await?)
}

/// The rows with these keys that have their files.
pub(super) async fn with_files(
    connection: &impl ConnectionTrait,
    keys: &[String],
) -> Result<Vec<Model>> {
    Ok(Entity::find()
        .filter(Column::Key.is_in(keys.iter().cloned()))
        .filter(Column::State.is_in([State::Stored, State::Used]))
        .all(connection)
        .await?)
}

/// Marks stored files as used, in the caller's transaction; `false` if they don't exist or are already in use.
pub(super) async fn use_file(connection: &impl ConnectionTrait, key: &str) -> Result<bool> {
    let update = Entity::update_many()
        .col_expr(Column::State, Expr::value(State::Used.to_value()))
        .filter(Column::Key.eq(key))
        .filter(Column::State.eq(State::Stored));
    Ok(update.exec(connection).await?.rows_affected == 1)
}

/// How many upload URLs `holder` got since `moment`.
pub(super) async fn count_of_holder(
    database: &Database,
    holder: &str,
    moment: DateTime<Utc>,
) -> Result<u64> {
    Ok(Entity::find()
        .filter(Column::Holder.eq(holder))
        .filter(Column::CreatedAt.gt(moment))
        .count(database.reads())
        .await?)
}

/// Some of the rows that weren't used in time.
pub(super) async fn forgotten(
    database: &Database,
    now: DateTime<Utc>,
    most: u64,
) -> Result<Vec<Model>> {
    Ok(Entity::find()
        .filter(Column::State.ne(State::Used))
        .filter(Column::ExpiresAt.lt(now))
        .order_by_asc(Column::ExpiresAt)
        .limit(most)
        .all(database.reads())
        .await?)
}

/// Keeps expired files from being used while they are removed; `false` if someone was faster.
pub(super) async fn give_up(database: &Database, key: &str, now: DateTime<Utc>) -> Result<bool> {
    let key = key.to_owned();
    database
        .transaction(|transaction| {
            let update = Entity::update_many()
                .col_expr(Column::State, Expr::value(State::Waiting.to_value()))
                .filter(Column::Key.eq(&key))
                .filter(Column::State.ne(State::Used))
                .filter(Column::ExpiresAt.lt(now));
            Box::pin(async move { Ok(update.exec(transaction).await?.rows_affected == 1) })
        })
        .await
}

/// Removes a row whose files are gone.
pub(super) async fn delete(database: &Database, key: &str) -> Result<()> {
    let key = key.to_owned();
    database
        .transaction(|transaction| {
            let delete = Entity::delete_by_id(key.clone());
            Box::pin(async move {
                delete.exec(transaction).await?;
                Ok(())
            })
        })
        .await
}

/// A picture's width or height as stored; none is longer than a few thousand pixels.
pub(super) fn side(pixels: u32) -> i32 {
    i32::try_from(pixels).unwrap_or(i32::MAX)
}

impl From<Model> for StoredPhoto {
    fn from(row: Model) -> Self {
        let Widths(widths) = row.widths;
        Self {
            key: row.key,
            widths,
            width: u32::try_from(row.width).unwrap_or_default(),
            height: u32::try_from(row.height).unwrap_or_default(),
        }
    }
}

/// A new row.
pub(super) fn new_row(
    key: String,
    state: State,
    (purpose, holder, target): (&str, Option<&str>, Option<Uuid>),
    (now, until): (DateTime<Utc>, DateTime<Utc>),
) -> Model {
    Model {
        key,
        state,
        purpose: purpose.to_owned(),
        holder: holder.map(str::to_owned),
        target,
        widths: Widths::default(),
        width: 0,
        height: 0,
        original_width: None,
        created_at: now,
        expires_at: until,
        network: None,
        bytes: None,
    }
}

fn too_late() -> Error {
    Error::Conflict("The upload took too long. Please choose the photo again.".into())
}
