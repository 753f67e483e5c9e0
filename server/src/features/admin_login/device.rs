//! The cookie of a browser that has signed in before. It grants nothing, but keeps strangers' wrong guesses from
//! counting against it, as long as the access that it signed in with hasn't ended.

use cookie::{Cookie, SameSite, time::Duration};
use uuid::Uuid;

use crate::{
    features::Services,
    platform::{
        administrators::{self, DEVICE_DAYS},
        error::Result,
        keys::{Keys, bytes_of, hexadecimal},
        sessions::SignedIn,
        web::Client,
    },
};

/// Sent only with the login.
const PATH: &str = "/api/admin/login";
const PURPOSE: &str = "administrator's device";
/// A browser has one; more come from elsewhere, and aren't all looked up.
const MOST: usize = 8;

/// A browser that signs in.
#[derive(Clone)]
pub(super) struct Browser {
    pub(super) client: Client,
    /// Who it was signed in as.
    pub(super) before: SignedIn,
    /// Its name: the one in its cookie, or a new one.
    pub(super) device: Uuid,
    /// Whether somebody has signed in here before whose access hasn't ended.
    pub(super) is_known: bool,
}

impl Browser {
    /// The browser that `client` sends from.
    pub(super) async fn of(services: &Services, client: &Client, before: SignedIn) -> Result<Self> {
        let named = read(&services.keys, client, services.is_secure());
        let known = administrators::known_device(services.database.reads(), &named).await?;
        let device = known.or_else(|| named.first().copied());
        Ok(Self {
            client: client.clone(),
            before,
            device: device.unwrap_or_else(|| services.identifiers.next()),
            is_known: known.is_some(),
        })
    }
}

/// Its path excludes `__Host-`; over HTTPS a page without encryption can't set a `__Secure-` one (D104).
fn name(is_secure: bool) -> &'static str {
    if is_secure {
        "__Secure-admin_device"
    } else {
        "admin_device"
    }
}

/// The devices named by the caller's cookies that we signed.
fn read(keys: &Keys, client: &Client, is_secure: bool) -> Vec<Uuid> {
    let texts = client.cookies(name(is_secure));
    let signed = texts.filter_map(|text| signed(keys, &text));
    signed.take(MOST).collect()
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
