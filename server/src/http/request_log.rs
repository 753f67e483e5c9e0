//! Request metrics and logging. Metric handles are created once, so counting takes nanoseconds.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    extract::{ConnectInfo, MatchedPath, Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, Version, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use metrics::{Counter, counter};

use super::{Edge, cache::CacheStatus, finishing::finish, route_counts::public_route};
use crate::platform::{
    error::Error,
    metrics::{Durations, Metrics},
    web::{Peer, RequestId, refusal},
};

/// Wraps every request: gives it an ID, finishes its response, and counts it.
pub async fn trace_request(
    State(edge): State<Arc<Edge>>,
    mut request: Request,
    next: Next,
) -> Response {
    let started = Instant::now();
    let request_id = request_id(&edge, &request);
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let (method, uri) = (request.method().clone(), request.uri().clone());
    request.extensions_mut().insert(request_id);
    let mut response = if names_one_host(request.version(), request.headers()) {
        next.run(request).await
    } else {
        Error::invalid("A request must name exactly one valid host.").into_response()
    };
    if let Some(refused) = response.extensions_mut().remove::<refusal::Refusal>() {
        response = refusal::answer(&refused.0, request_id.as_str());
    }
    let status = response.status();
    let route = match &matched {
        Some(matched) => matched.as_str(),
        None => public_route(&edge, uri.path()),
    };
    let counter = edge.route_counts.of(&edge.metrics, route, status);
    finish(&edge, &mut response, &request_id, &counter);
    counter.increment(1);
    let took = started.elapsed();
    edge.observer.answered(status, took);
    if status == StatusCode::INTERNAL_SERVER_ERROR {
        let millis = took.as_secs_f64() * 1000.0;
        let request_id = request_id.as_str();
        tracing::info!(request_id, %method, path = uri.path(), status = status.as_u16(), millis, "request failed");
    }
    response
}

/// The ID that a proxy of ours chose, or a new one.
fn request_id(edge: &Edge, request: &Request) -> RequestId {
    let peer = request.extensions().get::<ConnectInfo<Peer>>();
    let is_proxy = peer.is_some_and(|ConnectInfo(peer)| edge.trusted_proxies.trusts(*peer));
    let sent = request.headers().get("x-request-id");
    edge.request_id(is_proxy, sent.map(HeaderValue::as_bytes))
}

/// An HTTP/1.1 request without exactly one `Host` is refused, so that no proxy in front of us assigns it to another
/// host (RFC 9112, 3.2).
pub(super) fn names_one_host(version: Version, headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (Some(host), None) => is_host(host.as_bytes()),
        _ => version != Version::HTTP_11,
    }
}

/// Whether a `Host` header is a valid name or address with an optional port.
pub(super) fn is_host(value: &[u8]) -> bool {
    let allowed = |byte: &u8| byte.is_ascii_alphanumeric() || b".-_:[]".contains(byte);
    value.first().is_some_and(|first| *first != b':') && value.iter().all(allowed)
}

/// The counters of the edge.
#[derive(Clone)]
pub struct Observer {
    seconds: Durations,
    success: Counter,
    redirect: Counter,
    refused: Counter,
    failed: Counter,
    hit: Counter,
    miss: Counter,
    stale: Counter,
    render_seconds: Durations,
    render_failed: Counter,
}

impl Observer {
    /// Registers the counters with `metrics`.
    #[must_use]
    pub fn new(metrics: &Metrics) -> Self {
        let count = |name: &'static str, label: &'static str, value: &'static str| {
            metrics.register(|| counter!(name, label => value))
        };
        let responses = |class| count("townperk_http_responses_total", "class", class);
        let lookups = |met| count("townperk_response_cache_total", "met", met);
        Self {
            seconds: metrics.times("townperk_http_request_seconds"),
            success: responses("2xx"),
            redirect: responses("3xx"),
            refused: responses("4xx"),
            failed: responses("5xx"),
            hit: lookups("hit"),
            miss: lookups("miss"),
            stale: lookups("stale"),
            render_seconds: metrics.times("townperk_render_seconds"),
            render_failed: metrics.register(|| counter!("townperk_render_failures_total")),
        }
    }

    /// Records an answered request.
    pub fn answered(&self, status: StatusCode, took: Duration) {
        self.seconds.note(took);
        match status.as_u16() {
            500.. => self.failed.increment(1),
            400.. => self.refused.increment(1),
            300.. => self.redirect.increment(1),
            _ => self.success.increment(1),
        }
    }

    /// Records the cache status of a request.
    pub fn cache(&self, cache_status: CacheStatus) {
        match cache_status {
            CacheStatus::Hit => self.hit.increment(1),
            CacheStatus::Miss => self.miss.increment(1),
            CacheStatus::Stale => self.stale.increment(1),
        }
    }

    /// Records a rendered page.
    pub fn render(&self, took: Duration) {
        self.render_seconds.note(took);
    }

    /// Records a failed render.
    pub fn render_failed(&self) {
        self.render_failed.increment(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_names_one_valid_host() {
        let named = |version, hosts: &[&str]| {
            let mut headers = HeaderMap::new();
            for host in hosts {
                headers.append(header::HOST, host.parse().unwrap());
            }
            names_one_host(version, &headers)
        };
        for host in [
            "perk.example",
            "localhost:8080",
            "[::1]:80",
            "coffee_shop.internal",
        ] {
            assert!(named(Version::HTTP_11, &[host]), "{host}");
        }
        for wrong in ["", "a b", "a/b", "a@b", "\"a\"", "a,b", ":80"] {
            assert!(!named(Version::HTTP_11, &[wrong]), "{wrong}");
            assert!(!named(Version::HTTP_10, &[wrong]), "{wrong}");
        }
        assert!(!named(Version::HTTP_11, &[]));
        assert!(named(Version::HTTP_10, &[]));
        assert!(!named(Version::HTTP_11, &["a.example", "a.example"]));
    }
}
