//! A person's claims, and those that wait for their word (D91).

use axum::{
    extract::{Path, State},
    http::StatusCode,
};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    proof::ClaimProof,
    store::{find_claim, mine, no_claim, proving},
};
use crate::{
    catalog::{
        View,
        entities::{claim, shop},
    },
    features::Services,
    platform::{
        error::{ErrorBody, Result},
        sessions::{self, SignedIn},
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
    /// What proves it, or what is missing, while it waits for the administrator.
    #[schema(required)]
    pub proof: Option<ClaimProof>,
}

pub(super) fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/your-claims").get(Access::SignedIn, list_your_claims),
        Route::at("/api/claims/{id}/not-mine").post(Access::SignedIn, disown_claim),
        Route::at("/api/claims/{id}/check-website").post(Access::SignedIn, check_claim_website),
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
    let connection = services.database.reads();
    let rows = mine::of_person(connection, person).await?;
    let person = sessions::find_person(connection, person).await?;
    let view = services.catalog.view();
    let answers = rows.into_iter().filter_map(|(row, shop)| {
        let person = person.as_ref()?;
        let proof = ClaimProof::of(&services, &row, person, &shop);
        answer(row, shop, &view, proof)
    });
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

/// Look for the claim's line on the website of its shop. A claim that it proves is approved, where the operator allows that.
#[utoipa::path(post, path = "/api/claims/{id}/check-website", tag = "your shop", params(("id" = String, Path)),
    responses((status = 200, body = YourClaim), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "It is decided, or no website could prove it", body = ErrorBody),
        (status = 429, body = ErrorBody)))]
pub async fn check_claim_website(
    State(services): State<Services>,
    Path(id): Path<String>,
    signed_in: SignedIn,
) -> Result<Fresh<YourClaim>> {
    let person = signed_in.required_person()?;
    let id = path_id(&id, no_claim)?;
    let (row, shop) = proving::check(&services, id, person).await?;
    let found = find_claim(services.database.reads(), id).await?;
    let (_, person) = found.ok_or_else(no_claim)?;
    let proof = ClaimProof::of(&services, &row, &person, &shop);
    let view = services.catalog.view();
    answer(row, shop, &view, proof)
        .map(Fresh)
        .ok_or_else(no_claim)
}

fn answer(
    row: claim::Model,
    shop: shop::Model,
    view: &View,
    proof: Option<ClaimProof>,
) -> Option<YourClaim> {
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
        proof,
    })
}
