//! Answers that stay open and tell what happens (server-sent events).

use std::{
    convert::Infallible,
    future::Future,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use axum::{
    body::Body,
    http::{HeaderValue, Response, header},
};
use bytes::Bytes;
use hyper::body::Frame;
use serde::Serialize;
use tokio::sync::mpsc;

use crate::platform::{
    background::Closing,
    error::{Error, Result},
};

/// A line without meaning comes this often: whoever stands between takes a connection on which nothing happens for dead.
const COMMENT_PAUSE: Duration = Duration::from_secs(15);
/// Events that may wait for a client that reads slowly.
const WAITING: usize = 4;

/// Where events go.
#[derive(Debug)]
pub struct Events(mpsc::Sender<Bytes>);

impl Events {
    /// Sends `data` as JSON in an event called `name`; `false` when nobody listens any more.
    pub async fn send(&self, name: &str, data: &impl Serialize) -> Result<bool> {
        let json = serde_json::to_string(data)
            .map_err(|error| Error::Internal(format!("an event: {error}")))?;
        let event = format!("event: {name}\ndata: {json}\n\n");
        Ok(self.0.send(event.into()).await.is_ok())
    }
}

/// An answer that `feed` fills. It ends with `feed`, when the client goes, and when the server stops.
pub fn event_stream<F>(closing: Closing, feed: impl FnOnce(Events) -> F) -> Response<Body>
where
    F: Future<Output = ()> + Send + 'static,
{
    let (sender, receiver) = mpsc::channel(WAITING);
    let feed = feed(Events(sender.clone()));
    tokio::spawn(async move {
        tokio::select! {
            () = feed => {}
            () = comment(&sender) => {}
            () = sender.closed() => {}
            () = closing.asked() => {}
        }
    });
    let mut response = Response::new(Body::new(Frames(receiver)));
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, "text/event-stream"),
        (header::CACHE_CONTROL, "no-store"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // nginx would keep events until it has many.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

/// Until nobody listens any more.
async fn comment(sender: &mpsc::Sender<Bytes>) {
    loop {
        tokio::time::sleep(COMMENT_PAUSE).await;
        if sender
            .send(Bytes::from_static(b": open\n\n"))
            .await
            .is_err()
        {
            return;
        }
    }
}

struct Frames(mpsc::Receiver<Bytes>);

impl hyper::body::Body for Frames {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<std::result::Result<Frame<Bytes>, Infallible>>> {
        let next = self.0.poll_recv(context);
        next.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }
}
