//! Names decided by the administrator, which override all chain tables and rules.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A row of `chain_names`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
#[sea_orm(table_name = "chain_names")]
pub struct Model {
    /// The simplified name used for comparison.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    /// As the administrator entered it.
    pub name: String,
    pub list: List,
    pub created_at: ChronoDateTimeUtc,
}

/// Which of the two lists a name is on.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(8))")]
#[serde(rename_all = "lowercase")]
#[schema(as = ChainList)]
pub enum List {
    /// Never a chain.
    #[sea_orm(string_value = "allow")]
    Allow,
    /// Always a chain.
    #[sea_orm(string_value = "deny")]
    Deny,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
