//! What is counted and logged of requests. The handles are made once: counting costs some nanoseconds.

use std::time::Duration;

use axum::{
    body::Body,
    http::{Response, StatusCode, request::Parts},
};
use metrics::{Counter, Histogram, counter, histogram};

use super::cache::Met;

/// The counters of the edge.
#[derive(Clone)]
pub struct Observer {
    access_log: bool,
    seconds: Histogram,
    success: Counter,
    redirect: Counter,
    refused: Counter,
    failed: Counter,
    hit: Counter,
    miss: Counter,
    stale: Counter,
    render_seconds: Histogram,
    render_failed: Counter,
}

impl Observer {
    /// Registers the counters. `access_log`: a log line for each request.
    #[must_use]
    pub fn new(access_log: bool) -> Self {
        let responses =
            |class: &'static str| counter!("townperk_http_responses_total", "class" => class);
        let lookups = |met: &'static str| counter!("townperk_response_cache_total", "met" => met);
        Self {
            access_log,
            seconds: histogram!("townperk_http_request_seconds"),
            success: responses("2xx"),
            redirect: responses("3xx"),
            refused: responses("4xx"),
            failed: responses("5xx"),
            hit: lookups("hit"),
            miss: lookups("miss"),
            stale: lookups("stale"),
            render_seconds: histogram!("townperk_render_seconds"),
            render_failed: counter!("townperk_render_failures_total"),
        }
    }

    /// Notes an answered request.
    pub fn request(
        &self,
        request: &Parts,
        response: &Response<Body>,
        request_id: &str,
        took: Duration,
    ) {
        let status = response.status();
        self.seconds.record(took.as_secs_f64());
        match status.as_u16() {
            500.. => self.failed.increment(1),
            400.. => self.refused.increment(1),
            300.. => self.redirect.increment(1),
            _ => self.success.increment(1),
        }
        if self.access_log || status == StatusCode::INTERNAL_SERVER_ERROR {
            let millis = took.as_secs_f64() * 1000.0;
            tracing::info!(request_id, method = %request.method, path = request.uri.path(), status = status.as_u16(), millis, "request");
        }
    }

    /// Notes how a request met the response cache.
    pub fn cache(&self, met: Met) {
        match met {
            Met::Hit => self.hit.increment(1),
            Met::Miss => self.miss.increment(1),
            Met::Stale => self.stale.increment(1),
        }
    }

    /// Notes a rendered page.
    pub fn render(&self, took: Duration) {
        self.render_seconds.record(took.as_secs_f64());
    }

    /// Notes a page that could not be rendered.
    pub fn render_failed(&self) {
        self.render_failed.increment(1);
    }
}
