//! A job attempt's progress.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;
use uuid::Uuid;

use super::store;
use crate::platform::database::Database;

/// Minimum time between two writes.
const PAUSE: Duration = Duration::from_secs(1);

/// Lets a handler report progress. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Progress {
    database: Database,
    job: Uuid,
    lease: Uuid,
    noted: Arc<Mutex<Option<Instant>>>,
}

impl Progress {
    pub(super) fn of(database: Database, job: Uuid, lease: Uuid) -> Self {
        Self {
            database,
            job,
            lease,
            noted: Arc::default(),
        }
    }

    /// Records that `done` of `total` units are done. The work continues even if that can't be written.
    pub async fn note(&self, done: u64, total: u64) {
        if done >= total || self.is_time() {
            self.keep(done, total).await;
        }
    }

    /// The same without leaving any out, for the attempt that goes on from there.
    pub async fn keep(&self, done: u64, total: u64) {
        let noted = store::note_progress(&self.database, self.job, self.lease, (done, total));
        if let Err(error) = noted.await {
            tracing::debug!(%error, job = %self.job, "a job's progress can't be noted now");
        }
    }

    fn is_time(&self) -> bool {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        let is_time = noted.is_none_or(|at| at.elapsed() >= PAUSE);
        if is_time {
            *noted = Some(Instant::now());
        }
        is_time
    }
}
