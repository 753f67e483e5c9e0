//! Where the change feed begins: up to where old rows were removed, and which feed it is.

use sea_orm::entity::prelude::*;

/// The one row of `change_horizon`, with `id` 1; absent until something was removed or the feed has begun anew.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "change_horizon")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i32,
    pub txid: i64,
    pub seq: i64,
    /// Tells this feed from others; none for the one that an installation began with.
    pub begun_at: Option<ChronoDateTimeUtc>,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
