//! Pages that recently failed to render. Visitors get the shell right away instead of waiting for the same failure.

use chrono::{DateTime, TimeDelta, Utc};

use crate::platform::clock::Clock;

/// How long a page isn't rendered again after a failure.
const PAUSE: TimeDelta = TimeDelta::seconds(30);
/// Maximum number of pages remembered.
const MAX_REMEMBERED: u64 = 10_000;

/// When each page may be tried again.
pub struct FailedRenders {
    until: moka::sync::Cache<String, DateTime<Utc>>,
    clock: Clock,
}

impl FailedRenders {
    /// None yet.
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        Self {
            until: moka::sync::Cache::new(MAX_REMEMBERED),
            clock,
        }
    }

    /// Records that the page at `key` just failed to render.
    pub fn note(&self, key: &str) {
        self.until.insert(key.to_owned(), self.clock.now() + PAUSE);
    }

    /// Whether the page at `key` shouldn't be rendered now.
    #[must_use]
    pub fn holds(&self, key: &str) -> bool {
        self.until
            .get(key)
            .is_some_and(|moment| self.clock.now() < moment)
    }
}
