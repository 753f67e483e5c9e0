//! The last step of every response from the router: the headers that don't depend on what was asked for. The fast path sends a
//! cached response again with the headers that it was given here the first time.

use std::sync::Arc;

use axum::{
    body::Body,
    http::{HeaderValue, Response, header},
};

use super::{Edge, answer::Answer, cache::CacheStatus, negotiation::Encoding};
use crate::platform::web::RequestId;

/// A URL that names a version of its content (`?v=`) never has other content.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// Marks the response of a page where visitors pay: its policy admits the payment provider.
#[derive(Clone, Copy, Debug)]
pub(super) struct TakesPayments;

/// Marks the response made from an answer that may be in the cache.
#[derive(Clone, Debug)]
pub(super) struct MadeFrom {
    pub answer: Arc<Answer>,
    pub cache_status: CacheStatus,
    /// The URL names the version that was sent.
    pub is_versioned: bool,
}

/// Adds the security headers, the request ID, and "no-store" unless the response says how long it may be kept.
pub(super) fn finish(edge: &Edge, response: &mut Response<Body>, request_id: &RequestId) {
    let made_from = response.extensions_mut().remove::<MadeFrom>();
    let takes_payments = response.extensions_mut().remove::<TakesPayments>();
    let headers = response.headers_mut();
    edge.security_headers
        .add_to(headers, takes_payments.is_some());
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    if let Some(made_from) = made_from {
        keep_head(edge, &made_from.answer, response);
        add_details(&made_from, response);
    }
    response
        .headers_mut()
        .insert("x-request-id", request_id.header());
}

/// Keeps what the fast path will send to the next client that wants the same form.
fn keep_head(edge: &Edge, answer: &Answer, response: &Response<Body>) {
    if response.status() != answer.status {
        return;
    }
    let sent = response.headers().get(header::CONTENT_ENCODING);
    let encoding = Encoding::named(sent);
    answer.keep_head(edge.cache.heads(), encoding, || response.headers().clone());
}

/// Adds what is true of this response but not of the next one from the same answer.
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
