//! The checkout's cookie (D45): a token in the browser that buys, one for each shop. It says which purchase the browser may ask
//! about, and whose link it may set once that is paid.

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
/// 256 bits of chance.
const BYTES: usize = 32;

fn name(shop: Uuid) -> String {
    format!("checkout-{}", shop.simple())
}

/// A token that nobody has yet.
pub(super) fn new_token(identifiers: &IdGenerator) -> String {
    let mut bytes = [0; BYTES];
    identifiers.fill(&mut bytes);
    hexadecimal(&bytes)
}

/// How a token is kept.
pub(super) fn hash(keys: &Keys, token: &str) -> String {
    hexadecimal(&keys.keyed_hash("checkout token", token.as_bytes()))
}

/// The kept form of the token that the caller has for `shop`.
pub(super) fn read(keys: &Keys, client: &Client, shop: Uuid) -> Option<String> {
    let token = client.cookie(&name(shop))?;
    (token.len() == 2 * BYTES).then(|| hash(keys, &token))
}

/// The header that gives a browser its token.
pub(super) fn write(shop: Uuid, token: &str, secure: bool) -> String {
    Cookie::build((name(shop), token.to_owned()))
        .path(PATH)
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(secure)
        .max_age(LIFE)
        .build()
        .to_string()
}
