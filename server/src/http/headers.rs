//! Headers that every answer carries (checklist X7).

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// No nonce: pages are cached as bytes, so nothing in them may be inline code or an inline style.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// The security headers, made once.
#[derive(Clone, Debug)]
pub struct SecurityHeaders(Vec<(HeaderName, HeaderValue)>);

impl SecurityHeaders {
    /// `https`: visitors reach us by https, and are told to stay there.
    #[must_use]
    pub fn new(https: bool) -> Self {
        let mut list = vec![
            (
                header::CONTENT_SECURITY_POLICY,
                HeaderValue::from_static(CONTENT_SECURITY_POLICY),
            ),
            (
                header::X_CONTENT_TYPE_OPTIONS,
                HeaderValue::from_static("nosniff"),
            ),
            (
                header::REFERRER_POLICY,
                HeaderValue::from_static("strict-origin-when-cross-origin"),
            ),
            (
                HeaderName::from_static("cross-origin-opener-policy"),
                HeaderValue::from_static("same-origin"),
            ),
            (
                HeaderName::from_static("permissions-policy"),
                HeaderValue::from_static(
                    "geolocation=(self), camera=(), microphone=(), browsing-topics=()",
                ),
            ),
        ];
        if https {
            list.push((
                header::STRICT_TRANSPORT_SECURITY,
                HeaderValue::from_static("max-age=31536000; includeSubDomains"),
            ));
        }
        Self(list)
    }

    /// Adds them to `headers`.
    pub fn add_to(&self, headers: &mut HeaderMap) {
        for (name, value) in &self.0 {
            headers.insert(name.clone(), value.clone());
        }
    }
}
