//! Signing in with a link made on the server's console, for who knows no password or is locked out by strangers' guesses.

use axum::{extract::State, response::IntoResponse};
use chrono::{DateTime, Utc};
use sea_orm::ConnectionTrait;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{
    device::Browser,
    guesses,
    session::{AdminStatus, open_session, welcome},
};
use crate::{
    features::Services,
    platform::{
        codes::{self, Proof, Purpose},
        error::{Error, ErrorBody, Result},
        mail::EmailAddress,
        sessions::SignedIn,
        web::{Client, JsonBody},
    },
};

/// The purpose of the link's token. Its code is shown to nobody, and nothing accepts one.
const ADMIN_SIGN_IN: Purpose = Purpose {
    name: "admin-sign-in",
    subject: None,
};

/// Whose link it is, in a column that wants an address; no mail ever goes there (RFC 6761, 6.4).
const CONSOLE: &str = "administrator@console.invalid";

/// The token of a link from the console.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConsoleLink {
    #[schema(max_length = 64)]
    pub token: String,
}

/// Makes a link that signs in once, within ten minutes, and lets strangers' wrong passwords be forgotten.
pub async fn issue(services: &Services) -> Result<String> {
    let address = EmailAddress::parse(CONSOLE, "email")?;
    let (held, now) = (services.clone(), services.clock.now());
    let issued = services
        .database
        .transaction(move |transaction| {
            let (services, address) = (held.clone(), address.clone());
            Box::pin(async move {
                let by = (&services.keys, &services.identifiers);
                codes::issue(transaction, by, &ADMIN_SIGN_IN, &address, now).await
            })
        })
        .await?;
    guesses::clear(services, None).await?;
    let origin = services.settings.origin();
    Ok(format!("{origin}/admin-login#token={}", issued.token))
}

/// Ends the links that weren't used.
pub(super) async fn revoke(connection: &impl ConnectionTrait, now: DateTime<Utc>) -> Result<()> {
    codes::revoke(connection, &ADMIN_SIGN_IN, now).await
}

/// Sign in as the administrator with a link made by the command `admin sign-in-link`. It works once, for 10 minutes.
#[utoipa::path(post, path = "/api/admin/sign-in-link", tag = "administration", request_body = ConsoleLink,
    responses((status = 200, body = AdminStatus), (status = 400, body = ErrorBody),
        (status = 401, description = "Used, expired, or never made", body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn log_in_by_link(
    State(services): State<Services>,
    signed_in: SignedIn,
    client: Client,
    JsonBody(link): JsonBody<ConsoleLink>,
) -> Result<impl IntoResponse> {
    codes::count_link(&services.limits, &client)?;
    let browser = Browser::of(&services, &client, signed_in).await?;
    let (held, caller, now) = (services.clone(), browser.clone(), services.clock.now());
    let proof = Proof::Link(link.token);
    let token = services
        .database
        .transaction(move |transaction| {
            let (services, browser, proof) = (held.clone(), caller.clone(), proof.clone());
            Box::pin(async move {
                let with = (&proof, &browser.client);
                let proven =
                    codes::redeem(transaction, &services.keys, &ADMIN_SIGN_IN, with, now).await?;
                match proven {
                    Ok(_) => open_session(transaction, &services, &browser, None)
                        .await
                        .map(Some),
                    Err(_) => Ok(None),
                }
            })
        })
        .await?;
    let token = token.ok_or_else(|| {
        Error::Unauthorized(
            "This link was used or has expired. Make a new one on the server with “townperk admin sign-in-link”."
                .into(),
        )
    })?;
    welcome(&services, &token, &browser).await
}
