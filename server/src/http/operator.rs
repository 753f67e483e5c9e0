//! What operators and their programs ask: is it alive, can it serve, how does it do.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    extract::{ConnectInfo, State},
    http::{HeaderMap, StatusCode, header},
    response::IntoResponse,
};
use metrics::gauge;

use super::Edge;

/// The process is alive.
pub async fn healthz() -> impl IntoResponse {
    ([(header::CACHE_CONTROL, "no-store")], "ok\n")
}

/// The catalog is loaded, so every public read can be answered; it stays so while the database is away.
pub async fn readyz() -> impl IntoResponse {
    ([(header::CACHE_CONTROL, "no-store")], "ready\n")
}

/// Figures in Prometheus' text format, for programs on this machine. A request that a proxy passed on is refused.
pub async fn metrics(
    State(edge): State<Arc<Edge>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    headers: HeaderMap,
) -> impl IntoResponse {
    let passed_on =
        headers.contains_key("x-forwarded-for") || headers.contains_key(header::FORWARDED);
    if !peer.ip().is_loopback() || passed_on {
        return (
            StatusCode::NOT_FOUND,
            [
                (header::CONTENT_TYPE, "text/plain"),
                (header::CACHE_CONTROL, "no-store"),
            ],
            "Not found.\n".to_owned(),
        );
    }
    let (answers, bytes) = edge.cache.size();
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
        [
            (header::CONTENT_TYPE, "text/plain; version=0.0.4"),
            (header::CACHE_CONTROL, "no-store"),
        ],
        edge.metrics.text(),
    )
}
