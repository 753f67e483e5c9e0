//! The visitor cookie: a random number with our signature, set by the first vote or report.

use cookie::{Cookie, SameSite, time::Duration};
use uuid::Uuid;

use super::{
    id_generator::IdGenerator,
    keys::{Keys, LENGTH, bytes_of, hexadecimal},
    web::Client,
};

/// Sent only with a visitor's actions on a shop, so no page or other read can depend on it.
const PATH: &str = "/api/coffee-shops";
/// The cookie's name. Its path excludes `__Host-`; over HTTPS a page without encryption can't set a `__Secure-` one (D104).
fn name(is_secure: bool) -> &'static str {
    if is_secure {
        "__Secure-visitor"
    } else {
        "visitor"
    }
}

const PURPOSE: &str = "visitor cookie";
/// The longest lifetime that browsers accept (RFC 6265bis).
const DAYS_KEPT: i64 = 400;
/// ID and signature in hexadecimal.
const TEXT_LENGTH: usize = 2 * (16 + LENGTH);

/// The visitor named by the caller's cookie, if we signed it. A forged cookie counts as none.
#[must_use]
pub fn read(keys: &Keys, client: &Client, is_secure: bool) -> Option<Uuid> {
    let text = client.cookie(name(is_secure))?;
    if text.len() != TEXT_LENGTH {
        return None;
    }
    let (visitor, signature) = text.split_at_checked(32)?;
    let visitor = Uuid::try_parse(visitor).ok()?;
    let signature = bytes_of(signature)?;
    keys.verify(PURPOSE, visitor.as_bytes(), &signature)
        .then_some(visitor)
}

/// A new visitor.
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
    Cookie::build((name(secure), value))
        .path(PATH)
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(secure)
        .max_age(Duration::days(DAYS_KEPT))
        .build()
        .to_string()
}
