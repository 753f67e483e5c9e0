//! A paid or granted time of featured placement. Whether a shop is boosted follows from these rows, never from a flag (D9).

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// A row of `boosts`. Ending one early is setting its end.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
#[sea_orm(table_name = "boosts")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub shop_id: Uuid,
    pub source: Source,
    pub starts_at: ChronoDateTimeUtc,
    pub ends_at: ChronoDateTimeUtc,
    /// Why it was granted, for complimentary ones.
    pub reason: Option<String>,
    pub created_at: ChronoDateTimeUtc,
}

/// What a boost comes from.
#[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))")]
pub enum Source {
    #[sea_orm(string_value = "subscription")]
    Subscription,
    #[sea_orm(string_value = "one_time")]
    OneTime,
    #[sea_orm(string_value = "complimentary")]
    Complimentary,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
