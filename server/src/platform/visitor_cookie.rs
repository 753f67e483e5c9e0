//! The visitor's cookie: a chance number, and our signature that it is ours. The first vote or report sets it.

use cookie::{Cookie, SameSite, time::Duration};
use uuid::Uuid;

use super::{
    id_generator::IdGenerator,
    keys::{Keys, LENGTH, bytes_of, hexadecimal},
    web::Client,
};

/// Sent with what a visitor does to a shop alone, so that no page and no other read ever depends on it.
const PATH: &str = "/api/coffee-shops";
/// The cookie's name.
const NAME: &str = "visitor";
const PURPOSE: &str = "visitor cookie";
/// Browsers keep none longer (RFC 6265bis).
const DAYS_KEPT: i64 = 400;
/// Identifier and signature in hexadecimal.
const TEXT_LENGTH: usize = 2 * (16 + LENGTH);

/// The visitor that the caller's cookie names, when it is one of ours. A forged one is the same as none.
#[must_use]
pub fn read(keys: &Keys, client: &Client) -> Option<Uuid> {
    let text = client.cookie(NAME)?;
    if text.len() != TEXT_LENGTH {
        return None;
    }
    let (visitor, signature) = text.split_at_checked(32)?;
    let visitor = Uuid::try_parse(visitor).ok()?;
    let signature = bytes_of(signature)?;
    keys.verify(PURPOSE, visitor.as_bytes(), &signature)
        .then_some(visitor)
}

/// A visitor who has never been here.
#[must_use]
pub fn new_visitor(identifiers: &IdGenerator) -> Uuid {
    let mut bytes = [0; 16];
    identifiers.fill(&mut bytes);
    uuid::Builder::from_random_bytes(bytes).into_uuid()
}

/// The header that gives `visitor` its cookie.
#[must_use]
pub fn write(keys: &Keys, visitor: Uuid, secure: bool) -> String {
    let signature = keys.sign(PURPOSE, visitor.as_bytes());
    let value = format!("{}{}", visitor.simple(), hexadecimal(&signature));
    Cookie::build((NAME, value))
        .path(PATH)
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(secure)
        .max_age(Duration::days(DAYS_KEPT))
        .build()
        .to_string()
}
