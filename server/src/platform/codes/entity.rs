//! The table of one-time codes.

use sea_orm::entity::prelude::*;

/// A row of `one_time_codes`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "one_time_codes")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// What it is for, such as `sign-in`, and nothing else.
    pub purpose: String,
    /// What it refers to, such as a claim.
    pub subject_id: Option<Uuid>,
    pub email: String,
    pub address_hash: String,
    pub code_hash: String,
    /// Of the link's token.
    #[sea_orm(unique)]
    pub token_hash: String,
    /// Wrong guesses while this code was valid.
    pub attempts: i32,
    pub created_at: ChronoDateTimeUtc,
    pub expires_at: ChronoDateTimeUtc,
    pub used_at: Option<ChronoDateTimeUtc>,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
