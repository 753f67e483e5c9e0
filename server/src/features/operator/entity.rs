//! The table of running nodes, which only this room owns.

use sea_orm::entity::prelude::*;

/// A row of `nodes`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "nodes")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// Its name, listen address and process ID.
    pub name: String,
    pub version: String,
    pub started_at: ChronoDateTimeUtc,
    pub seen_at: ChronoDateTimeUtc,
    /// The database's clock minus its own, in milliseconds.
    pub clock_offset: i64,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
