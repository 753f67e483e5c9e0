//! All SQL of photo files. Each step is a conditional update: of two requests one takes it, and knows it.

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

/// Writes a new row.
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

/// Takes an upload address into use, once; `false` when it was used or its time is over.
pub(super) async fn begin_upload(
    database: &Database,
    key: &str,
    now: DateTime<Utc>,
) -> Result<bool> {
    let key = key.to_owned();
    database
        .transaction(|transaction| {
            let update = Entity::update_many()
                .col_expr(Column::State, Expr::value(State::Storing.to_value()))
                .filter(Column::Key.eq(&key))
                .filter(Column::State.eq(State::Waiting))
                .filter(Column::ExpiresAt.gt(now));
            Box::pin(async move { Ok(update.exec(transaction).await?.rows_affected == 1) })
        })
        .await
}

/// Notes which files there will be, before the first is written; `until` is when they are removed if nobody uses them.
pub(super) async fn describe(
    database: &Database,
    photo: &StoredPhoto,
    until: DateTime<Utc>,
) -> Result<()> {
    database
        .transaction(|transaction| {
            let update = Entity::update_many()
                .col_expr(Column::Widths, Expr::value(serde_json::json!(photo.widths)))
                .col_expr(Column::Width, Expr::value(side(photo.width)))
                .col_expr(Column::Height, Expr::value(side(photo.height)))
                .col_expr(Column::ExpiresAt, Expr::value(until))
                .filter(Column::Key.eq(&photo.key))
                .filter(Column::State.eq(State::Storing));
            Box::pin(async move {
                let changed = update.exec(transaction).await?.rows_affected;
                // The sweep took it: the upload lasted longer than its address.
                if changed == 0 {
                    return Err(too_late());
                }
                Ok(())
            })
        })
        .await
}

/// Notes that all files are there.
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

/// The rows of these keys whose files are there.
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

/// Takes stored files into use, in the caller's transaction; `false` when they are not there, or in use already.
pub(super) async fn use_file(connection: &impl ConnectionTrait, key: &str) -> Result<bool> {
    let update = Entity::update_many()
        .col_expr(Column::State, Expr::value(State::Used.to_value()))
        .filter(Column::Key.eq(key))
        .filter(Column::State.eq(State::Stored));
    Ok(update.exec(connection).await?.rows_affected == 1)
}

/// How many addresses `holder` was given since `moment`.
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

/// Some of the rows that nobody has taken into use in time.
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

/// Keeps forgotten files from being taken into use while they are removed; `false` when somebody was faster.
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

/// A side of a picture as it is kept; none is longer than some thousand pixels.
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
        created_at: now,
        expires_at: until,
    }
}

fn too_late() -> Error {
    Error::Conflict("The upload took too long. Please choose the photo again.".into())
}
