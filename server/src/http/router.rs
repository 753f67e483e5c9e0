//! The table of contents of the edge.

use std::sync::Arc;

use axum::{Router, http::header, routing::get};
use tower_http::{catch_panic::CatchPanicLayer, limit::RequestBodyLimitLayer};

use super::{Edge, openapi, operator, public};

/// A request's body at most; uploads have a limit of their own.
const LARGEST_BODY: usize = 64 * 1024;

/// All routes of the server.
pub fn router(edge: Arc<Edge>) -> Router {
    Router::new()
        .route("/healthz", get(operator::healthz))
        .route("/readyz", get(operator::readyz))
        .route("/metrics", get(operator::metrics))
        .route("/api/openapi.json", get(describe))
        .fallback(public::serve)
        .layer(RequestBodyLimitLayer::new(LARGEST_BODY))
        .layer(CatchPanicLayer::new())
        .with_state(edge)
}

async fn describe() -> impl axum::response::IntoResponse {
    (
        [
            (header::CONTENT_TYPE, "application/json"),
            (header::CACHE_CONTROL, "no-cache"),
        ],
        openapi::document(),
    )
}
