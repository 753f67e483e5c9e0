//! What a visitor says about a shop: facts that should be others, or that it has closed, or is a chain's.

use std::collections::BTreeMap;

use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Open reports of distinct visitors that a shop has closed, from which on its page says so.
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
    /// The fields that were taken over.
    pub accepted: Option<Fields>,
    /// What the sender was answered.
    pub answer: Option<String>,
    /// The act that decided, which can be undone.
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
    /// Facts should be others.
    #[sea_orm(string_value = "edit")]
    Edit,
    /// The hours are wrong.
    #[sea_orm(string_value = "hours")]
    Hours,
    /// It's permanently closed.
    #[sea_orm(string_value = "closed")]
    Closed,
    /// It's a chain's.
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
    /// All of it was done.
    #[sea_orm(string_value = "accepted")]
    Accepted,
    /// Some fields were taken over.
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

/// New values by field, as the room of suggestions reads them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Proposal(pub BTreeMap<Field, Json>);

/// Names of fields, kept as JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Fields(pub Vec<Field>);

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
