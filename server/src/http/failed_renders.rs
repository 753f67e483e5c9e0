//! Pages that could not be rendered lately: visitors get the shell at once instead of waiting for the same fault again.

use chrono::{DateTime, TimeDelta, Utc};

use crate::platform::clock::Clock;

/// How long a page is left alone after a failed render.
const PAUSE: TimeDelta = TimeDelta::seconds(30);
/// Pages remembered at most.
const MOST: u64 = 10_000;

/// When each of them may be tried again.
pub struct FailedRenders {
    until: moka::sync::Cache<String, DateTime<Utc>>,
    clock: Clock,
}

impl FailedRenders {
    /// None yet.
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        Self {
            until: moka::sync::Cache::new(MOST),
            clock,
        }
    }

    /// Notes that the page at `key` could not be rendered just now.
    pub fn note(&self, key: &str) {
        self.until.insert(key.to_owned(), self.clock.now() + PAUSE);
    }

    /// Whether the page at `key` is to be left alone.
    #[must_use]
    pub fn holds(&self, key: &str) -> bool {
        self.until
            .get(key)
            .is_some_and(|moment| self.clock.now() < moment)
    }
}
