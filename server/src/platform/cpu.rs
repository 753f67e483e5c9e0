//! Work that keeps a processor busy runs here, bounded, and never on the threads that serve connections.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use tokio::sync::Semaphore;

use super::error::{Error, Result};

/// A bounded number of workers and of those who wait for one. Cheap to clone.
#[derive(Clone, Debug)]
pub struct CpuPool {
    workers: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    most_waiting: usize,
}

impl CpuPool {
    /// `workers` run at once, `most_waiting` wait; whoever comes then is told that the server is busy.
    #[must_use]
    pub fn new(workers: usize, most_waiting: usize) -> Self {
        Self {
            workers: Arc::new(Semaphore::new(workers)),
            waiting: Arc::default(),
            most_waiting,
        }
    }

    /// Runs `work` on a thread of its own.
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

/// A place among those who wait or work, given back when it is dropped.
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
