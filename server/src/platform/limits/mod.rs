//! Rate limits, counted on this node only. Limits that protect money or secrets are counted in the database instead.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use chrono::TimeDelta;
use ipnet::IpNet;
use moka::{policy::EvictionPolicy, sync::Cache};

pub mod table;

use super::{
    clock::Clock,
    error::{Error, Result},
    network::Network,
};

/// Callers remembered at once; beyond that, the least recently active are forgotten.
const MAX_CALLERS: u64 = 200_000;

/// Of two simultaneous requests, the one counted later may have read the clock earlier.
const AT_ONCE: TimeDelta = TimeDelta::minutes(1);

/// Counted by each node for itself, in memory: for what protects a single server.
#[derive(Clone, Copy, Debug)]
pub struct PerNode;

/// Counted in the database for all nodes together ([`super::limits_shared`]): for what protects money, secrets and strangers'
/// mailboxes.
#[derive(Clone, Copy, Debug)]
pub struct InDatabase;

/// Counted by the rows that the limited work writes anyway.
#[derive(Clone, Copy, Debug)]
pub struct InRows;

/// At most `count` times per `period`, in a burst or spread out. `Counted` says where, so that no limit is counted elsewhere by
/// mistake.
#[derive(Clone, Copy, Debug)]
pub struct Limit<Counted> {
    /// Keeps counts of different things apart.
    pub name: &'static str,
    pub count: u32,
    pub period: TimeDelta,
    pub counted: Counted,
    /// A sentence for the caller.
    pub message: &'static str,
}

/// Who is counted.
#[derive(Clone, Debug)]
pub enum Caller {
    /// On all its levels: refused as soon as one of them has used up its shares.
    Network(Network),
    /// Someone or something with a name: a mailbox, a shop.
    Named(Arc<str>),
}

impl From<Network> for Caller {
    fn from(network: Network) -> Self {
        Self::Network(network)
    }
}

impl From<&str> for Caller {
    fn from(name: &str) -> Self {
        Self::Named(name.into())
    }
}

impl From<String> for Caller {
    fn from(name: String) -> Self {
        Self::Named(name.into())
    }
}

impl Caller {
    /// Everything to count for this caller, each with its share of the limit.
    pub(super) fn counted(&self) -> Vec<(Counted, u32)> {
        match self {
            Self::Network(network) => network
                .levels()
                .map(|level| (Counted::Level(level.prefix), level.shares))
                .collect(),
            Self::Named(name) => vec![(Counted::Name(name.clone()), 1)],
        }
    }
}

/// A key with its own count.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Counted {
    Level(IpNet),
    Name(Arc<str>),
}

impl fmt::Display for Counted {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(prefix) => prefix.fmt(formatter),
            Self::Name(name) => name.fmt(formatter),
        }
    }
}

impl Limit<InRows> {
    /// The answer to whoever is over the limit, and has to wait for all of its time.
    #[must_use]
    pub fn refusal(&self) -> Error {
        Error::TooMany {
            message: self.message.into(),
            seconds: u32::try_from(self.period.num_seconds()).unwrap_or(u32::MAX),
        }
    }
}

impl Limit<PerNode> {
    /// The part of the period that one request takes, with `shares` times `count` requests allowed.
    fn each(&self, shares: u32) -> TimeDelta {
        let count = self.count.saturating_mul(shares).max(1);
        self.period / i32::try_from(count).unwrap_or(i32::MAX)
    }
}

/// The counts. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Limits {
    clock: Clock,
    /// When the caller will have its full allowance again, in microseconds since 1970, by the generic cell rate algorithm
    /// (ITU-T I.371). Counting changes the number in place: a cache is made for reading, and each write costs it a lot.
    free_at: Cache<(&'static str, Counted), Arc<AtomicI64>>,
}

