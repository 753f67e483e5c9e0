//! A paid or granted period of featured placement. These rows, not a flag, determine whether a shop is boosted (D9).

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// A row of `boosts`. Setting its end ends it early.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
#[sea_orm(table_name = "boosts")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub shop_id: Uuid,
    pub source: Source,
    pub starts_at: ChronoDateTimeUtc,
    pub ends_at: ChronoDateTimeUtc,
    /// Why a complimentary boost was granted.
    pub reason: Option<String>,
    pub created_at: ChronoDateTimeUtc,
}

/// Where a boost comes from.
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
