//! The checkout cookie (D45): a token in the buyer's browser, one per shop. It identifies the purchase whose state the
//! browser may check, and whose link it may set once paid.

use cookie::{Cookie, SameSite, time::Duration};
use uuid::Uuid;

use crate::platform::{
    id_generator::IdGenerator,
    keys::{Keys, hexadecimal},
    web::Client,
};

const PATH: &str = "/api";
/// As long as a subscription waits for its first payment.
const LIFE: Duration = Duration::hours(24);
/// 256 random bits.
const BYTES: usize = 32;

/// Its path excludes `__Host-`; over HTTPS a page without encryption can't set a `__Secure-` one (D104).
fn name(shop: Uuid, is_secure: bool) -> String {
    let prefix = if is_secure { "__Secure-" } else { "" };
    format!("{prefix}checkout-{}", shop.simple())
}

/// A new token.
pub(super) fn new_token(identifiers: &IdGenerator) -> String {
    let mut bytes = [0; BYTES];
    identifiers.fill(&mut bytes);
    hexadecimal(&bytes)
}

/// The stored form of a token.
pub(super) fn hash(keys: &Keys, token: &str) -> String {
    hexadecimal(&keys.keyed_hash("checkout token", token.as_bytes()))
}

/// The stored form of the caller's token for `shop`.
pub(super) fn read(
    keys: &Keys,
    client: &Client,
    (shop, is_secure): (Uuid, bool),
) -> Option<String> {
    let token = client.cookie(&name(shop, is_secure))?;
    (token.len() == 2 * BYTES).then(|| hash(keys, &token))
}

/// The `Set-Cookie` header with the token.
pub(super) fn write(shop: Uuid, token: &str, secure: bool) -> String {
    Cookie::build((name(shop, secure), token.to_owned()))
        .path(PATH)
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(secure)
        .max_age(LIFE)
        .build()
        .to_string()
}
