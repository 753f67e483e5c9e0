//! The whole server, as called by connections. A GET with a cached response is answered before routing, guards and
//! copies of the request; everything else goes to the router.

use std::{
    convert::Infallible,
    error::Error,
    future::Future,
    net::Ipv4Addr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::Body,
    extract::ConnectInfo,
    http::{HeaderValue, Method, Request, Response, header},
    routing::future::RouteFuture,
};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use http_body_util::{Either, Full};
use hyper::service::Service;

use super::{
    Edge, access_log, answer::Answer, cache::CacheStatus, negotiation::Encoding, refusals,
    request_log::names_one_host,
};
use crate::platform::web::{Peer, RequestId};

/// The whole server, as called by connections. Cheap to clone.
#[derive(Clone)]
pub struct Front {
    edge: Arc<Edge>,
    router: Router,
    /// The other end of the connection.
    peer: Peer,
    /// Whether that is a proxy of ours.
    is_proxy: bool,
    /// Whether cached pages are among the answers.
    has_pages: bool,
}

/// A request's ID, from a proxy and to the client.
const REQUEST_ID: &str = "x-request-id";

/// A cached body, or one from the router.
pub type Outgoing = Either<Full<Bytes>, Body>;

impl Front {
    /// Puts the fast path in front of `router`.
    #[must_use]
    pub fn new(edge: Arc<Edge>, router: Router) -> Self {
        Self {
            edge,
            router,
            peer: Peer::Network(Ipv4Addr::UNSPECIFIED.into()),
            is_proxy: false,
            has_pages: true,
        }
    }

    /// `router` alone, with the same limits on connections.
    #[must_use]
    pub fn without_pages(edge: Arc<Edge>, router: Router) -> Self {
        Self {
            has_pages: false,
            ..Self::new(edge, router)
        }
    }

    /// The same server, for a connection from `peer`.
    #[must_use]
    pub fn for_peer(&self, peer: impl Into<Peer>) -> Self {
        let peer = peer.into();
        Self {
            peer,
            is_proxy: self.edge.trusted_proxies.trusts(peer),
            ..self.clone()
        }
    }

    /// Whether connections from `peer` count against its limit. Not for our own proxies, which carry everyone's
    /// requests, or programs on this machine.
    pub(super) fn counts_connections_of(&self, peer: Peer) -> bool {
        !peer.address().is_loopback() && !self.edge.trusted_proxies.trusts(peer)
    }

    /// Logs that a network reached its connection limit.
    pub(super) fn note_full_network(&self) {
        refusals::note_full_network(&self.edge);
    }

    /// The cached response for `address` in the encoding that a client wants, if there is one: the address is spelled
    /// like the cache key, its dependencies haven't changed, and this form was sent before. It is counted as sent.
    /// `sent_id` is the request ID that came with the request.
    pub(super) fn cached(
        &self,
        address: &str,
        wanted: Encoding,
        sent_id: Option<&[u8]>,
    ) -> Option<CachedResponse> {
        if !self.has_pages {
            return None;
        }
        let started = Instant::now();
        let edge = &self.edge;
        let moment = edge.clock.now();
        let answer = edge.cache.ready(address, &edge.catalog.state(), moment)?;
        answer.whole(wanted)?;
        let request_id = edge.request_id(self.is_proxy, sent_id);
        edge.observer.cache(CacheStatus::Hit);
        edge.observer.answered(answer.status, started.elapsed());
        answer.count();
        Some(CachedResponse {
            started,
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
        let sent_id = request.headers().get(REQUEST_ID).map(HeaderValue::as_bytes);
        let cached = self.cached(address, Encoding::preferred(request.headers()), sent_id)?;
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
            .insert(REQUEST_ID, cached.request_id.header());
        Some(response)
    }

    /// Whether requests are logged.
    pub(super) fn logs_requests(&self) -> bool {
        self.edge.access_log.is_on()
    }

    /// Logs a cached response that was written without hyper. The client sent `agent`, and these
    /// values of `X-Forwarded-For`.
    pub(super) fn log_sent<'a>(
        &self,
        cached: &CachedResponse,
        address: &str,
        (agent, forwarded): (&[u8], impl Iterator<Item = &'a [u8]>),
    ) {
        let (_, body) = cached.bytes();
        self.edge.access_log.add(access_log::Line {
            at: cached.moment,
            client: self.edge.trusted_proxies.address_in(self.peer, forwarded),
            method: Method::GET,
            path: access_log::cut(path_of(address)),
            status: cached.answer.status.as_u16(),
            bytes: body.len() as u64,
            took: cached.started.elapsed(),
            agent: access_log::cut(&String::from_utf8_lossy(agent)),
            request_id: cached.request_id.as_str().to_owned(),
        });
    }

    /// The line of a request, if requests are logged.
    fn open_line<B>(&self, request: &Request<B>) -> Option<access_log::Open> {
        if !self.logs_requests() {
            return None;
        }
        let edge = &self.edge;
        let agent = request.headers().get(header::USER_AGENT);
        let agent = agent.map(|agent| String::from_utf8_lossy(agent.as_bytes()));
        let line = access_log::Line {
            at: edge.clock.now(),
            client: edge
                .trusted_proxies
                .address_behind(self.peer, request.headers()),
            method: request.method().clone(),
            path: access_log::cut(request.uri().path()),
            status: 0,
            bytes: 0,
            took: Duration::ZERO,
            agent: access_log::cut(&agent.unwrap_or_default()),
            request_id: String::new(),
        };
        Some(access_log::Open::new(edge.access_log.clone(), line))
    }
}

/// A cached response, about to be sent.
pub(super) struct CachedResponse {
    answer: Arc<Answer>,
    form: Encoding,
    started: Instant,
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
        let line = self.open_line(&request);
        if let Some(response) = self.cached_response(&request) {
            let made = Made::Ready(Some(response));
            return Answering { made, line };
        }
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(self.peer));
        let routed = tower::Service::call(&mut self.router.clone(), request);
        Answering {
            made: Made::Routed(routed),
            line,
        }
    }
}

/// A response in the making.
pub struct Answering {
    made: Made,
    /// If requests are logged.
    line: Option<access_log::Open>,
}

/// A cached response (until it is taken), or one from the router.
enum Made {
    /// The cached response.
    Ready(Option<Response<Full<Bytes>>>),
    /// The router's response.
    Routed(RouteFuture<Infallible>),
}

impl Future for Answering {
    type Output = Result<Response<Outgoing>, Infallible>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let answering = self.get_mut();
        let answer = match &mut answering.made {
            Made::Ready(answer) => match answer.take() {
                Some(answer) => answer.map(Either::Left),
                // Unreachable: a completed future is not polled again.
                None => return Poll::Pending,
            },
            Made::Routed(answer) => {
                let Ok(answer) = ready!(Pin::new(answer).poll(context));
                answer.map(Either::Right)
            }
        };
        Poll::Ready(Ok(match answering.line.take() {
            Some(line) => line.follow(answer.map(Body::new)).map(Either::Right),
            None => answer,
        }))
    }
}
