//! Up to where old rows of the change feed were removed.

use sea_orm::entity::prelude::*;

/// The one row of `change_horizon`, with `id` 1; absent until something was removed.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "change_horizon")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i32,
    pub txid: i64,
    pub seq: i64,
}

/// None that queries need.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
