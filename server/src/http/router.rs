//! The table of contents of the edge.

use std::sync::Arc;

use axum::{
    Router,
    http::header,
    middleware,
    routing::{MethodRouter, get},
};
use tower_http::{catch_panic::CatchPanicLayer, limit::RequestBodyLimitLayer};

use super::{Edge, observe, openapi, operator, public};

/// A request's body at most; uploads have a limit of their own.
const LARGEST_BODY: usize = 64 * 1024;

/// What is answered beside public reads and pages.
#[must_use]
pub fn routes() -> Vec<(&'static str, MethodRouter<Arc<Edge>>)> {
    vec![
        ("/healthz", get(operator::healthz)),
        ("/readyz", get(operator::readyz)),
        ("/metrics", get(operator::metrics)),
        ("/api/openapi.json", get(describe)),
    ]
}

/// All routes of the server.
pub fn router(edge: Arc<Edge>) -> Router {
    routes()
        .into_iter()
        .fold(Router::new(), |router, (path, answers)| {
            router.route(path, answers)
        })
        .fallback(public::serve)
        .method_not_allowed_fallback(public::serve)
        .layer(RequestBodyLimitLayer::new(LARGEST_BODY))
        .layer(CatchPanicLayer::new())
        .layer(middleware::from_fn_with_state(
            edge.clone(),
            observe::accompany,
        ))
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
