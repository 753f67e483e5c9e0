//! Session cookies.

use cookie::{Cookie, SameSite, time::Duration};

use super::Kind;
use crate::platform::web::Client;

/// Browsers accept such a cookie only over HTTPS and only from this host (RFC 6265bis, 4.1.3.2).
const HOST_PREFIX: &str = "__Host-";

/// The cookie's name. Over HTTPS no other name counts (D104): a sibling domain can set one without the prefix.
fn name(kind: Kind, is_secure: bool) -> String {
    let prefix = if is_secure { HOST_PREFIX } else { "" };
    let name = match kind {
        Kind::Owner => "owner_session",
        Kind::Admin => "admin_session",
    };
    format!("{prefix}{name}")
}

/// The token in the caller's cookie. `is_secure`: the site uses HTTPS.
pub(super) fn read(client: &Client, kind: Kind, is_secure: bool) -> Option<String> {
    client
        .cookie(&name(kind, is_secure))
        .filter(|token| token.len() <= 128)
}

/// The `Set-Cookie` header with the token. `is_secure`: the site uses HTTPS.
#[must_use]
pub fn set(kind: Kind, token: &str, is_secure: bool) -> String {
    write(kind, token, is_secure, kind.lasts().num_seconds())
}

/// The `Set-Cookie` header that removes it.
#[must_use]
pub fn clear(kind: Kind, is_secure: bool) -> String {
    write(kind, "", is_secure, 0)
}

fn write(kind: Kind, token: &str, is_secure: bool, seconds: i64) -> String {
    Cookie::build((name(kind, is_secure), token.to_owned()))
        .path("/")
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_secure)
        .max_age(Duration::seconds(seconds))
        .build()
        .to_string()
}
