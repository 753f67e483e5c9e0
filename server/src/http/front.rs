//! The whole server, as connections call it. A GET whose answer lies ready in the cache is answered before routing, guards
//! and copies of the request, everything else goes on to the router.

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
    Edge, answer::Answer, cache::Met, negotiation::Encoding, observe::names_one_host, refusals,
};
use crate::platform::web::RequestId;

/// The whole server, as connections call it. Cheap to clone.
#[derive(Clone)]
pub struct Front {
    edge: Arc<Edge>,
    router: Router,
    /// Who is at the other end of the connection.
    peer: SocketAddr,
}

/// A body that lies ready, or one that the router makes.
pub type Outgoing = Either<Full<Bytes>, Body>;

impl Front {
    /// Puts the short way in front of `router`.
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

    /// Whether connections from `peer` are counted against it: not those of our own proxies, which bring everybody's
    /// requests, nor those of programs on this machine.
    pub(super) fn counts_connections_of(&self, peer: IpAddr) -> bool {
        !peer.to_canonical().is_loopback() && !self.edge.trusted_proxies.contains(peer)
    }

    /// Says that `peer` wanted more connections than it may have.
    pub(super) fn note_crowd(&self, peer: IpAddr) {
        refusals::note_crowd(&self.edge, peer);
    }

    /// The answer that lies ready at `address` in the form that a client wants, if there is one: the address is spelled as
    /// the cache's keys are, what the answer rests on has not changed, and the form was sent before. Whoever asks sends it:
    /// it counts as answered.
    pub(super) fn ready(&self, address: &str, wanted: Encoding) -> Option<Ready> {
        let started = Instant::now();
        let edge = &self.edge;
        let moment = edge.clock.now();
        let answer = edge.cache.ready(address, &edge.catalog.state(), moment)?;
        answer.whole(wanted)?;
        let request_id = edge.request_ids.next();
        edge.observer.cache(Met::Hit);
        edge.observer.request(
            (&Method::GET, path_of(address)),
            answer.status,
            &request_id,
            started.elapsed(),
        );
        Some(Ready {
            answer,
            form: wanted,
            request_id,
            moment,
        })
    }

    /// The same for a request that hyper has read, or a test made.
    fn ready_answer<B>(&self, request: &Request<B>) -> Option<Response<Full<Bytes>>> {
        if request.method() != Method::GET
            || request.headers().contains_key(header::IF_NONE_MATCH)
            || !names_one_host(request.version(), request.headers())
        {
            return None;
        }
        let address = request.uri().path_and_query()?.as_str();
        let ready = self.ready(address, Encoding::preferred(request.headers()))?;
        let (head, bytes) = ready.answer.whole(ready.form)?;
        let mut response = Response::new(Full::new(bytes.clone()));
        *response.status_mut() = ready.answer.status;
        *response.headers_mut() = head.map().clone();
        response.headers_mut().insert(
            header::ETAG,
            ready.answer.body.entity_tag(ready.answer.body.kept()),
        );
        response
            .headers_mut()
            .insert("x-request-id", ready.request_id.header());
        Some(response)
    }
}

/// An answer out of the cache, about to be sent.
pub(super) struct Ready {
    answer: Arc<Answer>,
    form: Encoding,
    pub request_id: RequestId,
    pub moment: DateTime<Utc>,
}

impl Ready {
    /// The two parts of the head, but for its end, and the body.
    pub fn bytes(&self) -> ((&[u8], &[u8]), &[u8]) {
        match self.answer.whole(self.form) {
            Some((head, body)) => (head.bytes(), body),
            // It was there when the answer was found, and forms stay.
            None => Default::default(),
        }
    }
}

/// The address without its query.
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
        if let Some(response) = self.ready_answer(&request) {
            return Answering::Ready(Some(response));
        }
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(self.peer));
        Answering::Routed(tower::Service::call(&mut self.router.clone(), request))
    }
}

/// An answer that lies ready (until it is taken), or one that the router gives.
pub enum Answering {
    /// There it is.
    Ready(Option<Response<Full<Bytes>>>),
    /// The router's.
    Routed(RouteFuture<Infallible>),
}

impl Future for Answering {
    type Output = Result<Response<Outgoing>, Infallible>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.get_mut() {
            Self::Ready(answer) => match answer.take() {
                Some(answer) => Poll::Ready(Ok(answer.map(Either::Left))),
                // Taken already: nobody asks a future twice.
                None => Poll::Pending,
            },
            Self::Routed(answer) => {
                let Ok(answer) = ready!(Pin::new(answer).poll(context));
                Poll::Ready(Ok(answer.map(Either::Right)))
            }
        }
    }
}
