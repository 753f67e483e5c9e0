//! Connections: HTTP/1.1 as proxies and browsers without TLS speak it, with limits on how slow a client may be.
//! Not `axum::serve`, which costs half as much again for each answer from the cache (it detects the version, boxes
//! bodies and futures) and lets a client that never finishes its request's head hold a connection for ever.
//!
//! A connection has two ways, taken in turns: what lies ready in the cache is written by [`ready`], all else is hyper's
//! ([`exchanges`]). Both work on one [`wire`], which notices clients that stand still.

mod crowd;
mod event_loops;
mod exchanges;
mod ready;
mod request_head;
mod wire;

use std::{error::Error, future::Future, io, net::SocketAddr, time::Duration};

use bytes::BytesMut;
use hyper::server::conn::http1;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinSet,
    time::timeout,
};

pub use event_loops::EventLoops;

use super::Front;
use crowd::Crowd;
use wire::{Progress, Wire};

/// When the machine has no more file handles, accepting waits this long for connections to end.
const OUT_OF_HANDLES: Duration = Duration::from_secs(1);

/// Longer heads of requests are refused; so much memory can a connection take whose head does not end.
const LONGEST_HEAD: usize = 64 * 1024;

/// Bytes, and how long, that a client may still send when the last answer is written.
const HEARD_OUT: u64 = 1 << 20;
const HEARING: Duration = Duration::from_secs(2);

/// How long everything goes on as before after the server was asked to stop: what was sent at about the same moment is on its
/// way, and nobody sends it again.
const LAST_CALL: Duration = Duration::from_millis(100);

/// What ends a connection before its time. Nobody can be told: it goes to the log, for who looks for it.
type Ended = Box<dyn Error + Send + Sync>;

/// Serves until a moment after `stop` resolves. Then takes no more connections but those that the system has taken already,
/// lets each finish the request that it is in, and returns when all have ended. Each connection stays on one of `loops`, and is closed when its client has not sent a whole head for
/// as long as `patience`, or takes nothing of an answer.
pub async fn serve(
    listener: TcpListener,
    front: Front,
    loops: &EventLoops,
    patience: Duration,
    stop: impl Future<Output = ()>,
) {
    let (running, stopping) = watch::channel(());
    // Dropped with this future, so that who cuts it short cuts the connections.
    let mut connections = JoinSet::new();
    let mut homes = loops.in_turns();
    let crowd = Crowd::default();
    let mut stop = std::pin::pin!(async {
        stop.await;
        tokio::time::sleep(LAST_CALL).await;
    });
    loop {
        let (stream, peer) = tokio::select! {
            () = &mut stop => break,
            Some(_) = connections.join_next(), if !connections.is_empty() => continue,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    after(&error).await;
                    continue;
                }
            },
        };
        let place = if front.counts_connections_of(peer.ip()) {
            let Some(place) = crowd.admit(peer.ip()) else {
                front.note_crowd(peer.ip());
                continue;
            };
            Some(place)
        } else {
            None
        };
        let Some(home) = homes.next() else { break };
        let stop = Stop::asked_by(stopping.clone());
        let held = begin(stream, patience, front.for_peer(peer), stop);
        connections.spawn_on(
            async move {
                held.await;
                drop(place);
            },
            home,
        );
    }
    for (stream, peer) in taken_by_the_system(listener) {
        let Some(home) = homes.next() else { break };
        let stop = Stop::asked_by(stopping.clone());
        connections.spawn_on(begin(stream, patience, front.for_peer(peer), stop), home);
    }
    drop(running);
    while connections.join_next().await.is_some() {}
}

/// The connections that wait to be accepted, the last ones. Closing the socket would have the system reset them.
fn taken_by_the_system(listener: TcpListener) -> Vec<(TcpStream, SocketAddr)> {
    let Ok(listener) = listener.into_std() else {
        return Vec::new();
    };
    let accepted = std::iter::from_fn(|| {
        let (stream, peer) = listener.accept().ok()?;
        stream.set_nonblocking(true).ok()?;
        Some((TcpStream::from_std(stream).ok()?, peer))
    });
    accepted.collect()
}

async fn begin(stream: TcpStream, patience: Duration, front: Front, stop: Stop) {
    if let Err(error) = hold(stream, patience, &front, stop).await {
        tracing::debug!(%error, "a connection ended early");
    }
}

/// One connection from its first request to its end, on the event loop that this runs on.
async fn hold(
    accepted: TcpStream,
    patience: Duration,
    front: &Front,
    stop: Stop,
) -> Result<(), Ended> {
    // Known to this event loop instead of the one that accepted it.
    let stream = TcpStream::from_std(accepted.into_std()?)?;
    // Answers are written whole: waiting for more to fill a packet only delays them.
    stream.set_nodelay(true)?;
    let progress = Progress::default();
    let wire = Wire::new(stream, progress.clone());
    progress
        .while_it_moves(patience, converse(wire, front, stop))
        .await
        .ok_or("the client stands still")?
        .map_err(Ended::from)
}

/// Answers request after request, until the client or the server ends the connection.
async fn converse(mut wire: Wire, front: &Front, mut stop: Stop) -> io::Result<()> {
    let mut http = http1::Builder::new();
    // A client that has said all that it will say is answered, whether the answer lies ready or not.
    http.half_close(true).max_buf_size(LONGEST_HEAD);
    let mut received = BytesMut::new();
    loop {
        match ready::answer(&mut wire, &mut received, front, &mut stop).await? {
            ready::Then::End => return wire.shutdown().await,
            ready::Then::AskHyper => {}
        }
        wire.put_back(received.split().freeze());
        let left = exchanges::answer(&http, wire, front.clone(), &mut stop).await;
        wire = left.wire;
        if left.is_over {
            wire.shutdown().await?;
            return if stop.is_asked {
                Ok(())
            } else {
                hear_out(&mut wire).await
            };
        }
        received.extend_from_slice(&left.received);
    }
}

/// Takes for a while what the client is still sending. Closing in the face of it would have the client's system throw away
/// the answer, which may say why the connection ends (RFC 9112, 9.6).
async fn hear_out(wire: &mut Wire) -> io::Result<()> {
    let mut rest = wire.take(HEARD_OUT);
    if let Ok(heard) = timeout(HEARING, tokio::io::copy(&mut rest, &mut tokio::io::sink())).await {
        heard?;
    }
    Ok(())
}

/// The wish that connections end, to be asked for again and again.
struct Stop {
    asked: std::pin::Pin<Box<dyn Future<Output = ()> + Send>>,
    is_asked: bool,
}

impl Stop {
    /// Asked for when the sender is dropped.
    fn asked_by(mut running: watch::Receiver<()>) -> Self {
        Self {
            asked: Box::pin(async move { while running.changed().await.is_ok() {} }),
            is_asked: false,
        }
    }

    /// Whether it is; if not, the task that asks is woken when it comes to be.
    fn is_asked(&mut self, context: &mut std::task::Context<'_>) -> bool {
        self.is_asked = self.is_asked || self.asked.as_mut().poll(context).is_ready();
        self.is_asked
    }
}

/// A client that went away while it was accepted is nothing; anything else means that the machine is short of something.
async fn after(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    ) {
        return;
    }
    tracing::error!(%error, "can't accept connections");
    tokio::time::sleep(OUT_OF_HANDLES).await;
}
