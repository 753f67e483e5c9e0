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

/// How often a connection is looked at for progress within its idle timeout: it is closed at most a quarter of that late.
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
    /// Requests that hyper has read of this wire since it was put there.
    begun: AtomicU64,
    /// Those of them whose answer hyper has not taken whole.
    unanswered: AtomicU64,
    /// Those with a body that nobody has read to its end: its bytes must not be taken for the next request.
    unread: AtomicU64,
    /// Nothing that was meant for the client waits to be written.
    is_flushed: AtomicBool,
    /// The next request may be answered without hyper.
    is_wanted_back: AtomicBool,
}

impl Progress {
    /// Waits for `work`, unless the client made no progress for as long as `idle_timeout`: it has taken no byte and no request of
    /// it was in work. A count instead of a timer for each read and write: those cost a tenth of an answer from the cache.
    pub async fn with_progress_timeout<T>(
        &self,
        idle_timeout: Duration,
        work: impl Future<Output = T>,
    ) -> Option<T> {
        let mut work = pin!(work);
        let (mut seen, mut still) = (0, 0);
        while still < LOOKS {
            if let Ok(done) = timeout(idle_timeout / LOOKS, work.as_mut()).await {
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

    /// Notes a request that hyper has read, until the guard is dropped: then it has taken the answer's last bytes.
    pub fn begin_exchange(&self) -> Exchange {
        self.0.begun.fetch_add(1, Ordering::Relaxed);
        self.0.unanswered.fetch_add(1, Ordering::Relaxed);
        Exchange(self.clone())
    }

    /// Notes a request's body.
    pub fn expect_body(&self) {
        self.0.unread.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that such a body is read to its end.
    pub fn end_body(&self) {
        self.0.unread.fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether all that hyper has read is answered and written and it therefore holds nothing but, perhaps, the first bytes
    /// of the next request. It holds all when it has not begun.
    pub fn is_between_requests(&self) -> bool {
        let Counts {
            begun,
            unanswered,
            unread,
            is_flushed,
            ..
        } = &*self.0;
        begun.load(Ordering::Relaxed) > 0
            && unanswered.load(Ordering::Relaxed) == 0
            && unread.load(Ordering::Relaxed) == 0
            && is_flushed.load(Ordering::Relaxed)
    }

    /// Whether hyper is to give the wire back, which it can.
    pub fn is_wanted_back(&self) -> bool {
        self.0.is_wanted_back.load(Ordering::Relaxed)
    }

    fn start_anew(&self) {
        self.0.begun.store(0, Ordering::Relaxed);
        self.0.is_wanted_back.store(false, Ordering::Relaxed);
    }
}

/// A request whose answer hyper has not taken whole.
#[derive(Debug)]
pub struct Exchange(Progress);

impl Drop for Exchange {
    fn drop(&mut self) {
        let counts = &self.0.0;
        counts.is_flushed.store(false, Ordering::Relaxed);
        counts.unanswered.fetch_sub(1, Ordering::Relaxed);
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

/// A client's stream, by turns in the hands of hyper and of those who do without it. What one has read and not used goes to
/// the other.
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

    /// Gives the wire to hyper, which reads `bytes` first, and then on until it is between requests and a GET comes.
    pub fn put_back(&mut self, bytes: Bytes) {
        self.put_back = bytes;
    }

    /// Takes the wire from hyper: what it has not read of it comes next.
    pub fn take_back(&mut self) -> Bytes {
        self.progress.start_anew();
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
        if self.progress.is_wanted_back() {
            return Poll::Pending;
        }
        if self.put_back.is_empty() {
            let before = buffer.filled().len();
            ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
            let read = buffer.filled().get(before..).unwrap_or_default();
            if read.starts_with(b"GET ") && self.progress.is_between_requests() {
                self.put_back = Bytes::copy_from_slice(read);
                buffer.set_filled(before);
                let counts = &self.progress.0;
                counts.is_wanted_back.store(true, Ordering::Relaxed);
                return Poll::Pending;
            }
            return Poll::Ready(Ok(()));
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
