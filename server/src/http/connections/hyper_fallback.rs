//! Requests that hyper reads and the router answers, until the connection is idle and the next request is a GET that
//! the fast path can try.

use std::{
    convert::Infallible,
    future::poll_fn,
    pin::Pin,
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use hyper::{
    Request, Response,
    body::{Body, Frame, Incoming, SizeHint},
    server::conn::http1,
    service::Service,
};
use hyper_util::rt::TokioIo;

use super::{
    Stop,
    progress::{Exchange, InWork, Progress},
    wire::Wire,
};
use crate::http::{Front, Outgoing, front::Answering};

/// The state of a connection after hyper is done with it.
pub struct AfterHyper {
    pub wire: Wire,
    /// The first bytes of the next request, if there are any.
    pub received: Bytes,
    /// The client or the server wants no further request.
    pub is_over: bool,
}

/// Answers at least one request on `wire`, unless the client disconnects or sends something other than HTTP.
pub async fn answer(
    http: &http1::Builder,
    wire: Wire,
    front: Front,
    stop: &mut Stop,
) -> AfterHyper {
    let progress = wire.progress().clone();
    let service = Tracked {
        front,
        progress: progress.clone(),
    };
    let mut connection = http.serve_connection(TokioIo::new(wire), service);
    let (mut is_ending, mut is_done) = (false, false);
    let ended = poll_fn(|context| {
        loop {
            if !is_done {
                match Pin::new(&mut connection).poll(context) {
                    Poll::Ready(Ok(())) => is_done = true,
                    Poll::Ready(Err(error)) => return Poll::Ready(Err(error)),
                    Poll::Pending if is_ending => return Poll::Pending,
                    Poll::Pending if progress.is_wanted_back() => return Poll::Ready(Ok(false)),
                    // Checked after hyper has had its turn, so that requests already sent are answered.
                    Poll::Pending if stop.is_asked(context) => {
                        if progress.is_between_requests() {
                            return Poll::Ready(Ok(false));
                        }
                        is_ending = true;
                        Pin::new(&mut connection).graceful_shutdown();
                        continue;
                    }
                    Poll::Pending => return Poll::Pending,
                }
            }
            // After a protocol upgrade, hyper returns before everything is written.
            return Pin::new(&mut connection).poll(context).map_ok(|()| true);
        }
    })
    .await;
    let is_over = ended.unwrap_or_else(|error| {
        tracing::debug!(%error, "a connection ended early");
        true
    });
    let parts = connection.into_parts();
    let mut wire = parts.io.into_inner();
    let unseen = wire.take_back();
    AfterHyper {
        wire,
        received: [parts.read_buf, unseen].concat().into(),
        is_over,
    }
}

/// The router, with its in-flight requests tracked.
struct Tracked {
    front: Front,
    progress: Progress,
}

impl Service<Request<Incoming>> for Tracked {
    type Response = Response<GivenBody>;
    type Error = Infallible;
    type Future = TrackedAnswer;

    fn call(&self, request: Request<Incoming>) -> TrackedAnswer {
        let exchange = self.progress.begin_exchange();
        let request = request.map(|body| AskedBody::new(body, &self.progress));
        TrackedAnswer {
            answering: self.front.call(request),
            open: Some((exchange, self.progress.begin_work())),
        }
    }
}

/// A request body.
struct AskedBody {
    body: Incoming,
    /// Where it counts as unread until it has been read.
    unread_in: Option<Progress>,
}

impl AskedBody {
    fn new(body: Incoming, progress: &Progress) -> Self {
        let unread_in = (!body.is_end_stream()).then(|| {
            progress.expect_body();
            progress.clone()
        });
        Self { body, unread_in }
    }
}

impl Body for AskedBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        let is_read = frame.is_none() || self.body.is_end_stream();
        if is_read && let Some(progress) = self.unread_in.take() {
            progress.end_body();
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A response being sent.
struct TrackedAnswer {
    answering: Answering,
    open: Option<(Exchange, InWork)>,
}

impl Future for TrackedAnswer {
    type Output = Result<Response<GivenBody>, Infallible>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let Ok(answer) = ready!(Pin::new(&mut self.answering).poll(context));
        let exchange = self.open.take().map(|(exchange, _)| exchange);
        Poll::Ready(Ok(answer.map(|body| GivenBody {
            body,
            _open: exchange,
        })))
    }
}

/// A response body. Hyper drops it after taking its last bytes.
struct GivenBody {
    body: Outgoing,
    _open: Option<Exchange>,
}

impl Body for GivenBody {
    type Data = Bytes;
    type Error = <Outgoing as Body>::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
