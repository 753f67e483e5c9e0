//! A visitor's answer to the question whether a fact is still right (D97). The two hashes are removed once it is decided.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A row of `fact_answers`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "fact_answers")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub shop_id: Uuid,
    pub fact: Fact,
    pub says_yes: bool,
    /// A hash of the fact that the page showed: answers about another one don't count.
    pub about: Uuid,
    /// The question that it belongs to, which keys the two hashes below.
    pub round: Uuid,
    pub network: Option<Uuid>,
    /// The visitor's cookie, if there was one.
    pub visitor: Option<Uuid>,
    pub created_at: ChronoDateTimeUtc,
    /// Since when it contradicts the fact or another answer, which the administrator decides.
    pub contested_at: Option<ChronoDateTimeUtc>,
}

/// What visitors are asked about.
#[derive(
    Copy,
    Clone,
    Debug,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))")]
#[serde(rename_all = "lowercase")]
#[schema(as = AskedFact)]
pub enum Fact {
    /// The shop is still there.
    #[sea_orm(string_value = "place")]
    Place,
    /// Its hours are right.
    #[sea_orm(string_value = "hours")]
    Hours,
    /// It has Wi-Fi.
    #[sea_orm(string_value = "wifi")]
    Wifi,
}

impl Fact {
    /// What its shop's page asks.
    #[must_use]
    pub const fn question(self) -> &'static str {
        match self {
            Self::Place => "Is it still here?",
            Self::Hours => "Are these hours right?",
            Self::Wifi => "Does it have Wi-Fi?",
        }
    }
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
