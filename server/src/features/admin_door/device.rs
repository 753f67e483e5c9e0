//! The cookie of a browser that has signed in before. It grants nothing, but keeps strangers' wrong guesses from
//! counting against it.

use cookie::{Cookie, SameSite, time::Duration};
use uuid::Uuid;

use crate::platform::{
    id_generator::IdGenerator,
    keys::{Keys, bytes_of, hexadecimal},
    web::Client,
};

const NAME: &str = "admin_device";
/// Sent only with the login.
const PATH: &str = "/api/admin/login";
const PURPOSE: &str = "administrator's device";
/// The longest lifetime that browsers accept (RFC 6265bis).
const DAYS_KEPT: i64 = 400;

/// The device named by the caller's cookie, if we signed it.
pub(super) fn read(keys: &Keys, client: &Client) -> Option<Uuid> {
    let text = client.cookie(NAME)?;
    let (device, signature) = text.split_at_checked(32)?;
    let device = Uuid::try_parse(device).ok()?;
    let signature = bytes_of(signature)?;
    keys.verify(PURPOSE, device.as_bytes(), &signature)
        .then_some(device)
}

/// The `Set-Cookie` header for a new device.
pub(super) fn write(keys: &Keys, identifiers: &IdGenerator, is_secure: bool) -> String {
    let device = identifiers.next();
    let signature = keys.sign(PURPOSE, device.as_bytes());
    let value = format!("{}{}", device.simple(), hexadecimal(&signature));
    Cookie::build((NAME, value))
        .path(PATH)
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_secure)
        .max_age(Duration::days(DAYS_KEPT))
        .build()
        .to_string()
}
