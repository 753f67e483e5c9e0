//! The records of outside sources that a shop stands for, so that the same record is found again.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// A row of `shop_sources`; source and record together are unique.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
#[sea_orm(table_name = "shop_sources")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub shop_id: Uuid,
    /// `osm`, `csv`, …
    pub source: String,
    /// The record's name at its source, such as `node/7256023240`.
    pub source_id: String,
    /// When the source last looked at it.
    pub refreshed_at: Option<ChronoDateTimeUtc>,
    /// When we took it.
    pub fetched_at: ChronoDateTimeUtc,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
