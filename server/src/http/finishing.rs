//! The last step of every response from the router: headers that don't depend on the request. When the fast path
//! resends a cached response, it reuses the headers set here the first time.

use std::sync::Arc;

use axum::{
    body::Body,
    http::{HeaderValue, Response, header},
};

use metrics::Counter;

use super::{Edge, answer::Answer, cache::CacheStatus, negotiation::Encoding};
use crate::platform::web::RequestId;

/// The content of a URL with a version (`?v=`) never changes.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// Marks the response of a payment page: its CSP allows the payment provider.
#[derive(Clone, Copy, Debug)]
pub(super) struct TakesPayments;

/// Marks a response made from an answer that may be cached.
#[derive(Clone, Debug)]
pub(super) struct MadeFrom {
    pub answer: Arc<Answer>,
    pub cache_status: CacheStatus,
    /// The URL names the version that was sent.
    pub is_versioned: bool,
}

/// Adds the security headers, the request ID, and "no-store" unless the response sets its own caching. `counter` counts
/// the requests of its route.
pub(super) fn finish(
    edge: &Edge,
    response: &mut Response<Body>,
    request_id: &RequestId,
    counter: &Counter,
) {
    let made_from = response.extensions_mut().remove::<MadeFrom>();
    let takes_payments = response.extensions_mut().remove::<TakesPayments>();
    let headers = response.headers_mut();
    edge.security_headers
        .add_to(headers, takes_payments.is_some());
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    if let Some(made_from) = made_from {
        keep_head(edge, &made_from.answer, response, counter);
        add_details(&made_from, response);
    }
    response
        .headers_mut()
        .insert("x-request-id", request_id.header());
}

/// Stores the serialized headers for the fast path, for clients that accept the same encoding.
fn keep_head(edge: &Edge, answer: &Answer, response: &Response<Body>, counter: &Counter) {
    if response.status() != answer.status {
        return;
    }
    answer.count_by(counter);
    let sent = response.headers().get(header::CONTENT_ENCODING);
    let encoding = Encoding::named(sent);
    answer.keep_head(edge.cache.heads(), encoding, || response.headers().clone());
}

/// Adds headers that are only true of this response, not of later ones from the same answer.
fn add_details(made_from: &MadeFrom, response: &mut Response<Body>) {
    let headers = response.headers_mut();
    if made_from.is_versioned {
        headers.insert(header::CACHE_CONTROL, IMMUTABLE);
    }
    if let (CacheStatus::Miss, Some(time)) = (made_from.cache_status, made_from.answer.drawn_in)
        && let Ok(timing) =
            HeaderValue::try_from(format!("render;dur={:.2}", time.as_secs_f64() * 1000.0))
    {
        headers.insert("server-timing", timing);
    }
}
