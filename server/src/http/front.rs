//! The whole server, as called by connections. A GET with a cached response is answered before routing, guards and
//! copies of the request; everything else goes to the router.

use std::{
    convert::Infallible,
    error::Error,
    future::Future,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Instant,
};

use axum::{
    Router,
    body::Body,
    extract::ConnectInfo,
    http::{Method, Request, Response, header},
    routing::future::RouteFuture,
};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use http_body_util::{Either, Full};
use hyper::service::Service;

use super::{
    Edge, answer::Answer, cache::CacheStatus, negotiation::Encoding, refusals,
    request_log::names_one_host,
};
use crate::platform::web::RequestId;

/// The whole server, as called by connections. Cheap to clone.
#[derive(Clone)]
pub struct Front {
    edge: Arc<Edge>,
    router: Router,
    /// The other end of the connection.
    peer: SocketAddr,
}

/// A cached body, or one from the router.
pub type Outgoing = Either<Full<Bytes>, Body>;

impl Front {
    /// Puts the fast path in front of `router`.
    #[must_use]
    pub fn new(edge: Arc<Edge>, router: Router) -> Self {
        Self {
            edge,
            router,
            peer: SocketAddr::from(([0, 0, 0, 0], 0)),
        }
    }

    /// The same server, for a connection from `peer`.
    #[must_use]
    pub fn for_peer(&self, peer: SocketAddr) -> Self {
        Self {
            peer,
            ..self.clone()
        }
    }

    /// Whether connections from `peer` count against its limit. Not for our own proxies, which carry everyone's
    /// requests, or programs on this machine.
    pub(super) fn counts_connections_of(&self, peer: IpAddr) -> bool {
        !peer.to_canonical().is_loopback() && !self.edge.trusted_proxies.contains(peer)
    }

    /// Logs that a network reached its connection limit.
    pub(super) fn note_full_network(&self) {
        refusals::note_full_network(&self.edge);
    }

    /// The cached response for `address` in the encoding that a client wants, if there is one: the address is spelled
    /// like the cache key, its dependencies haven't changed, and this form was sent before. It is counted as sent.
    pub(super) fn cached(&self, address: &str, wanted: Encoding) -> Option<CachedResponse> {
        let started = Instant::now();
        let edge = &self.edge;
        let moment = edge.clock.now();
        let answer = edge.cache.ready(address, &edge.catalog.state(), moment)?;
        answer.whole(wanted)?;
        let request_id = edge.request_ids.next();
        edge.observer.cache(CacheStatus::Hit);
        edge.observer.request(
            (&Method::GET, path_of(address)),
            answer.status,
            &request_id,
            started.elapsed(),
        );
        Some(CachedResponse {
            answer,
            form: wanted,
            request_id,
            moment,
        })
    }

    /// The same for a request that hyper parsed, or that a test built.
    fn cached_response<B>(&self, request: &Request<B>) -> Option<Response<Full<Bytes>>> {
        if request.method() != Method::GET
            || request.headers().contains_key(header::IF_NONE_MATCH)
            || !names_one_host(request.version(), request.headers())
        {
            return None;
        }
        let address = request.uri().path_and_query()?.as_str();
        let cached = self.cached(address, Encoding::preferred(request.headers()))?;
        let (head, bytes) = cached.answer.whole(cached.form)?;
        let mut response = Response::new(Full::new(bytes.clone()));
        *response.status_mut() = cached.answer.status;
        *response.headers_mut() = head.map().clone();
        response.headers_mut().insert(
            header::ETAG,
            cached.answer.body.entity_tag(cached.answer.body.kept()),
        );
        response
            .headers_mut()
            .insert("x-request-id", cached.request_id.header());
        Some(response)
    }
}

/// A cached response, about to be sent.
pub(super) struct CachedResponse {
    answer: Arc<Answer>,
    form: Encoding,
    pub request_id: RequestId,
    pub moment: DateTime<Utc>,
}

impl CachedResponse {
    /// The two parts of the head without its end, and the body.
    pub fn bytes(&self) -> ((&[u8], &[u8]), &[u8]) {
        match self.answer.whole(self.form) {
            Some((head, body)) => (head.bytes(), body),
            // Present when the response was found, and stored forms aren't removed.
            None => Default::default(),
        }
    }
}

/// The path without its query.
fn path_of(address: &str) -> &str {
    address.split_once('?').map_or(address, |(path, _)| path)
}

impl<B> Service<Request<B>> for Front
where
    B: hyper::body::Body<Data = Bytes> + Send + 'static,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    type Response = Response<Outgoing>;
    type Error = Infallible;
    type Future = Answering;

    fn call(&self, request: Request<B>) -> Answering {
        if let Some(response) = self.cached_response(&request) {
            return Answering::Ready(Some(response));
        }
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(self.peer));
        Answering::Routed(tower::Service::call(&mut self.router.clone(), request))
    }
}

/// A cached response (until it is taken), or one from the router.
pub enum Answering {
    /// The cached response.
    Ready(Option<Response<Full<Bytes>>>),
    /// The router's response.
    Routed(RouteFuture<Infallible>),
}

impl Future for Answering {
    type Output = Result<Response<Outgoing>, Infallible>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.get_mut() {
            Self::Ready(answer) => match answer.take() {
                Some(answer) => Poll::Ready(Ok(answer.map(Either::Left))),
                // Unreachable: a completed future is not polled again.
                None => Poll::Pending,
            },
            Self::Routed(answer) => {
                let Ok(answer) = ready!(Pin::new(answer).poll(context));
                Poll::Ready(Ok(answer.map(Either::Right)))
            }
        }
    }
}
