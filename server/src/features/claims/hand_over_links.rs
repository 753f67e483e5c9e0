//! What the links in a transfer's emails show, and the fresh codes that their buttons send.

use axum::{extract::State, http::StatusCode, response::IntoResponse};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::store::{
    hand_over as rows,
    hand_over_links::seen,
    pending_transfers::{gone, lapses_at},
};
use crate::{
    features::Services,
    platform::{
        codes,
        error::{ErrorBody, Result},
        limits::table::TRANSFER_CODES_OF_A_NETWORK,
        mail::EmailAddress,
        sessions::SignedIn,
        web::{Access, Client, Fresh, JsonBody, Route},
    },
};

/// The token of the link in a transfer's first email.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TransferLink {
    #[schema(max_length = 128)]
    pub token: String,
}

/// A transfer that waits, as one of its two people sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeenTransfer {
    pub id: Uuid,
    pub slug: String,
    pub shop_name: String,
    pub city_name: String,
    pub state: String,
    /// The address that the link was mailed to.
    pub email: String,
    /// The other person's.
    pub other_email: String,
    /// The link is the present owner's.
    pub is_owner: bool,
    pub owner_confirmed: bool,
    pub new_owner_confirmed: bool,
    pub ends: DateTime<Utc>,
    /// The browser is signed in with that address, so no code is needed.
    pub is_signed_in: bool,
}

/// A code is on its way.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransferCodeSent {
    /// When a code can be sent, if none could now.
    #[schema(required)]
    pub next_code_at: Option<DateTime<Utc>>,
}

pub(super) fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/hand-overs/show")
            .post(Access::SignedCall, show_transfer)
            .with_largest_body(4 * 1024),
        Route::at("/api/hand-overs/send-code")
            .post(Access::SignedCall, send_transfer_code)
            .with_largest_body(4 * 1024),
    ]
}

/// Show the transfer behind the link in an email.
#[utoipa::path(post, path = "/api/hand-overs/show", tag = "claims", request_body = TransferLink,
    responses((status = 200, body = SeenTransfer), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, description = "The transfer has ended", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn show_transfer(
    State(services): State<Services>,
    signed_in: SignedIn,
    client: Client,
    JsonBody(link): JsonBody<TransferLink>,
) -> Result<Fresh<SeenTransfer>> {
    codes::count_link(&services.limits, &client)?;
    let (connection, now) = (services.database.reads(), services.clock.now());
    let found = seen(connection, &services.keys, &link.token, now).await?;
    let view = services.catalog.view();
    let city = view.city(found.shop.city_id).ok_or_else(gone)?;
    Ok(Fresh(SeenTransfer {
        id: found.row.id,
        is_owner: found.is_owner(),
        owner_confirmed: found.row.from_confirmed_at.is_some(),
        new_owner_confirmed: found.row.to_confirmed_at.is_some(),
        ends: lapses_at(&found.row),
        is_signed_in: signed_in.person() == Some(found.person.id),
        city_name: city.city.name.to_string(),
        state: city.city.state.to_string(),
        slug: found.shop.slug,
        shop_name: found.shop.name,
        email: found.person.email,
        other_email: found.other.email,
    }))
}

/// Send a fresh code to the address of the link.
#[utoipa::path(post, path = "/api/hand-overs/send-code", tag = "claims", request_body = TransferLink,
    responses((status = 202, body = TransferCodeSent), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, description = "The transfer has ended", body = ErrorBody),
        (status = 409, description = "Already confirmed", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn send_transfer_code(
    State(services): State<Services>,
    client: Client,
    JsonBody(link): JsonBody<TransferLink>,
) -> Result<impl IntoResponse> {
    let (database, keys, now) = (&services.database, &services.keys, services.clock.now());
    let counted = (&TRANSFER_CODES_OF_A_NETWORK, &client);
    codes::count_again(database, keys, counted, now).await?;
    let found = seen(database.reads(), keys, &link.token, now).await?;
    let confirmed_at = if found.is_owner() {
        found.row.from_confirmed_at
    } else {
        found.row.to_confirmed_at
    };
    if confirmed_at.is_some() {
        return Err(codes::already_confirmed());
    }
    let address = EmailAddress::parse(&found.person.email, "email")?;
    let sent = rows::send_again(&services, found.row.id, address).await;
    let next_code_at = codes::next_code_at(sent, now)?;
    Ok((
        StatusCode::ACCEPTED,
        Fresh(TransferCodeSent { next_code_at }),
    ))
}
