//! The table of keys.

use std::fmt;

use sea_orm::entity::prelude::*;

/// A row of `keys`.
#[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "keys")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub purpose: Purpose,
    /// In hexadecimal; never logged or sent.
    pub secret: String,
    pub created_at: ChronoDateTimeUtc,
}

impl fmt::Debug for Model {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Model({}, {:?}, hidden)", self.id, self.purpose)
    }
}

/// What a key is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))")]
pub enum Purpose {
    /// Signs values that come back to us. The newest key signs; the two newest are accepted.
    #[sea_orm(string_value = "sign")]
    Sign,
    /// Hashes values that must be recognized but never read. It never changes.
    #[sea_orm(string_value = "hash")]
    Hash,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
