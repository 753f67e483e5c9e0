//! Where the change feed begins: how far it has been pruned, and which feed it is.

use sea_orm::entity::prelude::*;

/// The only row of `change_horizon`, with `id` 1; missing until something was pruned or the feed restarted.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "change_horizon")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i32,
    pub txid: i64,
    pub seq: i64,
    /// Identifies this feed; `None` for an installation's first one.
    pub begun_at: Option<ChronoDateTimeUtc>,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
