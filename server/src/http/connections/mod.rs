//! Connections: HTTP/1.1, and HTTP/2 over TLS, with limits on slow clients.
//! Not `axum::serve`, which costs half as much again per cached response (it detects the version and boxes
//! bodies and futures) and lets a client that never finishes its request head hold a connection forever.
//!
//! An HTTP/1.1 connection alternates between two paths: [`fast_path`] writes cached responses, and hyper handles everything
//! else ([`hyper_fallback`]). Both use one [`wire`], which notices stalled clients, over a [`stream`] with or without TLS.

mod event_loops;
mod fast_path;
mod http2;
mod hyper_fallback;
mod open_connections;
mod progress;
mod request_head;
mod socket;
mod stream;
mod wire;

use std::{
    error::Error,
    future::{Future, poll_fn},
    io,
    pin::pin,
    task::Poll,
    time::Duration,
};

use bytes::BytesMut;
use hyper::server::conn::http1;
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWriteExt},
    sync::watch,
    task::JoinSet,
    time::timeout,
};

pub use event_loops::EventLoops;
pub use socket::Listener;
pub use stream::Acceptor;

use super::Front;
use open_connections::OpenConnections;
use progress::Progress;
use socket::Socket;
use stream::Stream;
use wire::Wire;

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

/// How long a TLS handshake under way may still take after that.
const LAST_HANDSHAKE: Duration = Duration::from_secs(1);

/// Why a connection ended early. The client is gone, so this only goes to the log.
type Ended = Box<dyn Error + Send + Sync>;

/// Serves until a moment after `stop` resolves. Then it accepts only connections that the system has already taken,
/// lets each finish its current request, and returns when all have ended. Each connection stays on one of `loops`, and
/// is closed if its client doesn't finish a request head, or reads nothing of its response, within `idle_timeout`.
pub async fn serve(
    (listener, acceptor): (Listener, Acceptor),
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
    let mut stop = pin!(async {
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
        let place = if front.counts_connections_of(peer) {
            let Some(place) = open.admit(peer.address()) else {
                front.note_full_network();
                continue;
            };
            Some(place)
        } else {
            None
        };
        let Some(home) = homes.next() else { break };
        let stop = Stop::asked_by(stopping.clone());
        let accepted = (stream, acceptor.clone());
        let held = begin(accepted, idle_timeout, front.for_peer(peer), stop);
        connections.spawn_on(
            async move {
                held.await;
                drop(place);
            },
            home,
        );
    }
    for (stream, peer) in listener.taken_by_the_system() {
        let Some(home) = homes.next() else { break };
        let stop = Stop::asked_by(stopping.clone());
        let accepted = (stream, acceptor.clone());
        connections.spawn_on(
            begin(accepted, idle_timeout, front.for_peer(peer), stop),
            home,
        );
    }
    drop(running);
    while connections.join_next().await.is_some() {}
}

async fn begin(accepted: (Socket, Acceptor), idle_timeout: Duration, front: Front, stop: Stop) {
    if let Err(error) = hold(accepted, idle_timeout, front, stop).await {
        tracing::debug!(%error, "a connection ended early");
    }
}

/// Runs one connection from start to end on the current event loop.
async fn hold(
    (accepted, acceptor): (Socket, Acceptor),
    idle_timeout: Duration,
    front: Front,
    mut stop: Stop,
) -> Result<(), Ended> {
    let stream = accepted.at_home()?;
    let progress = Progress::default();
    let beginning = unless_stopped(acceptor.accept(stream, &progress), &mut stop);
    let stream = progress
        .with_progress_timeout(idle_timeout, beginning)
        .await
        .ok_or("the client made no progress")??;
    if stream.is_http2() {
        return http2::answer(stream, front, (&progress, idle_timeout), &mut stop).await;
    }
    let wire = Wire::new(stream, progress.clone());
    progress
        .with_progress_timeout(idle_timeout, converse(wire, &front, stop))
        .await
        .ok_or("the client made no progress")?
        .map_err(Ended::from)
}

/// Waits for the stream, but not for long once the server stops: who hasn't finished a handshake hasn't asked anything.
async fn unless_stopped(
    beginning: impl Future<Output = io::Result<Stream>>,
    stop: &mut Stop,
) -> io::Result<Stream> {
    let mut beginning = pin!(beginning);
    let begun = poll_fn(|context| match beginning.as_mut().poll(context) {
        Poll::Ready(begun) => Poll::Ready(Some(begun)),
        Poll::Pending if stop.is_asked(context) => Poll::Ready(None),
        Poll::Pending => Poll::Pending,
    });
    let begun = begun.await;
    match begun {
        Some(begun) => begun,
        None => timeout(LAST_HANDSHAKE, beginning).await?,
    }
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
async fn hear_out(client: &mut (impl AsyncRead + Unpin)) -> io::Result<()> {
    let mut rest = client.take(HEARD_OUT);
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
