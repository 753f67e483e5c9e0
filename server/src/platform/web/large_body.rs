//! Bodies that may take long, as long as they make progress.

use std::{pin::pin, time::Duration};

use axum::{
    body::{Body, Bytes, HttpBody},
    extract::{FromRequest, Request},
};
use http_body_util::BodyExt;
use tokio::time::{Instant, timeout_at};

use super::LargestBody;
use crate::platform::error::Error;

/// The minimum rate at which a client must send.
#[derive(Clone, Copy, Debug)]
struct Pace {
    /// How often the rate is checked.
    period: Duration,
    /// Bytes in each period.
    bytes: usize,
}

/// Five megabytes over a slow phone connection take minutes, which is fine; a client that sends next to nothing only
/// ties up a connection and memory.
const PACE: Pace = Pace {
    period: Duration::from_secs(20),
    bytes: 40_000,
};

/// The raw body, however long it takes while it makes progress. Routes that accept it set
/// [`Route::with_largest_body`](super::Route::with_largest_body).
#[derive(Clone, Debug)]
pub struct LargeBody(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for LargeBody {
    type Rejection = Error;

    async fn from_request(request: Request, _: &S) -> Result<Self, Error> {
        let largest = request.extensions().get::<LargestBody>();
        let largest = largest.map_or(0, |largest| largest.0);
        read(request.into_body(), largest, PACE).await.map(Self)
    }
}

async fn read(body: Body, largest: usize, pace: Pace) -> Result<Bytes, Error> {
    // Refused before it is sent, if its length is announced.
    let announced = body.size_hint().lower();
    if announced > largest as u64 {
        return Err(too_large(largest));
    }
    let mut body = pin!(body);
    let mut whole = Vec::with_capacity(usize::try_from(announced).unwrap_or_default());
    let mut deadline = Instant::now() + pace.period;
    let mut expected = pace.bytes;
    loop {
        match timeout_at(deadline, body.frame()).await {
            Ok(None) => return Ok(whole.into()),
            Ok(Some(Err(_))) => return Err(Error::invalid("The request body couldn't be read.")),
            Ok(Some(Ok(frame))) => {
                let Ok(data) = frame.into_data() else {
                    continue;
                };
                if whole.len() + data.len() > largest {
                    return Err(too_large(largest));
                }
                whole.extend_from_slice(&data);
            }
            Err(_) if whole.len() < expected => {
                return Err(Error::TooSlow("The upload stalled.".into()));
            }
            Err(_) => {
                deadline += pace.period;
                expected = whole.len() + pace.bytes;
            }
        }
    }
}

fn too_large(largest: usize) -> Error {
    let megabytes = largest / (1 << 20);
    Error::TooLarge(format!("This file is too large. The limit is {megabytes} MB.").into())
}

#[cfg(test)]
mod tests {
    use std::{
        convert::Infallible,
        pin::Pin,
        task::{Context, Poll},
    };

    use hyper::body::Frame;
    use tokio::sync::mpsc;

    use super::*;

    /// Chunks of ten bytes, as sent by a client.
    struct Sent(mpsc::Receiver<Bytes>);

    impl HttpBody for Sent {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(
            mut self: Pin<&mut Self>,
            context: &mut Context<'_>,
        ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            let chunk = self.0.poll_recv(context);
            chunk.map(|chunk| chunk.map(|bytes| Ok(Frame::data(bytes))))
        }
    }

    /// A body of `chunks`, `pause` apart; then it ends or stalls forever.
    fn body(chunks: usize, pause: Duration, ends: bool) -> Body {
        let (sender, receiver) = mpsc::channel(1);
        tokio::spawn(async move {
            for _ in 0..chunks {
                tokio::time::sleep(pause).await;
                if sender.send(Bytes::from_static(&[7; 10])).await.is_err() {
                    return;
                }
            }
            if !ends {
                sender.closed().await;
            }
        });
        Body::new(Sent(receiver))
    }

    const PAUSE: Duration = Duration::from_millis(20);

    #[tokio::test]
    async fn a_slow_body_that_gets_on_arrives() {
        let pace = Pace {
            period: Duration::from_millis(400),
            bytes: 10,
        };
        let whole = read(body(60, PAUSE, true), 600, pace).await.unwrap();
        assert_eq!(whole.len(), 600);
    }

    #[tokio::test]
    async fn a_body_that_stands_still_or_crawls_ends() {
        let pace = Pace {
            period: Duration::from_millis(100),
            bytes: 10_000,
        };
        for body in [
            body(0, PAUSE, false),
            body(3, PAUSE, false),
            body(10_000, PAUSE, true),
        ] {
            let refused = read(body, 1_000_000, pace).await;
            assert!(matches!(refused, Err(Error::TooSlow(_))), "{refused:?}");
        }
    }

    #[tokio::test]
    async fn one_byte_too_many_is_refused_announced_or_not() {
        assert_eq!(
            read(body(1, PAUSE, true), 10, PACE).await.unwrap().len(),
            10
        );
        for body in [body(1, PAUSE, false), Body::from(vec![7; 10])] {
            let refused = read(body, 9, PACE).await;
            assert!(matches!(refused, Err(Error::TooLarge(_))), "{refused:?}");
        }
    }
}
