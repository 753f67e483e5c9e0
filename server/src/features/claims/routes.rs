//! Claiming a shop, and confirming the claimant's address.

use axum::{
    extract::{Path, State},
    http::StatusCode,
    response::IntoResponse,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    CLAIM,
    form::ClaimForm,
    proof::ClaimProof,
    store::{self, Confirmed, no_claim},
};
use crate::{
    catalog::{entities::claim, not_found::shop_not_found, people},
    features::Services,
    platform::{
        codes::{self, ProofMethod, Refused},
        error::{Error, ErrorBody, Result},
        limits::table::CLAIM_CODES_OF_A_NETWORK,
        mail::{EmailAddress, EmailText},
        sessions::{self, SignedIn, person},
        web::{Access, Client, Fresh, JsonBody, Route, path_id},
    },
};

const SUBMITTED: &str = "Claim Submitted Successfully! We'll review your claim and contact you within 2-3 business days.";

/// A claim that waits.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimOpened {
    pub id: Uuid,
    pub status: claim::Status,
    pub message: String,
    /// Where the code went: the address in the form, whether or not it is known; `null` if no further email may go there now.
    #[schema(required)]
    pub code_sent_to: Option<String>,
    /// When a code can be sent, if none could now.
    #[schema(required)]
    pub next_code_at: Option<DateTime<Utc>>,
    pub shop: ClaimedShop,
}

/// The shop of a claim.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClaimedShop {
    pub slug: String,
    pub name: String,
}

/// The code of the mail; absent when the browser is signed in with the claim's address.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ClaimCode {
    /// Six digits; spaces and dashes are ignored.
    #[schema(max_length = 32)]
    pub code: Option<String>,
}

/// The token of the mail's link.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClaimLink {
    #[schema(max_length = 64)]
    pub token: String,
}

/// The address that a code is to go to again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ClaimAddress {
    #[schema(value_type = EmailText)]
    pub owner_email: String,
}

/// A claim whose address is confirmed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClaimConfirmed {
    pub id: Uuid,
    pub slug: String,
    pub shop_name: String,
    pub status: claim::Status,
    /// What happens next, and what would prove the claim.
    pub message: String,
    /// `null` once it is decided.
    #[schema(required)]
    pub proof: Option<ClaimProof>,
}

/// What everybody is told, whatever the address.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClaimCodeSent {
    pub message: String,
}

pub(super) fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/coffee-shops/{slugOrId}/claim")
            .post(Access::Anyone, claim_shop)
            .with_largest_body(16 * 1024),
        Route::at("/api/claims/confirm-link")
            .post(Access::Anyone, confirm_claim_by_link)
            .with_largest_body(4 * 1024),
        Route::at("/api/claims/{id}/confirm")
            .post(Access::Anyone, confirm_claim)
            .with_largest_body(4 * 1024),
        Route::at("/api/claims/{id}/resend")
            .post(Access::Anyone, send_claim_code)
            .with_largest_body(4 * 1024),
    ]
}

