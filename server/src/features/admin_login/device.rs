//! The cookie of a browser that has signed in before. It grants nothing, but keeps strangers' wrong guesses from
//! counting against it.

use cookie::{Cookie, SameSite, time::Duration};
use uuid::Uuid;

use crate::platform::{
    administrators::DEVICE_DAYS,
    keys::{Keys, bytes_of, hexadecimal},
    web::Client,
};

/// Sent only with the login.
const PATH: &str = "/api/admin/login";
const PURPOSE: &str = "administrator's device";

/// Its path excludes `__Host-`; over HTTPS a page without encryption can't set a `__Secure-` one (D104).
fn name(is_secure: bool) -> &'static str {
    if is_secure {
        "__Secure-admin_device"
    } else {
        "admin_device"
    }
}

/// The device named by the caller's cookie, if we signed it.
pub(super) fn read(keys: &Keys, client: &Client, is_secure: bool) -> Option<Uuid> {
    let mut texts = client.cookies(name(is_secure));
    texts.find_map(|text| signed(keys, &text))
}

fn signed(keys: &Keys, text: &str) -> Option<Uuid> {
    let (device, signature) = text.split_at_checked(32)?;
    let device = Uuid::try_parse(device).ok()?;
    let signature = bytes_of(signature)?;
    keys.verify(PURPOSE, device.as_bytes(), &signature)
        .then_some(device)
}

/// The `Set-Cookie` header that makes the browser known as `device`.
pub(super) fn write(keys: &Keys, device: Uuid, is_secure: bool) -> String {
    let signature = keys.sign(PURPOSE, device.as_bytes());
    let value = format!("{}{}", device.simple(), hexadecimal(&signature));
    Cookie::build((name(is_secure), value))
        .path(PATH)
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(is_secure)
        .max_age(Duration::days(DEVICE_DAYS))
        .build()
        .to_string()
}
