//! Endpoints for operators and monitoring: liveness, readiness, metrics.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use axum::{
    extract::{ConnectInfo, State},
    http::{HeaderMap, StatusCode, header},
    response::IntoResponse,
};
use metrics::gauge;
use sha2::{Digest, Sha256};

use super::Edge;
use crate::platform::{
    settings::{Secret, Settings},
    web::was_passed_on,
};

/// Who may see the metrics.
#[derive(Clone, Debug)]
pub enum Figures {
    /// Anyone who sends this token.
    ForToken(Secret),
    /// Programs on this machine.
    ForThisMachine,
    /// Nobody.
    Closed,
}

impl Figures {
    /// Reads it from the settings.
    #[must_use]
    pub fn of(settings: &Settings) -> Self {
        if !settings.metrics_token.reveal().is_empty() {
            Self::ForToken(settings.metrics_token.clone())
        } else if settings.is_production() {
            Self::Closed
        } else {
            Self::ForThisMachine
        }
    }
}

fn may_see_figures(figures: &Figures, peer: IpAddr, headers: &HeaderMap) -> bool {
    match figures {
        Figures::Closed => false,
        Figures::ForThisMachine => peer.is_loopback() && !was_passed_on(headers),
        Figures::ForToken(token) => headers
            .get(header::AUTHORIZATION)
            .and_then(|value| value.as_bytes().strip_prefix(b"Bearer "))
            // Compares hashes, so the time it takes reveals nothing about the token.
            .is_some_and(|sent| Sha256::digest(sent) == Sha256::digest(token.reveal())),
    }
}

/// The process is alive.
pub async fn healthz() -> impl IntoResponse {
    "ok\n"
}

/// The catalog is loaded, so every public read works, even while the database is down.
pub async fn readyz() -> impl IntoResponse {
    "ready\n"
}

/// Metrics in Prometheus' text format, for callers with the `metrics_token`. Without that setting, for programs on this
/// machine; in production for no one, because a proxy that adds no header makes every visitor look local.
pub async fn metrics(
    State(edge): State<Arc<Edge>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> impl IntoResponse {
    if !may_see_figures(&edge.figures, peer.ip(), &headers) {
        return (
            StatusCode::NOT_FOUND,
            [(header::CONTENT_TYPE, "text/plain")],
            "Not found.\n".to_owned(),
        );
    }
    let (answers, bytes) = edge.cache.size().await;
    let renders = edge.pages.stats();
    let figures = [
        ("townperk_response_cache_entries", answers),
        ("townperk_response_cache_bytes", bytes),
        ("townperk_render_queue_length", renders.queue_length as u64),
        ("townperk_render_runtimes_replaced", renders.replacements),
        ("townperk_catalog_revision", edge.catalog.revision()),
    ];
    #[expect(
        clippy::cast_precision_loss,
        reason = "a gauge is a float; these stay far below 2^53"
    )]
    edge.metrics.register(|| {
        for (name, value) in figures {
            gauge!(name).set(value as f64);
        }
    });
    (
        StatusCode::OK,
        [(header::CONTENT_TYPE, "text/plain; version=0.0.4")],
        edge.metrics.text(),
    )
}
