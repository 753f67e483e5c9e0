//! A client's stream, and what is known of its progress.

use std::{
    future::Future,
    io,
    pin::{Pin, pin},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};

use bytes::Bytes;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::timeout,
};

/// How often a connection is looked at while the patience with its client lasts: it is closed at most a quarter late.
const LOOKS: u32 = 4;

/// What a connection gets done. Its own event loop alone writes these; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    /// Writes of which the client's side took something.
    writes: AtomicU64,
    /// Requests that the router works on.
    in_work: AtomicU64,
    /// Nothing that was meant for the client waits to be written.
    is_flushed: AtomicBool,
}

impl Progress {
    /// Waits for `work`, unless the client stands still for as long as `patience`: it has taken no byte and no request of
    /// it was in work. A count instead of a timer for each read and write: those cost a tenth of an answer from the cache.
    pub async fn while_it_moves<T>(
        &self,
        patience: Duration,
        work: impl Future<Output = T>,
    ) -> Option<T> {
        let mut work = pin!(work);
        let (mut seen, mut still) = (0, 0);
        while still < LOOKS {
            if let Ok(done) = timeout(patience / LOOKS, work.as_mut()).await {
                return Some(done);
            }
            let writes = self.0.writes.load(Ordering::Relaxed);
            let moves = writes != seen || self.0.in_work.load(Ordering::Relaxed) > 0;
            still = if moves { 0 } else { still + 1 };
            seen = writes;
        }
        None
    }

    /// Says that the router works on a request, until the guard is dropped.
    pub fn begin_work(&self) -> InWork {
        self.0.in_work.fetch_add(1, Ordering::Relaxed);
        InWork(self.clone())
    }

    /// Whether all was written since [`Progress::expect_flush`] was called.
    pub fn is_flushed(&self) -> bool {
        self.0.is_flushed.load(Ordering::Relaxed)
    }

    /// Says that there is something to be written.
    pub fn expect_flush(&self) {
        self.0.is_flushed.store(false, Ordering::Relaxed);
    }
}

/// A request that the router works on.
#[derive(Debug)]
pub struct InWork(Progress);

impl Drop for InWork {
    fn drop(&mut self) {
        self.0.0.in_work.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A client's stream. Bytes that were read and not used can be put back.
#[derive(Debug)]
pub struct Wire {
    stream: TcpStream,
    put_back: Bytes,
    progress: Progress,
}

impl Wire {
    /// The stream, whose writes are counted by `progress`.
    pub fn new(stream: TcpStream, progress: Progress) -> Self {
        Self {
            stream,
            put_back: Bytes::new(),
            progress,
        }
    }

    /// What is counted of it.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Has `bytes` read again, before all others.
    pub fn put_back(&mut self, bytes: Bytes) {
        self.put_back = bytes;
    }

    /// What was put back and not read again.
    pub fn take_back(&mut self) -> Bytes {
        std::mem::take(&mut self.put_back)
    }

    fn note(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if matches!(written, Poll::Ready(Ok(1..))) {
            self.progress.0.writes.fetch_add(1, Ordering::Relaxed);
        }
        written
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.put_back.is_empty() {
            return Pin::new(&mut self.stream).poll_read(context, buffer);
        }
        let fitting = self.put_back.len().min(buffer.remaining());
        buffer.put_slice(&self.put_back.split_to(fitting));
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.note(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.note(written)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    /// Hyper asks for it when it holds nothing more that is to be written.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        self.progress.0.is_flushed.store(true, Ordering::Relaxed);
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
