//! The shortest way out: a GET whose answer lies ready in the cache is answered before routing, guards and copies of
//! the request. Everything else goes on to the router. The bar is a file server (`DESIGN.md`, "page from cache").

use std::{
    convert::Infallible,
    future::{Future, Ready, ready},
    net::SocketAddr,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::Instant,
};

use axum::{
    Router,
    body::Body,
    extract::{ConnectInfo, Request},
    http::{Method, Response, header},
    routing::future::RouteFuture,
    serve::IncomingStream,
};
use tokio::net::TcpListener;
use tower::Service;

use super::{Edge, cache::Met, negotiation::Encoding};

/// The whole server, as connections call it. Cheap to clone.
#[derive(Clone)]
pub struct Front {
    edge: Arc<Edge>,
    router: Router,
    /// Who is at the other end of the connection.
    peer: Option<SocketAddr>,
}

impl Front {
    /// Puts the short way in front of `router`.
    #[must_use]
    pub fn new(edge: Arc<Edge>, router: Router) -> Self {
        Self {
            edge,
            router,
            peer: None,
        }
    }

    /// The answer that lies ready for `request`, if there is one: its address is spelled as the cache's keys are, what
    /// it rests on has not changed, and it is there in the form that the client wants.
    fn ready_answer(&self, request: &Request) -> Option<Response<Body>> {
        if request.method() != Method::GET || request.headers().contains_key(header::IF_NONE_MATCH)
        {
            return None;
        }
        let started = Instant::now();
        let edge = &self.edge;
        let address = request.uri().path_and_query()?.as_str();
        let answer = edge
            .cache
            .ready(address, &edge.catalog.state(), edge.clock.now())?;
        let (head, bytes) = answer.whole(Encoding::preferred(request.headers()))?;
        let request_id = edge.request_ids.next();
        let mut response = Response::new(Body::from(bytes));
        *response.status_mut() = answer.status;
        *response.headers_mut() = head.clone();
        response
            .headers_mut()
            .insert("x-request-id", request_id.header());
        edge.observer.cache(Met::Hit);
        edge.observer.request(
            (request.method(), request.uri()),
            answer.status,
            &request_id,
            started.elapsed(),
        );
        Some(response)
    }
}

impl Service<Request> for Front {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Answering;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        <Router as Service<Request>>::poll_ready(&mut self.router, context)
    }

    fn call(&mut self, mut request: Request) -> Answering {
        if let Some(response) = self.ready_answer(&request) {
            return Answering::Ready(ready(Ok(response)));
        }
        if let Some(peer) = self.peer {
            request.extensions_mut().insert(ConnectInfo(peer));
        }
        Answering::Routed(self.router.call(request))
    }
}

/// A new connection.
impl Service<IncomingStream<'_, TcpListener>> for Front {
    type Response = Self;
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, connection: IncomingStream<'_, TcpListener>) -> Self::Future {
        ready(Ok(Self {
            peer: Some(*connection.remote_addr()),
            ..self.clone()
        }))
    }
}

/// An answer that lies ready, or one that the router gives.
pub enum Answering {
    /// There it is.
    Ready(Ready<Result<Response<Body>, Infallible>>),
    /// The router's.
    Routed(RouteFuture<Infallible>),
}

impl Future for Answering {
    type Output = Result<Response<Body>, Infallible>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.get_mut() {
            Self::Ready(answer) => Pin::new(answer).poll(context),
            Self::Routed(answer) => Pin::new(answer).poll(context),
        }
    }
}
