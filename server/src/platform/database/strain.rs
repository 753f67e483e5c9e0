//! Whether the database left somebody without an answer a short while ago: then connections are looked at before they are
//! used again.

use std::{
    future::Future,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use sea_orm::{DbErr, RuntimeErr};
use tokio::time::Instant;

/// Connections that nobody answers on show themselves one by one, each when it is used.
const LASTS: Duration = Duration::from_secs(600);

/// Notes timeouts. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Strain {
    began: Instant,
    /// Milliseconds after `began`; 0: never.
    last: Arc<AtomicU64>,
}

impl Strain {
    pub(super) fn none() -> Self {
        Self {
            began: Instant::now(),
            last: Arc::default(),
        }
    }

    /// Whether there was a timeout a short while ago.
    pub(super) fn is_felt(&self) -> bool {
        let last = self.last.load(Ordering::Relaxed);
        last > 0 && self.began.elapsed() < Duration::from_millis(last) + LASTS
    }

    /// What `work` gives, or nothing when it takes longer than `timeout`. Noted before it is dropped, because with it its
    /// connection is given back.
    pub(super) async fn in_time<T>(
        &self,
        timeout: Duration,
        work: impl Future<Output = T>,
    ) -> Result<T, DbErr> {
        let mut work = pin!(work);
        match tokio::time::timeout(timeout, &mut work).await {
            Ok(done) => Ok(done),
            Err(_) => {
                let now = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
                self.last.store(now.max(1), Ordering::Relaxed);
                Err(no_answer(timeout))
            }
        }
    }
}

/// What somebody is told who got no answer within `timeout`.
pub(super) fn no_answer(timeout: Duration) -> DbErr {
    DbErr::Conn(RuntimeErr::Internal(format!(
        "no answer within {timeout:?}"
    )))
}
