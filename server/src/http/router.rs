//! The table of contents of the edge.

use std::{net::SocketAddr, sync::Arc};

use axum::{
    Extension, Router,
    extract::{ConnectInfo, DefaultBodyLimit, Request, State},
    http::{HeaderValue, header},
    middleware::{self, Next},
    response::Response,
    routing::{MethodRouter, get},
};
use tower_http::{catch_panic::CatchPanicLayer, limit::RequestBodyLimitLayer};

use super::{Edge, observe, operator, public, screens};
use crate::platform::web::{ClientAddress, LargestBody, Route, same_origin};

/// A read's body at most: it has none that matters.
const LARGEST_BODY: usize = 64 * 1024;

/// What is answered beside public reads, pages and rooms.
#[must_use]
pub fn routes() -> Vec<(&'static str, MethodRouter<Arc<Edge>>)> {
    vec![
        ("/healthz", get(operator::healthz)),
        ("/readyz", get(operator::readyz)),
        ("/metrics", get(operator::metrics)),
    ]
}

/// All routes of the server. `rooms` are what the rooms answer by themselves, from the state `services`.
pub fn router<S>(edge: Arc<Edge>, rooms: Vec<Route<S>>, services: S) -> Router
where
    S: Clone + Send + Sync + 'static,
{
    routes()
        .into_iter()
        .fold(Router::new(), |router, (path, answers)| {
            router.route(path, answers)
        })
        .fallback(public::serve)
        .layer(RequestBodyLimitLayer::new(LARGEST_BODY))
        .merge(rooms_router(&edge, rooms, services))
        .method_not_allowed_fallback(public::refuse_method)
        .layer(CatchPanicLayer::new())
        .layer(middleware::from_fn_with_state(
            edge.clone(),
            observe::accompany,
        ))
        .with_state(edge)
}

fn rooms_router<S>(edge: &Arc<Edge>, rooms: Vec<Route<S>>, services: S) -> Router<Arc<Edge>>
where
    S: Clone + Send + Sync + 'static,
{
    let origin = edge.catalog.view().site().origin.as_str().into();
    let guard = middleware::from_fn_with_state::<_, Arc<str>, _>(origin, same_origin);
    rooms
        .into_iter()
        .fold(Router::new(), |router: Router<S>, route| {
            let limits = (
                DefaultBodyLimit::max(route.largest_body),
                Extension(LargestBody(route.largest_body)),
            );
            let handlers = route.handlers.layer(limits);
            let handlers = if route.from_other_sites {
                handlers
            } else {
                handlers.layer(guard.clone())
            };
            router.route(route.path, handlers)
        })
        .with_state(services)
        .layer(middleware::from_fn_with_state(
            edge.clone(),
            note_client_address,
        ))
        .layer(middleware::from_fn_with_state(edge.clone(), screens::draw))
        .layer(middleware::map_response(forbid_keeping))
}

/// What a room answers by itself is one person's, unless it says otherwise: no cache may give it to another.
async fn forbid_keeping(mut response: Response) -> Response {
    response
        .headers_mut()
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Handlers of rooms know the visitor behind our proxies. Reads are the same for everybody and need not.
async fn note_client_address(
    State(edge): State<Arc<Edge>>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    mut request: Request,
    next: Next,
) -> Response {
    let address = edge
        .trusted_proxies
        .address_behind(peer.ip(), request.headers());
    request.extensions_mut().insert(ClientAddress(address));
    next.run(request).await
}
