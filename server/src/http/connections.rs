//! Connections: HTTP/1.1 as proxies and browsers without TLS speak it, with limits on how slow a client may be.
//! Not `axum::serve`, which costs half as much again for each answer from the cache (it detects the version, boxes
//! bodies and futures) and lets a client that never finishes its request's head hold a connection for ever.

use std::{future::Future, io, pin::Pin, time::Duration};

use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::{GracefulShutdown, Watcher},
};
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinSet,
};
use tokio_io_timeout::TimeoutStream;

use super::{EventLoops, Front};

/// A connection whose client has not sent a whole head after this long is closed, also one that is only kept open.
const HEAD_TIME: Duration = Duration::from_secs(60);

/// A connection whose client takes nothing of its answer for this long is closed.
const TAKING_TIME: Duration = Duration::from_secs(60);

/// When the machine has no more file handles, accepting waits this long for connections to end.
const OUT_OF_HANDLES: Duration = Duration::from_secs(1);

/// Serves until `stop` resolves. Then takes no more connections, lets each finish the request that it is in, and returns
/// when all have ended. Each connection stays on one of `loops`.
pub async fn serve(
    listener: TcpListener,
    front: Front,
    loops: &EventLoops,
    stop: impl Future<Output = ()>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
    let open = GracefulShutdown::new();
    // Dropped with this future, so that who cuts it short cuts the connections.
    let mut connections = JoinSet::new();
    let mut homes = loops.in_turns();
    let mut stop = std::pin::pin!(stop);
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
        let Some(home) = homes.next() else { break };
        let connection = hold(stream, http.clone(), front.for_peer(peer), open.watcher());
        connections.spawn_on(connection, home);
    }
    drop(listener);
    open.shutdown().await;
}

/// One connection from its first request to its end.
async fn hold(stream: TcpStream, http: http1::Builder, front: Front, open: Watcher) {
    let stream = match at_home(stream) {
        Ok(stream) => stream,
        Err(error) => {
            tracing::debug!(%error, "a connection could not be taken over");
            return;
        }
    };
    let connection = open.watch(http.serve_connection(TokioIo::new(stream), front));
    if let Err(error) = connection.await {
        tracing::debug!(%error, "a connection ended early");
    }
}

/// The connection, known to this event loop instead of the one that accepted it.
fn at_home(stream: TcpStream) -> io::Result<Pin<Box<TimeoutStream<TcpStream>>>> {
    let stream = TcpStream::from_std(stream.into_std()?)?;
    // Answers are written whole: waiting for more to fill a packet only delays them.
    stream.set_nodelay(true)?;
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(TAKING_TIME));
    Ok(Box::pin(stream))
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
