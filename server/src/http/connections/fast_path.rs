//! The fast path: a cached response is written as it is, without hyper and the router. The bar is a file server
//! (`DESIGN.md`, "page from cache").

use std::{future::poll_fn, io, pin::pin, task::Poll};

use bytes::{Buf, BytesMut};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    task::yield_now,
};

use super::{
    Stop,
    request_head::{PlainGet, forwarded_for},
    wire::Wire,
};
use crate::http::{Front, heads::Tail};

/// Buffer for a request head; longer ones go to hyper.
const HEAD: usize = 4 * 1024;

/// What happens next.
pub enum NextStep {
    /// The client or the server ends the connection.
    End,
    /// The received bytes need hyper.
    AskHyper,
}

/// Answers requests as long as their responses are cached. `received` holds the start of the next request.
///
/// # Errors
///
/// When reading from or writing to the client fails.
pub async fn answer(
    wire: &mut Wire,
    received: &mut BytesMut,
    front: &Front,
    stop: &mut Stop,
) -> io::Result<NextStep> {
    let mut tail = Tail::default();
    loop {
        while !received.is_empty() {
            let Some(asked) = PlainGet::read(received) else {
                return Ok(NextStep::AskHyper);
            };
            let Some(cached) = front.cached(asked.address, asked.wanted, asked.request_id) else {
                return Ok(NextStep::AskHyper);
            };
            let length = asked.length;
            let tail = tail.filled(cached.moment, &cached.request_id);
            let ((common, own), body) = cached.bytes();
            let head = Buf::chain(Buf::chain(common, own), tail);
            wire.write_all_buf(&mut Buf::chain(head, body)).await?;
            if front.logs_requests() {
                let forwarded = forwarded_for(received).into_iter();
                front.log_sent(&cached, asked.address, (asked.agent, forwarded));
            }
            received.advance(length);
        }
        // With TLS, some of it may be encrypted but not sent.
        wire.flush().await?;
        received.reserve(HEAD);
        if !receive(wire, received, stop).await? {
            return Ok(NextStep::End);
        }
    }
}

/// Waits for bytes; `false` if the connection is over or stopping.
async fn receive(wire: &mut Wire, received: &mut BytesMut, stop: &mut Stop) -> io::Result<bool> {
    let mut reading = pin!(wire.read_buf(received));
    let read = poll_fn(|context| match reading.as_mut().poll(context) {
        Poll::Ready(read) => Poll::Ready(Some(read)),
        Poll::Pending if stop.is_asked(context) => Poll::Ready(None),
        Poll::Pending => Poll::Pending,
    })
    .await;
    if let Some(read) = read {
        return Ok(read? > 0);
    }
    // The stop signal can arrive before bytes that the client sent earlier, because the event loop only sees those on
    // its next poll.
    yield_now().await;
    let read = poll_fn(|context| match reading.as_mut().poll(context) {
        Poll::Ready(read) => Poll::Ready(read),
        Poll::Pending => Poll::Ready(Ok(0)),
    });
    Ok(read.await? > 0)
}
