//! Claims and transfers that wait for a confirmation: new links for old ones, and what a device that waits asks (D91).

use axum::{
    extract::{Path, State},
    http::StatusCode,
    response::IntoResponse,
};

use super::{
    CLAIM, HAND_OVER,
    store::{self, hand_over, no_claim, pending_transfers},
};
use crate::{
    catalog::entities::claim::Status,
    features::Services,
    platform::{
        codes::{self, NewLinkSent, OldLink, ProofState, already_confirmed, no_new_link},
        error::{ErrorBody, Result},
        limits::table::{CLAIM_CODES_OF_A_NETWORK, TRANSFER_CODES_OF_A_NETWORK},
        sessions,
        web::{Access, Client, Fresh, JsonBody, Route, path_id},
    },
};

pub(super) fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/claims/new-link")
            .post(Access::Anyone, send_new_claim_link)
            .with_largest_body(4 * 1024),
        Route::at("/api/claims/{id}/proof").get(Access::Anyone, show_claim_proof),
        Route::at("/api/hand-overs/new-link")
            .post(Access::Anyone, send_new_hand_over_link)
            .with_largest_body(4 * 1024),
    ]
}

/// Send a new link and code for a claim to the address of an old link.
#[utoipa::path(post, path = "/api/claims/new-link", tag = "claims", request_body = OldLink,
    responses((status = 202, body = NewLinkSent), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 409, description = "Already confirmed", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn send_new_claim_link(
    State(services): State<Services>,
    client: Client,
    JsonBody(old): JsonBody<OldLink>,
) -> Result<impl IntoResponse> {
    let (database, keys, now) = (&services.database, &services.keys, services.clock.now());
    let counted = (&CLAIM_CODES_OF_A_NETWORK, &client);
    codes::count_again(database, keys, counted, now).await?;
    let connection = database.reads();
    let (subject, address) = codes::of_old_link(connection, keys, (CLAIM, &old)).await?;
    let id = subject.ok_or_else(no_new_link)?;
    let found = store::find_claim(connection, id).await?;
    let (claim, _) = found.ok_or_else(no_new_link)?;
    if claim.email_confirmed_at.is_some() {
        return Err(already_confirmed());
    }
    if claim.status != Status::Pending {
        return Err(no_new_link());
    }
    store::send_again(&services, claim.id, address).await?;
    Ok((StatusCode::ACCEPTED, Fresh(NewLinkSent::default())))
}

/// Show whether the address of a claim is confirmed, to the browser that made it.
#[utoipa::path(get, path = "/api/claims/{id}/proof", tag = "claims",
    params(("id" = String, Path, description = "The claim's, which only its form was answered")),
    responses((status = 200, body = ProofState), (status = 404, body = ErrorBody)))]
pub async fn show_claim_proof(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<Fresh<ProofState>> {
    let found = store::find_claim(services.database.reads(), path_id(&id, no_claim)?).await?;
    let (claim, _) = found.ok_or_else(no_claim)?;
    Ok(Fresh(ProofState {
        confirmed: claim.email_confirmed_at.is_some(),
    }))
}

/// Send a new link and code for a transfer to the address of an old link.
#[utoipa::path(post, path = "/api/hand-overs/new-link", tag = "claims", request_body = OldLink,
    responses((status = 202, body = NewLinkSent), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, description = "The transfer has ended", body = ErrorBody),
        (status = 409, description = "Already confirmed", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn send_new_hand_over_link(
    State(services): State<Services>,
    client: Client,
    JsonBody(old): JsonBody<OldLink>,
) -> Result<impl IntoResponse> {
    let (database, keys, now) = (&services.database, &services.keys, services.clock.now());
    let counted = (&TRANSFER_CODES_OF_A_NETWORK, &client);
    codes::count_again(database, keys, counted, now).await?;
    let connection = database.reads();
    let (subject, address) = codes::of_old_link(connection, keys, (HAND_OVER, &old)).await?;
    let id = subject.ok_or_else(no_new_link)?;
    let row = pending_transfers::find_live(connection, id, now).await?;
    let person = sessions::person_by_address(connection, keys, &address).await?;
    let person = person.ok_or_else(no_new_link)?.id;
    let confirmed_at = if person == row.from_person_id {
        row.from_confirmed_at
    } else {
        row.to_confirmed_at
    };
    if confirmed_at.is_some() {
        return Err(already_confirmed());
    }
    hand_over::send_again(&services, id, address).await?;
    Ok((StatusCode::ACCEPTED, Fresh(NewLinkSent::default())))
}
