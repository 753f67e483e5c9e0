//! A client's stream, which hyper and the fast path use in turns.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use super::{progress::Progress, stream::Stream};

/// A client's stream, used by hyper and the fast path in turns. What one has read but not used is passed to the other.
#[derive(Debug)]
pub struct Wire {
    stream: Stream,
    put_back: Bytes,
    progress: Progress,
}

impl Wire {
    /// Wraps the stream; `progress` is the one that counts its writes.
    pub fn new(stream: Stream, progress: Progress) -> Self {
        Self {
            stream,
            put_back: Bytes::new(),
            progress,
        }
    }

    /// Its progress counters.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Hands the wire to hyper, which first reads `bytes` and continues until it is between requests and a GET arrives.
    pub fn put_back(&mut self, bytes: Bytes) {
        self.put_back = bytes;
    }

    /// Takes the wire back from hyper; the bytes that hyper hasn't used come next.
    pub fn take_back(&mut self) -> Bytes {
        self.progress.start_anew();
        std::mem::take(&mut self.put_back)
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
                self.progress.want_back();
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
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// Hyper and the fast path call this when they have nothing left to write.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(context))?;
        self.progress.note_flushed();
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
