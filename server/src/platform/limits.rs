//! How often one caller may do one thing. Counted on this node alone: what protects money or secrets counts in the
//! database instead.

use std::{sync::Arc, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use moka::{ops::compute::Op, sync::Cache};

use super::{
    clock::Clock,
    error::{Error, Result},
};

/// Callers that are remembered at once; beyond them the ones that were quiet longest are forgotten.
const MOST_CALLERS: u64 = 200_000;

/// Of two requests at once the one that counts later may have looked at the clock earlier.
const AT_ONCE: TimeDelta = TimeDelta::minutes(1);

/// At most `count` times in each `period`, all at once or spread out.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// Keeps the counts of different things apart.
    pub name: &'static str,
    pub count: u32,
    pub period: TimeDelta,
    /// A sentence for the person who asked too often.
    pub message: &'static str,
}

/// The counts. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Limits {
    clock: Clock,
    /// When the caller will have used nothing, by the generic cell rate algorithm (ITU-T I.371).
    free_at: Cache<(&'static str, Arc<str>), DateTime<Utc>>,
}

impl Limits {
    /// Nobody has done anything yet.
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        let free_at = Cache::builder()
            .max_capacity(MOST_CALLERS)
            .time_to_idle(Duration::from_secs(24 * 3600))
            .build();
        Self { clock, free_at }
    }

    /// Counts one more for `caller`, or refuses it and counts nothing.
    pub fn check(&self, limit: &Limit, caller: &str) -> Result<()> {
        let now = self.clock.now();
        let each = limit.period / i32::try_from(limit.count.max(1)).unwrap_or(i32::MAX);
        let mut wait = TimeDelta::zero();
        self.free_at
            .entry((limit.name, caller.into()))
            .and_compute_with(|entry| {
                // Far later than a full period: the clock jumped back, and nobody should be locked out for that.
                let free_at = entry
                    .map(|entry| entry.into_value().max(now))
                    .filter(|free_at| *free_at <= now + limit.period + AT_ONCE)
                    .unwrap_or(now);
                let next = free_at + each;
                wait = next - limit.period - now;
                if wait > TimeDelta::zero() {
                    Op::Nop
                } else {
                    Op::Put(next)
                }
            });
        if wait <= TimeDelta::zero() {
            return Ok(());
        }
        let seconds = wait.num_milliseconds().div_euclid(1000) + 1;
        Err(Error::TooMany {
            message: limit.message.into(),
            seconds: u32::try_from(seconds).unwrap_or(u32::MAX),
        })
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;

    use super::*;

    const LIMIT: Limit = Limit {
        name: "test",
        count: 3,
        period: TimeDelta::minutes(3),
        message: "Slow down.",
    };

    fn limits() -> (Limits, Clock) {
        let clock = Clock::manual(Utc.with_ymd_and_hms(2026, 3, 4, 15, 0, 0).unwrap());
        (Limits::new(clock.clone()), clock)
    }

    #[test]
    fn the_fourth_of_three_waits_for_its_share_of_the_period() {
        let (limits, clock) = limits();
        for _ in 0..3 {
            limits.check(&LIMIT, "a").unwrap();
        }
        let Err(Error::TooMany { seconds, .. }) = limits.check(&LIMIT, "a") else {
            panic!("the fourth was let through");
        };
        assert!((60..=61).contains(&seconds), "{seconds}");
        limits.check(&LIMIT, "b").unwrap();
        clock.advance(TimeDelta::seconds(60));
        limits.check(&LIMIT, "a").unwrap();
        limits.check(&LIMIT, "a").unwrap_err();
    }

    #[test]
    fn who_looked_at_the_clock_a_moment_earlier_gets_no_second_share() {
        let (limits, clock) = limits();
        for _ in 0..3 {
            limits.check(&LIMIT, "a").unwrap();
        }
        clock.advance(TimeDelta::milliseconds(-1));
        limits.check(&LIMIT, "a").unwrap_err();
    }

    #[test]
    fn a_clock_that_jumps_back_locks_nobody_out() {
        let (limits, clock) = limits();
        for _ in 0..3 {
            limits.check(&LIMIT, "a").unwrap();
        }
        clock.advance(TimeDelta::days(-30));
        limits.check(&LIMIT, "a").unwrap();
    }
}
