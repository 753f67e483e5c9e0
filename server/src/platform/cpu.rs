//! CPU-heavy work runs here, bounded, and never on the threads that serve connections.

use std::{
    fmt,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use rayon::{ThreadPool, ThreadPoolBuilder};
use tokio::sync::oneshot;

use super::error::{Error, Result};

/// A fixed number of threads and a limited queue. Cheap to clone.
///
/// The threads are its own, not those of [`tokio::task::spawn_blocking`]: Tokio hands work to a different thread each
/// time, of which there may be dozens, and the allocator then keeps half-used memory for each of them.
#[derive(Clone)]
pub struct CpuPool {
    threads: Arc<ThreadPool>,
    waiting: Arc<AtomicUsize>,
    most_waiting: usize,
}

impl CpuPool {
    /// Starts `threads` threads. Up to `most_waiting` calls wait or run; further callers get a "busy" error.
    ///
    /// # Errors
    ///
    /// When the system starts no more threads.
    pub fn start(threads: usize, most_waiting: usize) -> Result<Self> {
        let threads = ThreadPoolBuilder::new()
            .num_threads(threads)
            .thread_name(|number| format!("cpu-{number}"))
            .build()
            .map_err(|error| Error::Internal(format!("the processor pool can't start: {error}")))?;
        Ok(Self {
            threads: Arc::new(threads),
            waiting: Arc::default(),
            most_waiting,
        })
    }

    /// Runs `work` on one of the threads, first come, first served. Work that nobody waits for any more is skipped.
    ///
    /// # Errors
    ///
    /// [`Error::Busy`] when the queue is full; [`Error::Internal`] when the work panics.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let place = Place::take(&self.waiting, self.most_waiting)?;
        let (sender, done) = oneshot::channel();
        self.threads.spawn_fifo(move || {
            // A panic would end the process here; dropping the sender tells the caller instead.
            let finished = if sender.is_closed() {
                None
            } else {
                catch_unwind(AssertUnwindSafe(work)).ok()
            };
            drop(place);
            if let Some(result) = finished {
                // The caller may have left in the meantime.
                let _ = sender.send(result);
            }
        });
        done.await
            .map_err(|_| Error::Internal("work on the processor pool panicked".to_owned()))
    }
}

impl fmt::Debug for CpuPool {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("CpuPool")
            .field("waiting", &self.waiting)
            .finish_non_exhaustive()
    }
}

/// A place in the queue or at work, freed when dropped.
struct Place(Arc<AtomicUsize>);

impl Place {
    fn take(waiting: &Arc<AtomicUsize>, most: usize) -> Result<Self> {
        if waiting.fetch_add(1, Ordering::Relaxed) >= most {
            waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(Error::Busy { seconds: 1 });
        }
        Ok(Self(waiting.clone()))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// A pool of one thread, and what lets that thread go on: it is at work until the sender is used or dropped.
    fn busy_pool(most_waiting: usize) -> (CpuPool, mpsc::Sender<()>) {
        let pool = CpuPool::start(1, most_waiting).unwrap();
        let (go_on, held) = mpsc::channel::<()>();
        let (started, at_work) = mpsc::channel();
        let worker = pool.clone();
        tokio::spawn(async move {
            let work = move || {
                started.send(()).unwrap();
                held.recv().ok()
            };
            worker.run(work).await
        });
        tokio::task::block_in_place(|| at_work.recv()).unwrap();
        (pool, go_on)
    }

    async fn wait_for_waiting(pool: &CpuPool, count: usize) {
        while pool.waiting.load(Ordering::Relaxed) < count {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_caller_past_the_queue_is_refused_and_a_later_one_is_served() {
        let (pool, go_on) = busy_pool(2);
        let waiting = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(|| 7).await }
        });
        wait_for_waiting(&pool, 2).await;
        let refused = pool.run(|| 8).await;
        assert!(matches!(refused, Err(Error::Busy { .. })), "{refused:?}");
        drop(go_on);
        assert_eq!(waiting.await.unwrap().unwrap(), 7);
        assert_eq!(pool.run(|| 9).await.unwrap(), 9);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn work_whose_caller_has_left_is_skipped() {
        let (pool, go_on) = busy_pool(3);
        let (done, was_done) = mpsc::channel();
        let leaving = tokio::spawn({
            let pool = pool.clone();
            async move { pool.run(move || done.send(())).await }
        });
        wait_for_waiting(&pool, 2).await;
        leaving.abort();
        assert!(leaving.await.unwrap_err().is_cancelled());
        drop(go_on);
        assert_eq!(pool.run(|| 1).await.unwrap(), 1);
        assert_eq!(was_done.recv(), Err(mpsc::RecvError));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_panic_is_an_error_for_its_caller_alone() {
        let pool = CpuPool::start(1, 4).unwrap();
        let broken = pool.run(|| -> u8 { panic!("on purpose") }).await;
        assert!(matches!(broken, Err(Error::Internal(_))), "{broken:?}");
        assert_eq!(pool.run(|| 2).await.unwrap(), 2);
    }
}
