//! The only source of time, so that tests can control it.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};

/// Tells the time, truncated to microseconds, which is PostgreSQL's precision. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    System,
    Manual(Arc<Mutex<DateTime<Utc>>>),
}

impl Clock {
    /// The system clock.
    #[must_use]
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// A clock that stays at `start` until [`Clock::advance`] moves it.
    #[must_use]
    pub fn manual(start: DateTime<Utc>) -> Self {
        Self(Source::Manual(Arc::new(Mutex::new(start.trunc_subsecs(6)))))
    }

    /// The current time in UTC.
    #[must_use]
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the place the others take the time from"
    )]
    pub fn now(&self) -> DateTime<Utc> {
        match &self.0 {
            Source::System => Utc::now().trunc_subsecs(6),
            Source::Manual(time) => *time.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Moves a manual clock forward; does nothing to the system clock.
    pub fn advance(&self, by: TimeDelta) {
        if let Source::Manual(time) = &self.0 {
            let mut time = time.lock().unwrap_or_else(PoisonError::into_inner);
            *time += by;
        }
    }
}
