//! Sends a ready-made answer to a client, in the encoding it prefers or as a 304.

use std::sync::Arc;

use axum::{
    body::Body,
    http::{HeaderValue, Response, StatusCode, header, request::Parts},
};
use bytes::Bytes;

use super::{
    Edge,
    answer::Answer,
    assets::File,
    cache::CacheStatus,
    encoding,
    finishing::{MadeFrom, TakesPayments},
    negotiation::{self, Encoding},
};

/// Sends a ready-made answer.
pub(super) async fn send(
    edge: &Edge,
    answer: &Arc<Answer>,
    cache_status: CacheStatus,
    request: &Parts,
) -> Response<Body> {
    edge.observer.cache(cache_status);
    let media_type = HeaderValue::from_static(answer.media_type);
    let mut response = send_body(edge, &answer.body, &media_type, request).await;
    if response.status() != StatusCode::NOT_MODIFIED {
        *response.status_mut() = answer.status;
    }
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, edge.cache_control.clone());
    let extensions = response.extensions_mut();
    if answer.takes_payments {
        extensions.insert(TakesPayments);
    }
    extensions.insert(MadeFrom {
        answer: answer.clone(),
        cache_status,
        is_versioned: false,
    });
    response
}

/// Sends a file of the web app.
pub(super) async fn send_file(edge: &Edge, file: &File, request: &Parts) -> Response<Body> {
    let mut response = send_body(edge, &file.body, &file.media_type, request).await;
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, file.cache_control.clone());
    response
}

/// Redirects the client permanently.
pub(super) fn redirect(location: &str) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::MOVED_PERMANENTLY;
    if let Ok(location) = HeaderValue::from_str(location) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

async fn send_body(
    edge: &Edge,
    body: &Arc<encoding::Body>,
    content_type: &HeaderValue,
    request: &Parts,
) -> Response<Body> {
    let wanted = Encoding::preferred(&request.headers);
    let mut response = if negotiation::holds(&request.headers, body.tag().as_str()) {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        response
            .headers_mut()
            .insert(header::ETAG, body.entity_tag(body.form(wanted)));
        response
    } else {
        encoded(edge, body, wanted, content_type).await
    };
    response
        .headers_mut()
        .insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    response
}

async fn encoded(
    edge: &Edge,
    body: &Arc<encoding::Body>,
    wanted: Encoding,
    content_type: &HeaderValue,
) -> Response<Body> {
    let (encoding, bytes) = match body.ready(wanted) {
        Some((encoding, bytes)) => (encoding, bytes.clone()),
        None => made(edge, body, wanted).await,
    };
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, content_type.clone());
    headers.insert(header::ETAG, body.entity_tag(encoding));
    if let Some(value) = encoding.header() {
        headers.insert(header::CONTENT_ENCODING, value);
    }
    response
}

/// A form that isn't kept: from the form cache, or made now.
async fn made(edge: &Edge, body: &Arc<encoding::Body>, wanted: Encoding) -> (Encoding, Bytes) {
    let wanted = body.form(wanted);
    let forms = edge.cache.forms();
    if let Some(bytes) = forms.get(body, wanted) {
        return (wanted, bytes);
    }
    let held = body.clone();
    // Sends plain bytes if the server is busy, since they need the least work.
    let (encoding, bytes) = match edge.cpu.run(move || held.make(wanted)).await {
        Ok(made) => made,
        Err(_) => body.make(Encoding::Identity),
    };
    forms.put(body, encoding, bytes.clone());
    (encoding, bytes)
}
