//! When a visitor may vote again, and how that is said (D20, visitor.md 8 and 9).

use std::time::Duration;

use chrono::{DateTime, NaiveTime, TimeDelta, Utc};

use crate::platform::error::Error;

/// Between two votes of a visitor for a shop; also the time in which a network's votes are counted.
pub(super) const COOL_DOWN: TimeDelta = TimeDelta::minutes(60);
/// New voters of one network's day that the ranking counts for a shop.
pub(super) const NEW_VOTERS: usize = 5;
/// Longer than they can matter, whatever clocks do.
pub(super) const NETWORKS_KEPT: TimeDelta = TimeDelta::hours(26);
/// How often older ones are removed.
pub(super) const FORGET_PAUSE: Duration = Duration::from_secs(600);

/// The most votes of one network for one shop.
#[derive(Clone, Copy, Debug)]
pub(super) struct VoteLimits {
    pub(super) hour: usize,
    pub(super) day: usize,
}

/// How long the day (UTC) that `now` lies in still lasts.
pub(super) fn until_midnight(now: DateTime<Utc>) -> TimeDelta {
    TimeDelta::days(1) - (now.time() - NaiveTime::MIN)
}

/// Whether a vote at `before` still keeps the visitor from voting at `now`. A vote that lies further ahead than a cool-down
/// was written by a clock that was wrong, and must not lock anybody out for days.
pub(super) fn holds(before: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    before > now - COOL_DOWN && before <= now + COOL_DOWN
}

/// How long a visitor waits at `now` after a vote at `before` that [`holds`].
pub(super) fn wait(before: DateTime<Utc>, now: DateTime<Utc>) -> TimeDelta {
    (before + COOL_DOWN - now).clamp(TimeDelta::zero(), COOL_DOWN)
}

/// The answer to a vote that came too early.
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
            // Once it is over, nothing holds the visitor any more, unless a clock was wrong.
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
