//! A request to the administrator. Listings and claims add them, the requests of listings decide them.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// A row of `admin_requests`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
#[sea_orm(table_name = "admin_requests")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub kind: Kind,
    pub status: Status,
    pub shop_id: Option<Uuid>,
    /// Title, on one line.
    pub subject: String,
    /// Why, in the words of who asks; for a listing the rule that could not decide.
    pub explanation: String,
    /// What would be done, such as the form of a listing.
    #[sea_orm(column_type = "JsonBinary", nullable)]
    pub details: Option<Json>,
    pub name: Option<String>,
    pub email: Option<String>,
    /// What the administrator answered.
    pub answer: Option<String>,
    pub created_at: ChronoDateTimeUtc,
    pub decided_at: Option<ChronoDateTimeUtc>,
}

/// What is asked for.
#[derive(
    Copy,
    Clone,
    Debug,
    PartialEq,
    Eq,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(24))")]
#[serde(rename_all = "snake_case")]
#[schema(as = RequestKind)]
pub enum Kind {
    /// A new listing that the rules couldn't decide about.
    #[sea_orm(string_value = "listing")]
    Listing,
    /// A listing was refused as a chain.
    #[sea_orm(string_value = "chain_objection")]
    ChainObjection,
    /// A listing was refused as a duplicate.
    #[sea_orm(string_value = "duplicate_objection")]
    DuplicateObjection,
    /// Something should be taken down.
    #[sea_orm(string_value = "takedown")]
    Takedown,
    /// Somebody listed a shop with an address whose person says that it wasn't them (D91).
    #[sea_orm(string_value = "listing_not_mine")]
    ListingNotMine,
    /// The same of a claim, which is gone.
    #[sea_orm(string_value = "claim_not_mine")]
    ClaimNotMine,
}

/// What was decided.
#[derive(
    Copy,
    Clone,
    Debug,
    PartialEq,
    Eq,
    EnumIter,
    DeriveActiveEnum,
    Serialize,
    Deserialize,
    utoipa::ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))")]
#[serde(rename_all = "lowercase")]
#[schema(as = RequestStatus)]
pub enum Status {
    /// Not decided yet.
    #[sea_orm(string_value = "open")]
    Open,
    /// It was carried out.
    #[sea_orm(string_value = "approved")]
    Approved,
    /// With a reason.
    #[sea_orm(string_value = "rejected")]
    Rejected,
}

/// No relations: queries find requests by key.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
