//! The SQL of uploaded lists.

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, DatabaseTransaction, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder,
    QuerySelect, sea_query::Expr,
};
use uuid::Uuid;

use super::entity::{Column, Entity, Model};
use crate::platform::{
    database::Database,
    error::{Error, Result},
    runs,
};

/// How many files are listed.
const MAX_LISTED: u64 = 100;

/// Files, newest first.
pub(super) async fn list(database: &Database) -> Result<Vec<Model>> {
    Ok(Entity::find()
        .order_by_desc(Column::UploadedAt)
        .limit(MAX_LISTED)
        .all(database.reads())
        .await?)
}

pub(super) async fn find(database: &Database, id: Uuid) -> Result<Model> {
    let row = Entity::find_by_id(id).one(database.reads()).await?;
    row.ok_or_else(|| {
        Error::NotFound("This file isn't here anymore. Files are kept for 30 days.".into())
    })
}

pub(super) async fn insert(database: &Database, row: Model) -> Result<()> {
    database
        .transaction(move |transaction| {
            let row = row.clone().into_active_model();
            Box::pin(async move {
                Entity::insert(row)
                    .exec_without_returning(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
}

/// Stores which run is the latest.
pub(super) async fn begin(transaction: &DatabaseTransaction, id: Uuid, run: Uuid) -> Result<()> {
    Entity::update_many()
        .col_expr(Column::JobId, Expr::value(Some(run)))
        .filter(Column::Id.eq(id))
        .exec(transaction)
        .await?;
    Ok(())
}

pub(super) async fn delete(database: &Database, id: Uuid) -> Result<()> {
    database
        .transaction(move |transaction| {
            Box::pin(async move {
                Entity::delete_by_id(id).exec(transaction).await?;
                Ok(())
            })
        })
        .await
}

/// The files from before `limit`.
pub(super) async fn older(database: &Database, limit: DateTime<Utc>) -> Result<Vec<Uuid>> {
    Ok(Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::UploadedAt.lt(limit))
        .into_tuple()
        .all(database.reads())
        .await?)
}

/// Removes what is stored of a run.
pub(super) async fn forget_run(database: &Database, id: Uuid) -> Result<()> {
    database
        .transaction(move |transaction| {
            Box::pin(async move {
                runs::Entity::delete_by_id(id).exec(transaction).await?;
                Ok(())
            })
        })
        .await
}
