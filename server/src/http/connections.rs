//! Connections: HTTP/1.1 as proxies and browsers without TLS speak it, with limits on how slow a client may be.
//! Not `axum::serve`, which costs half as much again for each answer from the cache (it detects the version, boxes
//! bodies and futures) and lets a client that never finishes its request's head hold a connection for ever.

use std::{error::Error, future::Future, io, time::Duration};

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

/// When the machine has no more file handles, accepting waits this long for connections to end.
const OUT_OF_HANDLES: Duration = Duration::from_secs(1);

/// Serves until `stop` resolves. Then takes no more connections, lets each finish the request that it is in, and returns
/// when all have ended. Each connection stays on one of `loops`, and is closed when its client has not sent a whole head for
/// as long as `patience`, or takes nothing of an answer.
pub async fn serve(
    listener: TcpListener,
    front: Front,
    loops: &EventLoops,
    patience: Duration,
    stop: impl Future<Output = ()>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(patience);
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
        let (http, front, watcher) = (http.clone(), front.for_peer(peer), open.watcher());
        connections.spawn_on(
            async move {
                if let Err(error) = hold(stream, patience, &http, front, watcher).await {
                    tracing::debug!(%error, "a connection ended early");
                }
            },
            home,
        );
    }
    drop(listener);
    open.shutdown().await;
}

/// One connection from its first request to its end, on the event loop that this runs on.
async fn hold(
    accepted: TcpStream,
    patience: Duration,
    http: &http1::Builder,
    front: Front,
    watcher: Watcher,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    // Known to this event loop instead of the one that accepted it.
    let stream = TcpStream::from_std(accepted.into_std()?)?;
    // Answers are written whole: waiting for more to fill a packet only delays them.
    stream.set_nodelay(true)?;
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(patience));
    let stream = TokioIo::new(Box::pin(stream));
    Ok(watcher.watch(http.serve_connection(stream, front)).await?)
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
