//! The server's routes.

use std::sync::Arc;

use axum::{
    Extension, Router,
    extract::{ConnectInfo, DefaultBodyLimit, Request, State},
    http::Method,
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::{MethodRouter, get},
};
use tower_http::{catch_panic::CatchPanicLayer, limit::RequestBodyLimitLayer};

use super::{Edge, operator, packing, private_pages, public, refusals, request_log};
use crate::platform::web::{
    Access, ClientAddress, Guard, LargestBody, Peer, RequestId, Route, refusal, same_origin,
};

/// Largest body of a read, which is ignored anyway.
const LARGEST_BODY: usize = 64 * 1024;

/// URLs under `/api/admin/` open to everyone: signing in, and checking whether one is signed in.
const OPEN_TO_EVERYBODY: [&str; 3] = [
    "/api/admin/login",
    "/api/admin/sign-in-link",
    "/api/admin/status",
];

/// Routes other than public reads, pages and rooms.
#[must_use]
pub fn routes() -> Vec<(&'static str, MethodRouter<Arc<Edge>>)> {
    vec![
        ("/healthz", get(operator::healthz)),
        ("/readyz", get(operator::readyz)),
        ("/metrics", get(operator::metrics)),
    ]
}

/// All routes of the server. `rooms` are the rooms' own endpoints, with the state `services`; `guard` decides who may
/// use them.
pub fn router<S>(edge: Arc<Edge>, rooms: Vec<Route<S>>, services: S, guard: Guard) -> Router
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
        .merge(rooms_router(&edge, rooms, services, &guard))
        .method_not_allowed_fallback(public::refuse_method)
        .layer(middleware::from_fn_with_state(guard, guard_administration))
        .layer(middleware::from_fn_with_state(edge.clone(), packing::pack))
        .layer(CatchPanicLayer::new())
        .layer(middleware::from_fn_with_state(
            edge.clone(),
            request_log::trace_request,
        ))
        .with_state(edge)
}

fn rooms_router<S>(
    edge: &Arc<Edge>,
    rooms: Vec<Route<S>>,
    services: S,
    guard: &Guard,
) -> Router<Arc<Edge>>
where
    S: Clone + Send + Sync + 'static,
{
    let origin = edge.catalog.view().site().origin.as_str().into();
    let same_origin = middleware::from_fn_with_state::<_, Arc<str>, _>(origin, same_origin);
    rooms
        .into_iter()
        .fold(Router::new(), |router: Router<S>, route| {
            let limits = (
                DefaultBodyLimit::max(route.largest_body),
                Extension(LargestBody(route.largest_body)),
            );
            let (path, from_other_sites) = (route.path, route.from_other_sites);
            let handlers = guarded(edge, route, guard).layer(limits);
            let handlers = if from_other_sites {
                handlers
            } else {
                handlers.layer(same_origin.clone())
            };
            router.route(path, handlers)
        })
        .with_state(services)
        .layer(middleware::from_fn_with_state(
            edge.clone(),
            note_client_address,
        ))
        .layer(middleware::from_fn_with_state(
            edge.clone(),
            private_pages::draw,
        ))
}

/// A room's handlers, each behind the guard. If the URL is also a public read, its GET is still answered from the
/// cache.
fn guarded<S>(edge: &Arc<Edge>, route: Route<S>, guard: &Guard) -> MethodRouter<S>
where
    S: Clone + Send + Sync + 'static,
{
    let is_read_too = !route.answers(&Method::GET) && edge.reads.answers(route.path);
    let handlers = route
        .endpoints
        .into_iter()
        .fold(MethodRouter::new(), |handlers, endpoint| {
            let (guard, access) = (guard.clone(), endpoint.access);
            let admit = middleware::from_fn(move |request: Request, next: Next| {
                let admission = guard(access, request);
                async move {
                    match admission.await {
                        Ok(request) => next.run(request).await,
                        Err(refused) => refused.into_response(),
                    }
                }
            });
            handlers.merge(endpoint.handler.layer(admit))
        });
    if !is_read_too {
        return handlers;
    }
    let edge = edge.clone();
    handlers.get(move |request_id: Extension<RequestId>, request: Request| {
        public::serve(State(edge.clone()), request_id, request)
    })
}

/// Everything under the admin prefix requires a session, so that strangers can't even learn which URLs exist.
async fn guard_administration(
    State(guard): State<Guard>,
    Extension(request_id): Extension<RequestId>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    if !packing::is_of_the_panel(path) || OPEN_TO_EVERYBODY.contains(&path) {
        return next.run(request).await;
    }
    match guard(Access::Administrator, request).await {
        Ok(request) => next.run(request).await,
        Err(refused) => refusal::answer(&refused, request_id.as_str()),
    }
}

/// Rooms' handlers need the visitor's address from behind our proxies. Reads are the same for everyone and don't.
async fn note_client_address(
    State(edge): State<Arc<Edge>>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    mut request: Request,
    next: Next,
) -> Response {
    refusals::note_unknown_proxy(&edge, peer, request.headers());
    let address = edge.trusted_proxies.address_behind(peer, request.headers());
    request.extensions_mut().insert(ClientAddress(address));
    next.run(request).await
}
