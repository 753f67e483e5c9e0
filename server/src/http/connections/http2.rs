//! HTTP/2 (RFC 9113), as browsers speak it over TLS: every request goes to hyper. Its limits keep one connection from
//! costing more than many connections of HTTP/1.1.

use std::{
    convert::Infallible,
    future::poll_fn,
    pin::{Pin, pin},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use hyper::{
    Request, Response,
    body::Incoming,
    server::conn::http2::{Builder, Connection},
    service::Service,
};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::time::timeout;

use super::{
    Ended, LONGEST_HEAD, Stop, hear_out,
    progress::{InWork, Progress},
    stream::Stream,
};
use crate::http::{Front, Outgoing, front::Answering};

/// Requests that one connection may have open. RFC 9113 (6.5.2) recommends no fewer.
const STREAMS: u32 = 100;

/// Requests that a client may take back before the connection is closed, beyond those that it let us answer. Browsers
/// take some back when their user moves on; a flood of them ("rapid reset") costs us work and its sender nothing.
const RESETS: u64 = 100;

/// Bytes of request bodies that may arrive before they are read: per connection, and per request.
const WINDOW: u32 = 1 << 20;
const STREAM_WINDOW: u32 = 256 << 10;

/// Bytes of a response that wait for its client.
const SEND_BUFFER: usize = 64 << 10;

/// How long a connection that is being closed may take to hear that.
const FAREWELL: Duration = Duration::from_secs(2);

type Http2<'a> = Connection<TokioIo<&'a mut Stream>, Counted, TokioExecutor>;

/// Answers requests until the client or the server ends the connection, or nothing moves for `idle_timeout`.
pub async fn answer(
    mut stream: Stream,
    front: Front,
    progress: (&Progress, Duration),
    stop: &mut Stop,
) -> Result<(), Ended> {
    serve(&mut stream, front, progress, stop).await?;
    // At a stop too: a client answers a farewell with its own, which fails where nobody reads it.
    hear_out(&mut stream).await?;
    Ok(())
}

async fn serve(
    stream: &mut Stream,
    front: Front,
    (progress, idle_timeout): (&Progress, Duration),
    stop: &mut Stop,
) -> Result<(), Ended> {
    let mut http = Builder::new(TokioExecutor::new());
    http.max_concurrent_streams(STREAMS)
        .max_header_list_size(u32::try_from(LONGEST_HEAD).unwrap_or(u32::MAX))
        .initial_connection_window_size(WINDOW)
        .initial_stream_window_size(STREAM_WINDOW)
        .max_send_buf_size(SEND_BUFFER);
    let requests = Requests::default();
    let service = Counted {
        front,
        progress: progress.clone(),
        requests: requests.clone(),
    };
    let mut connection = pin!(http.serve_connection(TokioIo::new(stream), service));
    let driven = drive(connection.as_mut(), &requests, stop);
    if let Some(ended) = progress.with_progress_timeout(idle_timeout, driven).await {
        return ended;
    }
    // A client that is told doesn't send its next request into a connection that is gone.
    connection.as_mut().graceful_shutdown();
    timeout(FAREWELL, connection).await??;
    Ok(())
}

async fn drive(
    mut connection: Pin<&mut Http2<'_>>,
    requests: &Requests,
    stop: &mut Stop,
) -> Result<(), Ended> {
    let mut is_ending = false;
    poll_fn(|context| {
        loop {
            if let Poll::Ready(ended) = connection.as_mut().poll(context) {
                return Poll::Ready(ended.map_err(Ended::from));
            }
            if requests.are_too_often_taken_back() {
                return Poll::Ready(Err("the client takes back its requests".into()));
            }
            if is_ending || !stop.is_asked(context) {
                return Poll::Pending;
            }
            is_ending = true;
            connection.as_mut().graceful_shutdown();
        }
    })
    .await
}

/// How a connection's requests ended.
#[derive(Clone, Debug, Default)]
struct Requests(Arc<Ends>);

#[derive(Debug, Default)]
struct Ends {
    answered: AtomicU64,
    taken_back: AtomicU64,
}

impl Requests {
    fn are_too_often_taken_back(&self) -> bool {
        let [answered, taken_back] =
            [&self.0.answered, &self.0.taken_back].map(|count| count.load(Ordering::Relaxed));
        taken_back > RESETS + answered
    }
}

/// The router, with its requests counted.
struct Counted {
    front: Front,
    progress: Progress,
    requests: Requests,
}

impl Service<Request<Incoming>> for Counted {
    type Response = Response<Outgoing>;
    type Error = Infallible;
    type Future = CountedAnswer;

    fn call(&self, request: Request<Incoming>) -> CountedAnswer {
        CountedAnswer {
            answering: self.front.call(request),
            open: Some(self.progress.begin_work()),
            requests: self.requests.clone(),
        }
    }
}

/// A response in the making. Hyper drops it when the client takes its request back.
struct CountedAnswer {
    answering: Answering,
    open: Option<InWork>,
    requests: Requests,
}

impl Future for CountedAnswer {
    type Output = Result<Response<Outgoing>, Infallible>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let answer = ready!(Pin::new(&mut self.answering).poll(context));
        if self.open.take().is_some() {
            self.requests.0.answered.fetch_add(1, Ordering::Relaxed);
        }
        Poll::Ready(answer)
    }
}

impl Drop for CountedAnswer {
    fn drop(&mut self) {
        if self.open.is_some() {
            self.requests.0.taken_back.fetch_add(1, Ordering::Relaxed);
        }
    }
}
