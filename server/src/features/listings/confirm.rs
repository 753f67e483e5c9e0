//! Confirming a listing: with the emailed code, with the link, or by being signed in with the address.

use axum::{
    extract::{Path, State},
    http::StatusCode,
    response::IntoResponse,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    PURPOSE, entity,
    store::confirm::{self as store, Confirmed},
};
use crate::{
    catalog::{
        not_found::shop_not_found,
        people::{self, ShopRole},
    },
    features::Services,
    platform::{
        codes::{self, ProofMethod, Refused},
        error::{Error, ErrorBody, Result},
        limits::table::LISTING_CODES_OF_A_NETWORK,
        mail::{EmailAddress, EmailText},
        sessions::{self, SignedIn},
        web::{Client, Fresh, JsonBody, path_id},
    },
};

/// The code of the mail; absent when the browser is signed in with the listing's address.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ListingCode {
    /// Six digits; spaces and dashes are ignored.
    #[schema(max_length = 32)]
    pub code: Option<String>,
}

/// The token of the mail's link.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ListingLink {
    #[schema(max_length = 64)]
    pub token: String,
}

/// The address that a code is to go to again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ListingAddress {
    #[schema(value_type = EmailText)]
    pub owner_email: String,
}

/// A confirmed listing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConfirmedListing {
    pub id: Uuid,
    pub slug: String,
    pub name: String,
    /// What the person is to the shop now; `null` when it has another owner.
    #[schema(required)]
    pub role: Option<ShopRole>,
    /// The claim that waits for the administrator.
    #[schema(required)]
    pub claim_id: Option<Uuid>,
}

/// What everybody is told, whatever the address.
#[derive(Debug, Serialize, ToSchema)]
pub struct ListingCodeSent {
    pub message: String,
}

/// Confirm a listing with the code of its mail. Makes the person the submitter, opens a claim, signs in.
#[utoipa::path(post, path = "/api/listings/{id}/confirm", tag = "listings",
    params(("id" = String, Path, description = "The shop's identifier")), request_body = ListingCode,
    responses((status = 200, body = ConfirmedListing), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn confirm_listing(
    State(services): State<Services>,
    Path(id): Path<String>,
    signed_in: SignedIn,
    client: Client,
    JsonBody(answer): JsonBody<ListingCode>,
) -> Result<impl IntoResponse> {
    let found = listing_named(&services, &id).await?;
    let method = ProofMethod::by_code(&found.1, (answer.code, &signed_in), client)?;
    let confirmed = store::confirm(&services, found, method, signed_in).await?;
    Ok(answered(&services, confirmed))
}

/// Confirm a listing with the token of its mail's link.
#[utoipa::path(post, path = "/api/listings/confirm-link", tag = "listings", request_body = ListingLink,
    responses((status = 200, body = ConfirmedListing), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn confirm_listing_by_link(
    State(services): State<Services>,
    signed_in: SignedIn,
    client: Client,
    JsonBody(link): JsonBody<ListingLink>,
) -> Result<impl IntoResponse> {
    codes::count_link(&services.limits, &client)?;
    let found = store::listing_of_link(services.database.reads(), &services, &link.token).await?;
    let found = found.ok_or(Refused::Wrong)?;
    let method = ProofMethod::by_link(link.token, client);
    let confirmed = store::confirm(&services, found, method, signed_in).await?;
    Ok(answered(&services, confirmed))
}

/// Send the code of a listing again. The answer is the same for every address.
#[utoipa::path(post, path = "/api/listings/{id}/resend", tag = "listings",
    params(("id" = String, Path, description = "The shop's identifier")), request_body = ListingAddress,
    responses((status = 202, body = ListingCodeSent), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn send_listing_code(
    State(services): State<Services>,
    Path(id): Path<String>,
    client: Client,
    JsonBody(asked): JsonBody<ListingAddress>,
) -> Result<impl IntoResponse> {
    let address = EmailAddress::parse(&asked.owner_email, "ownerEmail")
        .map_err(|_| Error::invalid_field("ownerEmail", "Valid email is required"))?;
    let (database, keys, now) = (&services.database, &services.keys, services.clock.now());
    let counted = (&LISTING_CODES_OF_A_NETWORK, &client);
    codes::count_again(database, keys, counted, now).await?;
    let (row, person) = listing_named(&services, &id).await?;
    if sessions::address_hash(keys, &address) == person.address_hash {
        store::send_again(&services, &row, address).await?;
    } else {
        codes::count_stranger(database, keys, (PURPOSE, address), now).await?;
    }
    let message =
        "If that's the email address on this listing, a new code is on its way. Please check your email."
            .to_owned();
    Ok((StatusCode::ACCEPTED, Fresh(ListingCodeSent { message })))
}

type Found = (
    super::entity::listing::Model,
    crate::platform::sessions::person::Model,
);

async fn listing_named(services: &Services, id: &str) -> Result<Found> {
    entity::listing_of(services.database.reads(), path_id(id, shop_not_found)?)
        .await?
        .ok_or_else(shop_not_found)
}

fn answered(services: &Services, confirmed: Confirmed) -> impl IntoResponse + use<> {
    let cookie = codes::session_cookie(confirmed.token.as_deref(), services.is_secure());
    let shop = confirmed.shop;
    let answer = ConfirmedListing {
        id: shop.id,
        role: people::role_of(&shop, confirmed.person),
        slug: shop.slug,
        name: shop.name,
        claim_id: confirmed.claim,
    };
    (cookie, Fresh(answer))
}
