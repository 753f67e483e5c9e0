//! Headers that every answer carries (checklist X7).

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

use crate::platform::{
    error::{Error, Result},
    settings::{MapTiles, Settings},
};

/// No nonce: pages are cached as bytes, so nothing in them may be inline code or an inline style.
fn content_security_policy(map_tiles: Option<&MapTiles>) -> String {
    let tiles = map_tiles
        .map(|tiles| format!(" {}", tiles.origin()))
        .unwrap_or_default();
    format!(
        "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data:{tiles}; \
         font-src 'self'; connect-src 'self'{tiles}; frame-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; \
         frame-ancestors 'none'"
    )
}

/// The security headers, made once.
#[derive(Clone, Debug)]
pub struct SecurityHeaders(Vec<(HeaderName, HeaderValue)>);

impl SecurityHeaders {
    /// With https, visitors are told to stay there; the operator's map tiles may be loaded from their host.
    pub fn new(settings: &Settings) -> Result<Self> {
        let policy = content_security_policy(settings.map_tiles()?.as_ref());
        let policy = HeaderValue::try_from(policy)
            .map_err(|error| Error::Internal(format!("the security policy: {error}")))?;
        let mut list = vec![
            (header::CONTENT_SECURITY_POLICY, policy),
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
        if settings.origin().starts_with("https://") {
            list.push((
                header::STRICT_TRANSPORT_SECURITY,
                HeaderValue::from_static("max-age=31536000; includeSubDomains"),
            ));
        }
        Ok(Self(list))
    }

    /// Adds them to `headers`. A document that says its own policy keeps it.
    pub fn add_to(&self, headers: &mut HeaderMap) {
        for (name, value) in &self.0 {
            if *name == header::CONTENT_SECURITY_POLICY && headers.contains_key(name) {
                continue;
            }
            headers.insert(name.clone(), value.clone());
        }
    }
}
