//! CPU-heavy work runs here, bounded, and never on the threads that serve connections.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use tokio::sync::Semaphore;

use super::error::{Error, Result};

/// A limited number of workers and of waiting callers. Cheap to clone.
#[derive(Clone, Debug)]
pub struct CpuPool {
    workers: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    most_waiting: usize,
}

impl CpuPool {
    /// Up to `workers` run at once and up to `most_waiting` wait; further callers get a "busy" error.
    #[must_use]
    pub fn new(workers: usize, most_waiting: usize) -> Self {
        Self {
            workers: Arc::new(Semaphore::new(workers)),
            waiting: Arc::default(),
            most_waiting,
        }
    }

    /// Runs `work` on its own thread.
    ///
    /// # Errors
    ///
    /// [`Error::Busy`] when the queue is full; [`Error::Internal`] when the work panics.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let _place = Place::take(&self.waiting, self.most_waiting)?;
        let permit = self
            .workers
            .clone()
            .acquire_owned()
            .await
            .map_err(|_| Error::Busy { seconds: 1 })?;
        let done = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(permit);
            result
        });
        done.await
            .map_err(|error| Error::Internal(format!("work on the processor pool failed: {error}")))
    }
}

/// A place in the queue or at work, freed when dropped.
struct Place<'a>(&'a AtomicUsize);

impl<'a> Place<'a> {
    fn take(waiting: &'a AtomicUsize, most: usize) -> Result<Self> {
        if waiting.fetch_add(1, Ordering::Relaxed) >= most {
            waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(Error::Busy { seconds: 1 });
        }
        Ok(Self(waiting))
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
