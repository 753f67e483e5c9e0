//! What a connection's client accepts and waits for.

use std::{
    future::Future,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::time::timeout;

/// How often a connection is checked for progress per idle timeout. It is closed at most a quarter of the timeout late.
const LOOKS: u32 = 4;

/// A connection's progress counters, written only by its own event loop. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Progress(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    /// Writes that the client's side accepted at least part of.
    writes: AtomicU64,
    /// Requests in the router.
    in_work: AtomicU64,
    /// Requests that hyper has read from this wire since it was handed over.
    begun: AtomicU64,
    /// Those with a response that hyper hasn't fully taken yet.
    unanswered: AtomicU64,
    /// Those with a body that hasn't been read to the end; its bytes must not be taken for the next request.
    unread: AtomicU64,
    /// No bytes for the client are waiting to be written.
    is_flushed: AtomicBool,
    /// The next request may use the fast path.
    is_wanted_back: AtomicBool,
}

impl Progress {
    /// Waits for `work`, unless the client makes no progress for `idle_timeout`: it has accepted no byte and none of
    /// its requests is in the router. This polls a count because a timer per read and write cost a tenth of a cached
    /// response.
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

    /// Notes that the client's side accepted some bytes.
    pub fn note_write(&self) {
        self.0.writes.fetch_add(1, Ordering::Relaxed);
    }

    /// Marks a request as being in the router until the guard is dropped.
    pub fn begin_work(&self) -> InWork {
        self.0.in_work.fetch_add(1, Ordering::Relaxed);
        InWork(self.clone())
    }

    /// Tracks a request that hyper has read until the guard is dropped, when hyper has taken the last bytes of the
    /// response.
    pub fn begin_exchange(&self) -> Exchange {
        self.0.begun.fetch_add(1, Ordering::Relaxed);
        self.0.unanswered.fetch_add(1, Ordering::Relaxed);
        Exchange(self.clone())
    }

    /// Marks a request body as unread.
    pub fn expect_body(&self) {
        self.0.unread.fetch_add(1, Ordering::Relaxed);
    }

    /// Marks such a body as read to its end.
    pub fn end_body(&self) {
        self.0.unread.fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether everything that hyper has read is answered and written, so that it holds at most the first bytes of the
    /// next request. False before hyper's first request, since it may still hold all of that.
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

    /// Whether hyper should give the wire back, which is possible between requests.
    pub fn is_wanted_back(&self) -> bool {
        self.0.is_wanted_back.load(Ordering::Relaxed)
    }

    /// Asks hyper to give the wire back.
    pub fn want_back(&self) {
        self.0.is_wanted_back.store(true, Ordering::Relaxed);
    }

    /// Notes that no bytes for the client are waiting.
    pub fn note_flushed(&self) {
        self.0.is_flushed.store(true, Ordering::Relaxed);
    }

    /// The wire was taken back from hyper.
    pub fn start_anew(&self) {
        self.0.begun.store(0, Ordering::Relaxed);
        self.0.is_wanted_back.store(false, Ordering::Relaxed);
    }
}

/// A request with a response that hyper hasn't fully taken.
#[derive(Debug)]
pub struct Exchange(Progress);

impl Drop for Exchange {
    fn drop(&mut self) {
        let counts = &self.0.0;
        counts.is_flushed.store(false, Ordering::Relaxed);
        counts.unanswered.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A request in the router.
#[derive(Debug)]
pub struct InWork(Progress);

impl Drop for InWork {
    fn drop(&mut self) {
        self.0.0.in_work.fetch_sub(1, Ordering::Relaxed);
    }
}
