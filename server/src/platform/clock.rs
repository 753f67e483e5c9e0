//! The only source of time, so that tests can control it.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicI64, Ordering},
};

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};

/// Tells the time, truncated to microseconds, which is PostgreSQL's precision. Cheap to clone.
///
/// Several nodes work on one database and compare times that others wrote (leases, due times, expiry). So each adds its
/// offset from the database's clock (D105), which `database_clock` measures.
#[derive(Clone, Debug)]
pub struct Clock {
    source: Source,
    /// In microseconds.
    offset: Arc<AtomicI64>,
}

#[derive(Clone, Debug)]
enum Source {
    /// The system's clock, plus an error that tests set.
    System(TimeDelta),
    /// A time, and by how much it moves on whenever it is asked for.
    Manual(Arc<Mutex<DateTime<Utc>>>, TimeDelta),
}

impl Clock {
    /// The system clock.
    #[must_use]
    pub fn system() -> Self {
        Self::system_ahead_by(TimeDelta::zero())
    }

    /// A system clock that is wrong by `error`, as on a machine that never asks a time server.
    #[must_use]
    pub fn system_ahead_by(error: TimeDelta) -> Self {
        Self::of(Source::System(error))
    }

    /// A clock that stays at `start` until [`Clock::advance`] moves it.
    #[must_use]
    pub fn manual(start: DateTime<Utc>) -> Self {
        Self::stepping(start, TimeDelta::zero())
    }

    /// The same, but it also moves on by `step` whenever it is asked, so that no two moments of a test are the same.
    #[must_use]
    pub fn stepping(start: DateTime<Utc>, step: TimeDelta) -> Self {
        let time = Arc::new(Mutex::new(start.trunc_subsecs(6)));
        Self::of(Source::Manual(time, step))
    }

    fn of(source: Source) -> Self {
        Self {
            source,
            offset: Arc::default(),
        }
    }

    /// The current time in UTC by the database's clock, as far as it is known.
    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        self.own() + self.offset()
    }

    /// The current time by this machine's clock alone.
    #[must_use]
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the place the others take the time from"
    )]
    pub fn own(&self) -> DateTime<Utc> {
        match &self.source {
            Source::System(error) => (Utc::now() + *error).trunc_subsecs(6),
            Source::Manual(time, step) => {
                let mut time = time.lock().unwrap_or_else(PoisonError::into_inner);
                let now = *time;
                *time += *step;
                now
            }
        }
    }

    /// How far the database's clock is ahead of this machine's. Zero until it is measured.
    #[must_use]
    pub fn offset(&self) -> TimeDelta {
        TimeDelta::microseconds(self.offset.load(Ordering::Relaxed))
    }

    /// Sets the offset, for this clock and its clones.
    pub fn set_offset(&self, offset: TimeDelta) {
        let microseconds = offset.num_microseconds().unwrap_or(0);
        self.offset.store(microseconds, Ordering::Relaxed);
    }

    /// Whether it stands still until it is moved or asked. Such a clock isn't compared with the database's.
    #[must_use]
    pub fn is_manual(&self) -> bool {
        matches!(self.source, Source::Manual(..))
    }

    /// Moves a manual clock forward; does nothing to the system clock.
    pub fn advance(&self, by: TimeDelta) {
        if let Source::Manual(time, _) = &self.source {
            let mut time = time.lock().unwrap_or_else(PoisonError::into_inner);
            *time += by;
        }
    }
}
