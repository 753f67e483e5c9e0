//! A person's claims, and those that wait for their word (D91).

use axum::{
    extract::{Path, State},
    http::StatusCode,
};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::store::{mine, no_claim};
use crate::{
    catalog::{
        View,
        entities::{claim, shop},
    },
    features::Services,
    platform::{
        error::{ErrorBody, Result},
        sessions::SignedIn,
        web::{Access, Fresh, Route, path_id},
    },
};

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClaimState {
    /// Nobody has proven the address for this claim.
    ToBeConfirmed,
    /// Waiting for the administrator.
    Sent,
    Approved,
    Rejected,
}

/// A claim that was made with the signed-in person's address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct YourClaim {
    pub id: Uuid,
    pub slug: String,
    pub shop_name: String,
    pub city_name: String,
    pub state: String,
    pub status: ClaimState,
    /// Why it was rejected.
    #[schema(required)]
    pub reason: Option<String>,
    pub claimed_at: DateTime<Utc>,
    #[schema(required)]
    pub reviewed_at: Option<DateTime<Utc>>,
}

pub(super) fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/your-claims").get(Access::SignedIn, list_your_claims),
        Route::at("/api/claims/{id}/not-mine").post(Access::SignedIn, disown_claim),
    ]
}

/// List the claims that were made with the signed-in person's address, newest first.
#[utoipa::path(get, path = "/api/your-claims", tag = "your shop",
    responses((status = 200, body = Vec<YourClaim>), (status = 401, body = ErrorBody)))]
pub async fn list_your_claims(
    State(services): State<Services>,
    signed_in: SignedIn,
) -> Result<Fresh<Vec<YourClaim>>> {
    let person = signed_in.required_person()?;
    let rows = mine::of_person(services.database.reads(), person).await?;
    let view = services.catalog.view();
    let answers = rows
        .into_iter()
        .filter_map(|(row, shop)| answer(row, shop, &view));
    Ok(Fresh(answers.collect()))
}

/// Say that somebody else made a claim with this address. It goes, and the administrator is told.
#[utoipa::path(post, path = "/api/claims/{id}/not-mine", tag = "your shop", params(("id" = String, Path)),
    responses((status = 204), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Already confirmed or decided", body = ErrorBody)))]
pub async fn disown_claim(
    State(services): State<Services>,
    Path(id): Path<String>,
    signed_in: SignedIn,
) -> Result<StatusCode> {
    let person = signed_in.required_person()?;
    mine::disown(&services, path_id(&id, no_claim)?, person).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn answer(row: claim::Model, shop: shop::Model, view: &View) -> Option<YourClaim> {
    let city = view.city(shop.city_id)?;
    let status = match row.status {
        claim::Status::Approved => ClaimState::Approved,
        claim::Status::Rejected => ClaimState::Rejected,
        claim::Status::Pending if row.email_confirmed_at.is_some() => ClaimState::Sent,
        claim::Status::Pending => ClaimState::ToBeConfirmed,
    };
    Some(YourClaim {
        id: row.id,
        slug: shop.slug,
        shop_name: shop.name,
        city_name: city.city.name.to_string(),
        state: city.city.state.to_string(),
        status,
        reason: row.rejection_reason,
        claimed_at: row.created_at,
        reviewed_at: row.reviewed_at,
    })
}
