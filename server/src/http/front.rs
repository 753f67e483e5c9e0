//! The shortest way out: a GET whose answer lies ready in the cache is answered before routing, guards and copies of
//! the request. Everything else goes on to the router. The bar is a file server (`DESIGN.md`, "page from cache").

use std::{
    convert::Infallible,
    error::Error,
    future::Future,
    net::SocketAddr,
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
use http_body_util::{Either, Full};
use hyper::service::Service;

use super::{Edge, cache::Met, negotiation::Encoding};

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

    /// The answer that lies ready for `request`, if there is one: its address is spelled as the cache's keys are, what
    /// it rests on has not changed, and it is there in the form that the client wants.
    fn ready_answer<B>(&self, request: &Request<B>) -> Option<Response<Full<Bytes>>> {
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
        let mut response = Response::new(Full::new(bytes));
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
