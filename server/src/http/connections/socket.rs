//! TCP and Unix sockets, which clients can't tell apart.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll},
};

use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream, UnixListener, UnixStream},
};

use crate::platform::web::Peer;

/// Takes connections.
#[derive(Debug)]
pub enum Listener {
    Tcp(TcpListener),
    Unix(UnixListener),
}

impl Listener {
    /// The next connection.
    pub(super) async fn accept(&self) -> io::Result<(Socket, Peer)> {
        match self {
            Self::Tcp(listener) => {
                let (stream, peer) = listener.accept().await?;
                Ok((Socket::Tcp(stream), peer.into()))
            }
            Self::Unix(listener) => {
                let (stream, _) = listener.accept().await?;
                Ok((Socket::Unix(stream), Peer::Socket))
            }
        }
    }

    /// The last connections waiting to be accepted. The system would reset them if the socket were closed.
    pub(super) fn taken_by_the_system(self) -> Vec<(Socket, Peer)> {
        match self {
            Self::Tcp(listener) => {
                let Ok(listener) = listener.into_std() else {
                    return Vec::new();
                };
                let accepted = std::iter::from_fn(|| {
                    let (stream, peer) = listener.accept().ok()?;
                    stream.set_nonblocking(true).ok()?;
                    Some((Socket::Tcp(TcpStream::from_std(stream).ok()?), peer.into()))
                });
                accepted.collect()
            }
            Self::Unix(listener) => {
                let Ok(listener) = listener.into_std() else {
                    return Vec::new();
                };
                let accepted = std::iter::from_fn(|| {
                    let (stream, _) = listener.accept().ok()?;
                    stream.set_nonblocking(true).ok()?;
                    let stream = UnixStream::from_std(stream).ok()?;
                    Some((Socket::Unix(stream), Peer::Socket))
                });
                accepted.collect()
            }
        }
    }
}

/// A connection.
#[derive(Debug)]
pub enum Socket {
    Tcp(TcpStream),
    Unix(UnixStream),
}

impl Socket {
    /// The same, registered with the current event loop instead of the one that accepted it.
    pub(super) fn at_home(self) -> io::Result<Self> {
        match self {
            Self::Tcp(stream) => {
                let stream = TcpStream::from_std(stream.into_std()?)?;
                // Responses are written in one piece, so waiting to fill a packet would only delay them.
                stream.set_nodelay(true)?;
                Ok(Self::Tcp(stream))
            }
            Self::Unix(stream) => UnixStream::from_std(stream.into_std()?).map(Self::Unix),
        }
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_read(context, buffer),
            Self::Unix(stream) => Pin::new(stream).poll_read(context, buffer),
        }
    }
}

impl AsyncWrite for Socket {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_write(context, bytes),
            Self::Unix(stream) => Pin::new(stream).poll_write(context, bytes),
        }
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_write_vectored(context, slices),
            Self::Unix(stream) => Pin::new(stream).poll_write_vectored(context, slices),
        }
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_flush(context),
            Self::Unix(stream) => Pin::new(stream).poll_flush(context),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_shutdown(context),
            Self::Unix(stream) => Pin::new(stream).poll_shutdown(context),
        }
    }
}
