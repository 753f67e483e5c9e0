//! The mark on a device that has answered a shop's question (D97): the page hides the question there.

use cookie::{Cookie, SameSite, time::Duration};

/// `lib/answered.ts` looks for it.
const NAME: &str = "answered";
/// How long the question stays hidden.
const DAYS: i64 = 90;

/// The header that marks a device. It is sent with this shop's page alone, where only the page's script reads it.
#[must_use]
pub fn set(slug: &str, is_secure: bool) -> String {
    write(slug, is_secure, Duration::days(DAYS))
}

/// The header that removes the mark.
#[must_use]
pub fn clear(slug: &str, is_secure: bool) -> String {
    write(slug, is_secure, Duration::ZERO)
}

fn write(slug: &str, is_secure: bool, time: Duration) -> String {
    Cookie::build((NAME, "1"))
        .path(format!("/coffee-shops/{slug}"))
        .same_site(SameSite::Lax)
        .secure(is_secure)
        .max_age(time)
        .build()
        .to_string()
}
