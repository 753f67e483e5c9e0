//! Compresses the panel's answers. They aren't cached, so each is packed when it is sent. Nobody else can make a browser
//! fetch one and watch its length: it takes the administrator's cookie, which other sites' requests don't carry.

use std::sync::Arc;

use axum::{
    body::{Body, HttpBody, to_bytes},
    extract::{Request, State},
    http::{HeaderValue, Response, header},
    middleware::Next,
};

use super::{
    Edge,
    encoding::{self, Effort},
    negotiation::Encoding,
};

/// Larger answers are sent as they are.
const LARGEST: usize = 8 * 1024 * 1024;

/// Whether only the administrator may use this URL.
pub(super) fn is_of_the_panel(path: &str) -> bool {
    path.starts_with("/api/admin/") || path == "/api/analytics"
}

/// Compresses JSON of a known length.
pub(super) async fn pack(
    State(edge): State<Arc<Edge>>,
    request: Request,
    next: Next,
) -> Response<Body> {
    let is_panel = is_of_the_panel(request.uri().path());
    let wanted = Encoding::preferred(request.headers());
    let response = next.run(request).await;
    if !is_panel || !is_plain_json(&response) {
        return response;
    }
    let (mut head, body) = response.into_parts();
    head.headers
        .insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    let Ok(plain) = to_bytes(body, LARGEST).await else {
        // The length was known and small enough, and bytes in memory don't fail.
        return Response::from_parts(head, Body::empty());
    };
    let body = encoding::Body::new(plain.clone(), Effort::Quick);
    let made = edge.cpu.run(move || body.make(wanted)).await;
    // Sends plain bytes if the server is busy, since they need the least work.
    let (encoding, bytes) = made.unwrap_or((Encoding::Identity, plain));
    if let Some(value) = encoding.header() {
        head.headers.insert(header::CONTENT_ENCODING, value);
        head.headers.remove(header::CONTENT_LENGTH);
    }
    Response::from_parts(head, Body::from(bytes))
}

fn is_plain_json(response: &Response<Body>) -> bool {
    let headers = response.headers();
    let is_json = headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    let length = response.body().size_hint().exact().unwrap_or(0);
    let fits = usize::try_from(length).is_ok_and(|length| length > 0 && length <= LARGEST);
    is_json && fits && !headers.contains_key(header::CONTENT_ENCODING)
}