/// Claim a shop that has no owner. A code goes to the address; the administrator decides within 2-3 business days.
#[utoipa::path(post, path = "/api/coffee-shops/{slugOrId}/claim", tag = "claims",
    params(("slugOrId" = String, Path)), request_body = ClaimForm,
    responses((status = 201, body = ClaimOpened),
        (status = 400, body = ErrorBody), (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, description = "`details.kind` is `already_claimed` or `shop_closed`", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn claim_shop(
    State(services): State<Services>,
    Path(slug_or_id): Path<String>,
    client: Client,
    JsonBody(form): JsonBody<ClaimForm>,
) -> Result<impl IntoResponse> {
    let shop = people::find_shop_row(services.database.reads(), &slug_or_id)
        .await?
        .filter(|shop| shop.is_active)
        .ok_or_else(shop_not_found)?;
    if shop.owner_id.is_some() {
        return Err(store::already_claimed());
    }
    let claim = form.read()?;
    let address = claim.email.as_text();
    let opened = store::open(&services, shop.id, claim, client.network()).await?;
    let answer = ClaimOpened {
        id: opened.claim.id,
        status: opened.claim.status,
        message: SUBMITTED.to_owned(),
        code_sent_to: opened.next_code_at.is_none().then_some(address),
        next_code_at: opened.next_code_at,
        shop: ClaimedShop {
            slug: opened.shop.slug,
            name: opened.shop.name,
        },
    };
    Ok((StatusCode::CREATED, Fresh(answer)))
}

/// Confirm the address of a claim with the code of its mail. Signs in; ownership comes by the administrator's approval alone.
#[utoipa::path(post, path = "/api/claims/{id}/confirm", tag = "claims", params(("id" = String, Path)),
    request_body = ClaimCode,
    responses((status = 200, body = ClaimConfirmed), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn confirm_claim(
    State(services): State<Services>,
    Path(id): Path<String>,
    signed_in: SignedIn,
    client: Client,
    JsonBody(answer): JsonBody<ClaimCode>,
) -> Result<impl IntoResponse> {
    let found = claim_named(&services, &id).await?;
    let method = ProofMethod::by_code(&found.1, (answer.code, &signed_in), client)?;
    let confirmed = store::confirm(&services, found, method, signed_in).await?;
    Ok(answered(&services, confirmed))
}

/// Confirm the address of a claim with the token of its mail's link.
#[utoipa::path(post, path = "/api/claims/confirm-link", tag = "claims", request_body = ClaimLink,
    responses((status = 200, body = ClaimConfirmed), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn confirm_claim_by_link(
    State(services): State<Services>,
    signed_in: SignedIn,
    client: Client,
    JsonBody(link): JsonBody<ClaimLink>,
) -> Result<impl IntoResponse> {
    codes::count_link(&services.limits, &client)?;
    let connection = services.database.reads();
    let about = codes::peek_link(connection, &services.keys, CLAIM, &link.token).await?;
    let found = match about.and_then(|(subject, _)| subject) {
        Some(id) => store::find_claim(connection, id).await?,
        None => None,
    };
    let found = found.ok_or(Refused::Wrong)?;
    let method = ProofMethod::by_link(link.token, client);
    let confirmed = store::confirm(&services, found, method, signed_in).await?;
    Ok(answered(&services, confirmed))
}

/// Send the code of a claim again. The answer is the same for every address.
#[utoipa::path(post, path = "/api/claims/{id}/resend", tag = "claims", params(("id" = String, Path)),
    request_body = ClaimAddress,
    responses((status = 202, body = ClaimCodeSent), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn send_claim_code(
    State(services): State<Services>,
    Path(id): Path<String>,
    client: Client,
    JsonBody(asked): JsonBody<ClaimAddress>,
) -> Result<impl IntoResponse> {
    let address = EmailAddress::parse(&asked.owner_email, "ownerEmail")
        .map_err(|_| Error::invalid_field("ownerEmail", "Valid email is required"))?;
    let (database, keys, now) = (&services.database, &services.keys, services.clock.now());
    let counted = (&CLAIM_CODES_OF_A_NETWORK, &client);
    codes::count_again(database, keys, counted, now).await?;
    let (claim, person) = claim_named(&services, &id).await?;
    if sessions::address_hash(keys, &address) == person.address_hash {
        store::send_again(&services, claim.id, address).await?;
    } else {
        codes::count_stranger(database, keys, (CLAIM, address), now).await?;
    }
    let message =
        "If that's the email address on this claim, a new code is on its way. Please check your email."
            .to_owned();
    Ok((StatusCode::ACCEPTED, Fresh(ClaimCodeSent { message })))
}

async fn claim_named(services: &Services, id: &str) -> Result<(claim::Model, person::Model)> {
    store::find_claim(services.database.reads(), path_id(id, no_claim)?)
        .await?
        .ok_or_else(no_claim)
}

fn answered(services: &Services, confirmed: Confirmed) -> impl IntoResponse + use<> {
    let Confirmed {
        claim,
        shop,
        person,
        token,
    } = confirmed;
    let proof = ClaimProof::of(services, &claim, &person, &shop);
    let message = match (&claim.status, &proof) {
        (claim::Status::Approved, _) => {
            format!("{} is yours. You can edit its page now.", shop.name)
        }
        (_, Some(proof)) if proof.code.is_some() => format!(
            "{SUBMITTED} {} You'll find the line under “Your coffee shops”.",
            proof.message
        ),
        (_, Some(proof)) => format!("{SUBMITTED} {}", proof.message),
        _ => SUBMITTED.to_owned(),
    };
    let answer = ClaimConfirmed {
        id: claim.id,
        slug: shop.slug,
        shop_name: shop.name,
        status: claim.status,
        message,
        proof,
    };
    (
        codes::session_cookie(token.as_deref(), services.is_secure()),
        Fresh(answer),
    )
}