impl Limits {
    /// Starts with nothing counted.
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        let free_at = Cache::builder()
            .max_capacity(MAX_CALLERS)
            // LRU, because the default policy would rather evict new callers, and an evicted caller isn't limited.
            .eviction_policy(EvictionPolicy::lru())
            .time_to_idle(Duration::from_secs(24 * 3600))
            .build();
        Self { clock, free_at }
    }

    /// Counts one request by `caller`.
    ///
    /// # Errors
    ///
    /// [`Error::TooMany`] when the limit is used up; then nothing is counted.
    pub fn check(&self, limit: &Limit<PerNode>, caller: impl Into<Caller>) -> Result<()> {
        let now = self.clock.now().timestamp_micros();
        let all = caller.into().counted();
        for (place, (one, shares)) in all.iter().enumerate() {
            let wait = self.count(limit, (one, *shares), now);
            if wait <= TimeDelta::zero() {
                continue;
            }
            for (one, shares) in all.iter().take(place) {
                self.give_back(limit, (one, *shares));
            }
            let seconds = wait.num_milliseconds().div_euclid(1000) + 1;
            return Err(Error::TooMany {
                message: limit.message.into(),
                seconds: u32::try_from(seconds).unwrap_or(u32::MAX),
            });
        }
        Ok(())
    }

    /// Counts one request, or returns how long it has to wait.
    fn count(&self, limit: &Limit<PerNode>, (one, shares): (&Counted, u32), now: i64) -> TimeDelta {
        let free_at = self
            .free_at
            .get_with((limit.name, one.clone()), || Arc::new(AtomicI64::new(now)));
        let (period, each) = (micros(limit.period), micros(limit.each(shares)));
        let next = |free_at: i64| {
            // Much later than a full period: the clock jumped back, and nobody should be locked out for that.
            let is_plausible = free_at <= now + period + micros(AT_ONCE);
            let begins = if is_plausible { free_at.max(now) } else { now };
            begins + each
        };
        let counted = free_at.fetch_update(Ordering::AcqRel, Ordering::Acquire, |free_at| {
            let next = next(free_at);
            (next - period <= now).then_some(next)
        });
        match counted {
            Ok(_) => TimeDelta::zero(),
            Err(free_at) => TimeDelta::microseconds(next(free_at) - period - now),
        }
    }

    /// Takes back the count of a request that was refused by another level.
    fn give_back(&self, limit: &Limit<PerNode>, (one, shares): (&Counted, u32)) {
        if let Some(free_at) = self.free_at.get(&(limit.name, one.clone())) {
            free_at.fetch_sub(micros(limit.each(shares)), Ordering::AcqRel);
        }
    }
}

/// All periods of limits are short enough for this.
fn micros(time: TimeDelta) -> i64 {
    time.num_microseconds().unwrap_or(i64::MAX / 4)
}

#[cfg(test)]
mod tests {
    use chrono::{TimeZone, Utc};

    use super::*;

    const LIMIT: Limit<PerNode> = Limit {
        name: "test",
        count: 3,
        period: TimeDelta::minutes(3),
        counted: PerNode,
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
    fn refused_webhooks_are_told_again_each_minute() {
        let (limits, clock) = limits();
        let limit = &table::REFUSED_WEBHOOKS_LOGGED;
        let is_told = || limits.check(limit, "webhook").is_ok();
        assert_eq!([(); 3].map(|()| is_told()), [true, false, false]);
        clock.advance(TimeDelta::seconds(59));
        assert!(!is_told());
        clock.advance(TimeDelta::seconds(1));
        assert_eq!([(); 2].map(|()| is_told()), [true, false]);
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

    /// How many of `addresses` are let through in turn.
    fn let_through(limits: &Limits, addresses: impl Iterator<Item = String>) -> usize {
        addresses
            .map(|address| Network::of(address.parse().unwrap()))
            .filter(|network| limits.check(&LIMIT, *network).is_ok())
            .count()
    }

    #[test]
    fn a_48_has_four_shares_however_many_addresses_it_uses() {
        let (limits, _) = limits();
        let of_a_56 = (0..200).map(|number| format!("2001:db8:1:1{:02x}::1", number % 256));
        assert_eq!(let_through(&limits, of_a_56), 6);
        let of_a_48 = (0..2000).map(|number| format!("2001:db8:1:{number:x}::1"));
        assert_eq!(let_through(&limits, of_a_48), 6);
        let of_another = (0..1).map(|_| "2001:db8:2::1".to_owned());
        assert_eq!(let_through(&limits, of_another), 1);
    }

    #[test]
    fn one_address_s_flood_leaves_its_neighbors_their_shares() {
        for (flooder, neighbor) in [
            ("192.0.2.1", "192.0.2.2"),
            ("2001:db8:1:100::1", "2001:db8:1:101::1"),
            ("2001:db8:1:100::1", "2001:db8:1:200::1"),
        ] {
            let (limits, _) = limits();
            let flood = std::iter::repeat_n(flooder.to_owned(), 1000);
            assert_eq!(let_through(&limits, flood), 3);
            let asked = std::iter::repeat_n(neighbor.to_owned(), 1000);
            assert_eq!(let_through(&limits, asked), 3, "{neighbor}");
        }
    }

    #[test]
    fn what_the_wider_network_refuses_is_not_counted_for_the_address() {
        let (limits, clock) = limits();
        let others = (1..=4).flat_map(|host| std::iter::repeat_n(format!("192.0.2.{host}"), 3));
        assert_eq!(let_through(&limits, others), 12);
        let late = std::iter::repeat_n("192.0.2.9".to_owned(), 100);
        assert_eq!(let_through(&limits, late), 0);
        clock.advance(TimeDelta::minutes(1));
        let late = std::iter::repeat_n("192.0.2.9".to_owned(), 100);
        assert_eq!(let_through(&limits, late), 3);
    }
}
