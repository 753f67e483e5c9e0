//! The source records behind a shop, so that each record is recognized next time.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// A row of `shop_sources`; unique by source and record.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
#[sea_orm(table_name = "shop_sources")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub shop_id: Uuid,
    /// `osm`, `csv`, …
    pub source: String,
    /// The record's ID at its source, such as `node/7256023240`.
    pub source_id: String,
    /// When the source last checked it.
    pub refreshed_at: Option<ChronoDateTimeUtc>,
    /// When we imported it.
    pub fetched_at: ChronoDateTimeUtc,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
