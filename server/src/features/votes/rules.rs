//! When a visitor may vote again, and the message (D20, visitor.md 8 and 9).

use std::time::Duration;

use chrono::{DateTime, NaiveTime, TimeDelta, Utc};

use crate::platform::error::Error;

/// The time between a visitor's votes for a shop; also the window for counting a network's votes.
pub(super) const COOL_DOWN: TimeDelta = TimeDelta::minutes(60);
/// New voters per network, day and shop that the ranking counts.
pub(super) const NEW_VOTERS: usize = 5;
/// Longer than they are needed, even if clocks differ.
pub(super) const NETWORKS_KEPT: TimeDelta = TimeDelta::hours(26);
/// How often older ones are removed.
pub(super) const FORGET_PAUSE: Duration = Duration::from_secs(600);

/// The maximum votes by one network for one shop.
#[derive(Clone, Copy, Debug)]
pub(super) struct VoteLimits {
    pub(super) hour: usize,
    pub(super) day: usize,
}

/// The rest of the day (UTC) that `now` is in.
pub(super) fn until_midnight(now: DateTime<Utc>) -> TimeDelta {
    TimeDelta::days(1) - (now.time() - NaiveTime::MIN)
}

/// Whether a vote at `before` still prevents one at `now`. A vote further in the future than a cool-down was written
/// with a wrong clock, and must not lock anyone out for days.
pub(super) fn holds(before: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    before > now - COOL_DOWN && before <= now + COOL_DOWN
}

/// How long a visitor has to wait at `now` after a vote at `before` for which [`holds`] is true.
pub(super) fn wait(before: DateTime<Utc>, now: DateTime<Utc>) -> TimeDelta {
    (before + COOL_DOWN - now).clamp(TimeDelta::zero(), COOL_DOWN)
}

/// The error for a vote that is too early.
pub(super) fn refusal(wait: TimeDelta) -> Error {
    let seconds = u32::try_from((wait.num_milliseconds() + 999) / 1000).unwrap_or(u32::MAX);
    Error::TooMany {
        message: format!("You can vote again in {}.", in_words(seconds)).into(),
        seconds: seconds.max(1),
    }
}

/// Remaining minutes, rounded up.
fn in_words(seconds: u32) -> String {
    match seconds.div_ceil(60) {
        _ if seconds < 60 => "less than a minute".to_owned(),
        1 => "1 minute".to_owned(),
        minutes => format!("{minutes} minutes"),
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;
    use proptest::prelude::*;

    use super::*;

    fn noon() -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 3, 4, 12, 0, 0).unwrap()
    }

    #[test]
    fn the_wait_is_said_in_the_specified_words() {
        for (seconds, words) in [
            (0, "less than a minute"),
            (59, "less than a minute"),
            (60, "1 minute"),
            (61, "2 minutes"),
            (120, "2 minutes"),
            (3541, "60 minutes"),
            (3600, "60 minutes"),
        ] {
            assert_eq!(in_words(seconds), words, "{seconds} s");
        }
    }

    proptest! {
        #[test]
        fn a_wait_is_never_longer_than_the_cool_down(seconds in -1_000_000_i64..1_000_000) {
            let before = noon() + TimeDelta::seconds(seconds);
            let wait = wait(before, noon());
            prop_assert!(wait >= TimeDelta::zero() && wait <= COOL_DOWN);
            // Afterwards, nothing prevents a vote, even with a wrong clock.
            if holds(before, noon()) && before <= noon() {
                prop_assert!(!holds(before, noon() + wait));
                prop_assert!(holds(before, noon() + wait - TimeDelta::seconds(1)));
            }
        }

        #[test]
        fn a_clock_that_jumped_locks_nobody_out_for_longer_than_twice_the_cool_down(hours in 1_i64..100_000) {
            prop_assert!(!holds(noon() + COOL_DOWN * 2 + TimeDelta::hours(hours), noon()));
        }
    }
}
