//! Connections: HTTP/1.1 as spoken by proxies and by browsers without TLS, with limits on slow clients.
//! Not `axum::serve`, which costs half as much again per cached response (it detects the version and boxes
//! bodies and futures) and lets a client that never finishes its request head hold a connection forever.
//!
//! A connection alternates between two paths: [`fast_path`] writes cached responses, and hyper handles everything else
//! ([`hyper_fallback`]). Both use one [`wire`], which notices stalled clients.

mod event_loops;
mod fast_path;
mod hyper_fallback;
mod open_connections;
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
use open_connections::OpenConnections;
use wire::{Progress, Wire};

/// How long accepting pauses when the machine is out of file handles, for connections to end.
const OUT_OF_HANDLES: Duration = Duration::from_secs(1);

/// The longest request head. This bounds the memory of a connection with an endless head.
const LONGEST_HEAD: usize = 64 * 1024;

/// How many bytes, and for how long, a client may still send after the last response.
const HEARD_OUT: u64 = 1 << 20;
const HEARING: Duration = Duration::from_secs(2);

/// How long everything continues normally after a stop request: requests sent at about the same moment are on their
/// way, and clients won't resend them.
const LAST_CALL: Duration = Duration::from_millis(100);

/// Why a connection ended early. The client is gone, so this only goes to the log.
type Ended = Box<dyn Error + Send + Sync>;

/// Serves until a moment after `stop` resolves. Then it accepts only connections that the system has already taken,
/// lets each finish its current request, and returns when all have ended. Each connection stays on one of `loops`, and
/// is closed if its client doesn't finish a request head, or reads nothing of its response, within `idle_timeout`.
pub async fn serve(
    listener: TcpListener,
    front: Front,
    loops: &EventLoops,
    idle_timeout: Duration,
    stop: impl Future<Output = ()>,
) {
    let (running, stopping) = watch::channel(());
    // Dropped with this future, so cancelling it closes the connections.
    let mut connections = JoinSet::new();
    let mut homes = loops.round_robin();
    let open = OpenConnections::default();
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
            let Some(place) = open.admit(peer.ip()) else {
                front.note_full_network();
                continue;
            };
            Some(place)
        } else {
            None
        };
        let Some(home) = homes.next() else { break };
        let stop = Stop::asked_by(stopping.clone());
        let held = begin(stream, idle_timeout, front.for_peer(peer), stop);
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
        connections.spawn_on(
            begin(stream, idle_timeout, front.for_peer(peer), stop),
            home,
        );
    }
    drop(running);
    while connections.join_next().await.is_some() {}
}

/// The last connections waiting to be accepted. The system would reset them if the socket were closed.
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

async fn begin(stream: TcpStream, idle_timeout: Duration, front: Front, stop: Stop) {
    if let Err(error) = hold(stream, idle_timeout, &front, stop).await {
        tracing::debug!(%error, "a connection ended early");
    }
}

/// Runs one connection from start to end on the current event loop.
async fn hold(
    accepted: TcpStream,
    idle_timeout: Duration,
    front: &Front,
    stop: Stop,
) -> Result<(), Ended> {
    // Registers the socket with this event loop instead of the one that accepted it.
    let stream = TcpStream::from_std(accepted.into_std()?)?;
    // Responses are written in one piece, so waiting to fill a packet would only delay them.
    stream.set_nodelay(true)?;
    let progress = Progress::default();
    let wire = Wire::new(stream, progress.clone());
    progress
        .with_progress_timeout(idle_timeout, converse(wire, front, stop))
        .await
        .ok_or("the client made no progress")?
        .map_err(Ended::from)
}

/// Answers requests until the client or the server ends the connection.
async fn converse(mut wire: Wire, front: &Front, mut stop: Stop) -> io::Result<()> {
    let mut http = http1::Builder::new();
    // A client that has closed its sending side still gets its response, cached or not.
    http.half_close(true).max_buf_size(LONGEST_HEAD);
    let mut received = BytesMut::new();
    loop {
        match fast_path::answer(&mut wire, &mut received, front, &mut stop).await? {
            fast_path::NextStep::End => return wire.shutdown().await,
            fast_path::NextStep::AskHyper => {}
        }
        wire.put_back(received.split().freeze());
        let left = hyper_fallback::answer(&http, wire, front.clone(), &mut stop).await;
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

/// Reads what the client is still sending, for a while. Closing right away would make the client's system discard the
/// response, which may say why the connection ends (RFC 9112, 9.6).
async fn hear_out(wire: &mut Wire) -> io::Result<()> {
    let mut rest = wire.take(HEARD_OUT);
    if let Ok(heard) = timeout(HEARING, tokio::io::copy(&mut rest, &mut tokio::io::sink())).await {
        heard?;
    }
    Ok(())
}

/// A stop signal that can be polled repeatedly.
struct Stop {
    asked: std::pin::Pin<Box<dyn Future<Output = ()> + Send>>,
    is_asked: bool,
}

impl Stop {
    /// Triggered when the sender is dropped.
    fn asked_by(mut running: watch::Receiver<()>) -> Self {
        Self {
            asked: Box::pin(async move { while running.changed().await.is_ok() {} }),
            is_asked: false,
        }
    }

    /// Whether a stop was requested; if not, the task is woken when it is.
    fn is_asked(&mut self, context: &mut std::task::Context<'_>) -> bool {
        self.is_asked = self.is_asked || self.asked.as_mut().poll(context).is_ready();
        self.is_asked
    }
}

/// A client that disconnects while being accepted is normal; any other error means that the machine is out of some
/// resource.
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
