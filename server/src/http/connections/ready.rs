//! The shortest way out: what lies ready in the cache is written as it is, without hyper and the router. The bar is a file
//! server (`DESIGN.md`, "page from cache").

use std::{future::poll_fn, io, pin::pin, task::Poll};

use bytes::{Buf, BytesMut};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    task::yield_now,
};

use super::{Stop, request_head::PlainGet, wire::Wire};
use crate::http::{Front, heads::Tail};

/// Room for a request's head; a longer one goes the long way.
const HEAD: usize = 4 * 1024;

/// How it goes on.
pub enum Then {
    /// Client or server end the connection.
    End,
    /// What was received is not for here.
    AskHyper,
}

/// Answers requests while what they ask for lies ready. `received` are bytes of the next request.
pub async fn answer(
    wire: &mut Wire,
    received: &mut BytesMut,
    front: &Front,
    stop: &mut Stop,
) -> io::Result<Then> {
    let mut tail = Tail::default();
    loop {
        while !received.is_empty() {
            let Some(asked) = PlainGet::read(received) else {
                return Ok(Then::AskHyper);
            };
            let Some(ready) = front.ready(asked.address, asked.wanted) else {
                return Ok(Then::AskHyper);
            };
            let length = asked.length;
            let tail = tail.filled(ready.moment, &ready.request_id);
            let ((common, own), body) = ready.bytes();
            let head = Buf::chain(Buf::chain(common, own), tail);
            wire.write_all_buf(&mut Buf::chain(head, body)).await?;
            received.advance(length);
        }
        received.reserve(HEAD);
        if !receive(wire, received, stop).await? {
            return Ok(Then::End);
        }
    }
}

/// Waits for bytes: `false` when no more will come, or none is wanted.
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
    // The wish may be heard before what the client sent earlier: the event loop learns of that when it looks again.
    yield_now().await;
    let read = poll_fn(|context| match reading.as_mut().poll(context) {
        Poll::Ready(read) => Poll::Ready(read),
        Poll::Pending => Poll::Ready(Ok(0)),
    });
    Ok(read.await? > 0)
}
