//! A listing that waits for its confirmation: new links for old ones, and what a device that waits asks (D91).

use axum::{
    extract::{Path, State},
    http::StatusCode,
    response::IntoResponse,
};

use super::{PURPOSE, store::confirm};
use crate::{
    features::Services,
    platform::{
        codes::{self, NewLinkSent, OldLink, ProofState, already_confirmed, no_new_link},
        error::{Error, ErrorBody, Result},
        limits::table::LISTING_CODES_OF_A_NETWORK,
        web::{Client, Fresh, JsonBody, path_id},
    },
};

/// Send a new link and code for a listing to the address of an old link.
#[utoipa::path(post, path = "/api/listings/new-link", tag = "listings", request_body = OldLink,
    responses((status = 202, body = NewLinkSent), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 409, description = "Already confirmed", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn send_new_listing_link(
    State(services): State<Services>,
    client: Client,
    JsonBody(old): JsonBody<OldLink>,
) -> Result<impl IntoResponse> {
    let (database, keys, now) = (&services.database, &services.keys, services.clock.now());
    let counted = (&LISTING_CODES_OF_A_NETWORK, &client);
    codes::count_again(database, keys, counted, now).await?;
    let connection = database.reads();
    let (_, address) = codes::of_old_link(connection, keys, (PURPOSE, &old)).await?;
    let found = confirm::listing_of_link(connection, &services, &old.token).await?;
    let (row, _) = found.ok_or_else(no_new_link)?;
    if row.confirmed_at.is_some() {
        return Err(already_confirmed());
    }
    confirm::send_again(&services, &row, address).await?;
    Ok((StatusCode::ACCEPTED, Fresh(NewLinkSent::default())))
}

/// Show whether a listing is confirmed, to the browser that listed it.
#[utoipa::path(get, path = "/api/listings/{id}/proof", tag = "listings",
    params(("id" = String, Path, description = "The listing's `proofId`, which only its form was answered")),
    responses((status = 200, body = ProofState), (status = 404, body = ErrorBody)))]
pub async fn show_listing_proof(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<Fresh<ProofState>> {
    let missing = || Error::NotFound("There is no such listing.".into());
    let row = confirm::find_listing(services.database.reads(), path_id(&id, missing)?).await?;
    let row = row.ok_or_else(missing)?;
    Ok(Fresh(ProofState {
        confirmed: row.confirmed_at.is_some(),
    }))
}
