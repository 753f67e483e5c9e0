//! A visitor's suggestion about a shop: corrected facts, or that it has closed or is a chain.

use std::collections::BTreeMap;

use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How many different visitors must report that a shop has closed before its page says so.
pub const CLOSED_REPORTS: i64 = 3;

/// A row of `suggestions`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel, Serialize, Deserialize)]
#[sea_orm(table_name = "suggestions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub shop_id: Uuid,
    pub kind: Kind,
    pub status: Status,
    pub proposal: Proposal,
    /// In the sender's words.
    pub note: Option<String>,
    /// The fields that were applied.
    pub accepted: Option<Fields>,
    /// What the sender was answered.
    pub answer: Option<String>,
    /// The act that decided it, for undo.
    pub entry_id: Option<Uuid>,
    pub created_at: ChronoDateTimeUtc,
    pub decided_at: Option<ChronoDateTimeUtc>,
}

/// What is said.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))")]
#[serde(rename_all = "lowercase")]
#[schema(as = SuggestionKind)]
pub enum Kind {
    /// Corrected facts.
    #[sea_orm(string_value = "edit")]
    Edit,
    /// The hours are wrong.
    #[sea_orm(string_value = "hours")]
    Hours,
    /// It's permanently closed.
    #[sea_orm(string_value = "closed")]
    Closed,
    /// It's part of a chain.
    #[sea_orm(string_value = "chain")]
    Chain,
}

/// What was decided.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))")]
#[serde(rename_all = "lowercase")]
#[schema(as = SuggestionStatus)]
pub enum Status {
    #[sea_orm(string_value = "open")]
    Open,
    /// All of it was applied.
    #[sea_orm(string_value = "accepted")]
    Accepted,
    /// Some fields were applied.
    #[sea_orm(string_value = "partly")]
    Partly,
    #[sea_orm(string_value = "rejected")]
    Rejected,
}

/// A fact of a shop that can be proposed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SuggestionField)]
pub enum Field {
    Name,
    Address,
    Phone,
    Website,
    Hours,
    Description,
    Categories,
    HasWifi,
    HasParking,
    PetFriendly,
    GoodForWork,
    HasOutdoorSeating,
    ServesBreakfast,
}

/// New values by field, as the suggestions room reads them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Proposal(pub BTreeMap<Field, Json>);

/// Field names, stored as JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Fields(pub Vec<Field>);

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
