//! Whether storage works, tried now and then, because nobody notices a dead one until a photo is needed.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use tokio::time::timeout;

use super::{CHECKS, Storage};
use crate::platform::{clock::Clock, id_generator::IdGenerator};

/// How often it is tried while it works; while it doesn't, each time somebody asks.
const PAUSE: TimeDelta = TimeDelta::minutes(5);

/// A storage that takes longer is as good as away.
const LONGEST: Duration = Duration::from_secs(30);

/// What the last attempt showed. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct StorageHealth(Arc<Mutex<Option<StorageState>>>);

/// What an attempt showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StorageState {
    pub at: DateTime<Utc>,
    /// What didn't work, in the storage's words.
    pub problem: Option<String>,
}

impl StorageHealth {
    /// What the last attempt showed; `None` if there was none.
    #[must_use]
    pub fn last(&self) -> Option<StorageState> {
        self.state().clone()
    }

    fn state(&self) -> MutexGuard<'_, Option<StorageState>> {
        // Safe after a panic: it is replaced as a whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Storage {
    /// Stores a file, reads it and removes it, unless that worked minutes ago. Logs when it stops working, and when it
    /// works again.
    pub async fn look(&self, identifiers: &IdGenerator, clock: &Clock) {
        let before = self.health.last();
        let now = clock.now();
        let was_broken = before.as_ref().is_some_and(|last| last.problem.is_some());
        if !was_broken && before.is_some_and(|last| now < last.at + PAUSE) {
            return;
        }
        let key = self
            .tried
            .get_or_init(|| format!("{CHECKS}{}", identifiers.next()));
        let problem = match timeout(LONGEST, self.probe(key)).await {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some(format!("no answer within {} s", LONGEST.as_secs())),
        };
        match &problem {
            Some(problem) if !was_broken => {
                tracing::error!("the storage for photos doesn't work: {problem}");
            }
            None if was_broken => tracing::info!("the storage for photos works again"),
            _ => {}
        }
        *self.health.state() = Some(StorageState { at: now, problem });
    }
}
