//! Server-sent events.

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

/// How often a comment is sent, because proxies close connections that look idle.
const COMMENT_PAUSE: Duration = Duration::from_secs(15);
/// Events queued for a slow client.
const WAITING: usize = 4;

/// Sends events.
#[derive(Debug)]
pub struct Events(mpsc::Sender<Bytes>);

impl Events {
    /// Sends `data` as JSON in an event called `name`; `false` if the client is gone.
    ///
    /// # Errors
    ///
    /// When `data` can't be serialized.
    pub async fn send(&self, name: &str, data: &impl Serialize) -> Result<bool> {
        let json = serde_json::to_string(data)
            .map_err(|error| Error::Internal(format!("an event: {error}")))?;
        let event = format!("event: {name}\ndata: {json}\n\n");
        Ok(self.0.send(event.into()).await.is_ok())
    }
}

/// A response filled by `feed`. It ends with `feed`, when the client disconnects, or when the server stops.
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
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/event-stream"),
    );
    // nginx would buffer events.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}

/// Runs until the client is gone.
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
