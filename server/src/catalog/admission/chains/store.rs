//! The SQL of the administrator's lists.

use sea_orm::{
    ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, QueryOrder, sea_query::OnConflict,
};

use crate::{
    catalog::entities::chain_name::{Column, Entity, Model},
    platform::{database::Database, error::Result},
};

pub(super) async fn all(database: &Database) -> Result<Vec<Model>> {
    let names = Entity::find()
        .order_by_asc(Column::List)
        .order_by_asc(Column::Key);
    Ok(names.all(database.reads()).await?)
}

pub(super) async fn put(database: &Database, row: Model) -> Result<()> {
    database
        .transaction(|transaction| {
            let row = row.clone();
            Box::pin(async move {
                let moved = OnConflict::column(Column::Key)
                    .update_columns([Column::Name, Column::List, Column::CreatedAt])
                    .to_owned();
                Entity::insert(row.into_active_model())
                    .on_conflict(moved)
                    .exec_without_returning(transaction)
                    .await?;
                Ok(())
            })
        })
        .await
}

pub(super) async fn forget(database: &Database, key: &str) -> Result<bool> {
    database
        .transaction(|transaction| {
            let key = key.to_owned();
            Box::pin(async move {
                let removed = Entity::delete_many()
                    .filter(Column::Key.eq(key))
                    .exec(transaction)
                    .await?;
                Ok(removed.rows_affected > 0)
            })
        })
        .await
}
