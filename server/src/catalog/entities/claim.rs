//! Someone's claim to own a shop (D43).

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// A row of `claims`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
#[sea_orm(table_name = "claims")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub shop_id: Uuid,
    /// The person with the entered address, proven once `email_confirmed_at` is set.
    pub person_id: Uuid,
    pub owner_name: String,
    pub owner_phone: Option<String>,
    pub business_role: String,
    /// `email`.
    pub verification_method: String,
    pub additional_info: Option<String>,
    /// Becomes the shop's own description; `None` for a claim opened by a listing.
    pub owner_description: Option<String>,
    /// The shop was closed, and the claimant says that it is open again.
    pub is_open_again: bool,
    /// Opened by a confirmed listing (D42).
    pub from_listing: bool,
    pub status: Status,
    /// [`held_key`], set by each write: one claim at a time.
    #[sea_orm(unique)]
    pub open_key: Option<String>,
    pub email_confirmed_at: Option<ChronoDateTimeUtc>,
    /// The website's host at which the claim's code was found (D100).
    #[serde(default)]
    pub proven_website: Option<String>,
    /// The host that was looked at last.
    #[serde(default)]
    pub checked_website: Option<String>,
    #[serde(default)]
    pub website_checked_at: Option<ChronoDateTimeUtc>,
    /// Why the code wasn't found there.
    #[serde(default)]
    pub website_problem: Option<String>,
    pub rejection_reason: Option<String>,
    pub created_at: ChronoDateTimeUtc,
    pub reviewed_at: Option<ChronoDateTimeUtc>,
}

/// What became of a claim.
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
#[schema(as = ClaimStatus)]
pub enum Status {
    /// Waiting for the administrator.
    #[sea_orm(string_value = "pending")]
    Pending,
    /// The claimant became the owner.
    #[sea_orm(string_value = "approved")]
    Approved,
    /// With a reason.
    #[sea_orm(string_value = "rejected")]
    Rejected,
}

/// No relations: queries find claims by key.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// Shop and person, while the claim is pending and its address confirmed. Anyone may enter anybody's address, so other claims
/// stand in nobody's way.
#[must_use]
pub fn held_key(row: &Model) -> Option<String> {
    let waits = row.status == Status::Pending && row.email_confirmed_at.is_some();
    waits.then(|| format!("{}{}", row.shop_id.simple(), row.person_id.simple()))
}
