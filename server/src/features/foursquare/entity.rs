//! A table that only this room owns: which cities were enhanced.

use sea_orm::entity::prelude::*;

/// A row of `foursquare_cities`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "foursquare_cities")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub city_id: Uuid,
    /// Its last run.
    pub run_id: Uuid,
    /// Until then no other run may take the city.
    pub reserved_until: ChronoDateTimeUtc,
    /// When a run last completed it.
    pub enhanced_at: Option<ChronoDateTimeUtc>,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
