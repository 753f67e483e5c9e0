//! Recent database trouble. After a timeout, connections are checked before reuse; for a damaged file, the log names it
//! and says what to do.

use std::{
    future::Future,
    path::Path,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use sea_orm::{DbErr, RuntimeErr};
use tokio::time::Instant;

use super::super::database_errors;
use super::sqlite_file::REMEDY;

/// Dead connections turn up one by one, as each is used.
const LASTS: Duration = Duration::from_secs(600);

/// Records timeouts and damage. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct RecentTrouble {
    began: Instant,
    /// Milliseconds since `began`; 0 means never.
    last: Arc<AtomicU64>,
    /// The file of a SQLite database.
    file: Option<Arc<Path>>,
    said: Arc<AtomicBool>,
}

impl RecentTrouble {
    pub(super) fn none(file: Option<&Path>) -> Self {
        Self {
            began: Instant::now(),
            last: Arc::default(),
            file: file.map(Arc::from),
            said: Arc::default(),
        }
    }

    /// Logs once that the database is damaged, if `error` shows it.
    pub(super) fn look_at(&self, error: &DbErr) {
        if !database_errors::is_damage(error) || self.said.swap(true, Ordering::Relaxed) {
            return;
        }
        match &self.file {
            Some(file) => {
                tracing::error!(%error, "the database file {} is damaged. {REMEDY} `townperk check` looks through all of it.", file.display());
            }
            None => tracing::error!(%error, "the database is damaged: restore the last backup"),
        }
    }

    /// Whether there was a timeout recently.
    pub(super) fn is_felt(&self) -> bool {
        let last = self.last.load(Ordering::Relaxed);
        last > 0 && self.began.elapsed() < Duration::from_millis(last) + LASTS
    }

    /// The result of `work`, or `None` if it takes longer than `timeout`. The timeout is recorded before `work` is
    /// dropped, because dropping it returns its connection.
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

/// The error after waiting `timeout` without an answer.
pub(super) fn no_answer(timeout: Duration) -> DbErr {
    DbErr::Conn(RuntimeErr::Internal(format!(
        "no answer within {timeout:?}"
    )))
}
