//! Links that don't work anymore: whoever has one asks for a new one, without typing the address (D91).

use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::peek_link;
use crate::platform::{
    error::{Error, Result},
    keys::Keys,
    mail::EmailAddress,
};

/// The token of a link that was used or has expired.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OldLink {
    #[schema(max_length = 64)]
    pub token: String,
}

/// A new link and code went to the address of the old one.
#[derive(Debug, Serialize, ToSchema)]
pub struct NewLinkSent {
    pub message: String,
}

impl Default for NewLinkSent {
    fn default() -> Self {
        let message =
            "We've sent a new link and code to the same address. Please check your email.";
        Self {
            message: message.to_owned(),
        }
    }
}

/// Whether what a form asked for is confirmed by now, perhaps on another device.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProofState {
    pub confirmed: bool,
}

/// What the link with this token was for, and where it was sent. The caller has counted the attempt.
///
/// # Errors
///
/// [`Error::Invalid`] if there is no such link, or it is too old to be known.
pub async fn of_old_link(
    connection: &impl ConnectionTrait,
    keys: &Keys,
    (purpose, link): (&'static str, &OldLink),
) -> Result<(Option<Uuid>, EmailAddress)> {
    let found = peek_link(connection, keys, purpose, &link.token).await?;
    found.ok_or_else(no_new_link)
}

/// Nothing waits for a confirmation by this link.
#[must_use]
pub fn no_new_link() -> Error {
    Error::invalid_field(
        "token",
        "We can't send a new link for this one. Sign in with your email address to see what waits for you.",
    )
}

/// The address was proven before, by this link or by another code.
#[must_use]
pub fn already_confirmed() -> Error {
    Error::ConflictWith {
        message: "Already confirmed. You can sign in with your email address.".into(),
        details: json!({ "kind": "already_confirmed" }),
    }
}
