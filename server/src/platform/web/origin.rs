//! Keeps other sites from writing on a visitor's behalf (checklist X6).

use std::sync::Arc;

use axum::{
    extract::{Request, State},
    http::{HeaderMap, Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::platform::error::Error;

/// Refuses a write that a browser makes for another site. Clients other than browsers send neither header.
pub async fn same_origin(State(origin): State<Arc<str>>, request: Request, next: Next) -> Response {
    let reads = matches!(
        *request.method(),
        Method::GET | Method::HEAD | Method::OPTIONS
    );
    if reads || is_ours(request.headers(), &origin) {
        next.run(request).await
    } else {
        Error::Forbidden("This can only be done from our own pages.".into()).into_response()
    }
}

/// Only browsers set `Sec-Fetch-Site`, so it is sufficient; `Origin` is for older ones.
fn is_ours(headers: &HeaderMap, origin: &str) -> bool {
    if let Some(site) = headers.get("sec-fetch-site") {
        return site == "same-origin" || site == "none";
    }
    headers
        .get(header::ORIGIN)
        .is_none_or(|claimed| claimed == origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_site_is_not_ours() {
        for (name, value, ours) in [
            ("sec-fetch-site", "same-origin", true),
            ("sec-fetch-site", "none", true),
            ("sec-fetch-site", "same-site", false),
            ("sec-fetch-site", "cross-site", false),
            ("origin", "https://townperk.example", true),
            ("origin", "https://townperk.example.evil.example", false),
            ("origin", "null", false),
            ("accept", "*/*", true),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(name, value.parse().unwrap());
            assert_eq!(
                is_ours(&headers, "https://townperk.example"),
                ours,
                "{name}: {value}"
            );
        }
    }
}
