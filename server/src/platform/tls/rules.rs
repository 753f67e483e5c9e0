//! When a certificate is ordered, and when its authority is asked for a better time.

use chrono::{DateTime, TimeDelta, Utc};

/// Orders are at least this far apart, whatever fails: authorities refuse those who ask too often for a week.
pub const ORDER_PAUSE: TimeDelta = TimeDelta::hours(1);
/// How often the authority is asked when to renew (RFC 9773).
const RENEWAL_PAUSE: TimeDelta = TimeDelta::hours(6);
/// No certificate is renewed sooner, so that a wrong clock doesn't use up what the authority allows a week.
const SHORTEST_USE: TimeDelta = TimeDelta::days(1);

/// What is known of a host's certificate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dates {
    /// When it was issued and should be renewed; `None` if there is none.
    pub issued: Option<(DateTime<Utc>, DateTime<Utc>)>,
    pub renewal_asked_at: Option<DateTime<Utc>>,
    pub ordered_at: Option<DateTime<Utc>>,
}

/// What to do about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    Nothing,
    Order,
    /// Ask the authority when to renew.
    AskRenewal,
}

/// What to do at `now`.
#[must_use]
pub fn due(dates: &Dates, now: DateTime<Utc>) -> Due {
    let since = |at: DateTime<Utc>| (now - at).abs();
    let may_order = dates.ordered_at.is_none_or(|at| since(at) >= ORDER_PAUSE);
    let wants_order = dates
        .issued
        .is_none_or(|(issued_at, renew_at)| now >= renew_at && since(issued_at) >= SHORTEST_USE);
    if wants_order && may_order {
        Due::Order
    } else if dates.issued.is_some()
        && dates
            .renewal_asked_at
            .is_none_or(|at| since(at) >= RENEWAL_PAUSE)
    {
        Due::AskRenewal
    } else {
        Due::Nothing
    }
}

/// When to renew a certificate whose authority has no wish: after two thirds of its time. Counted from our own clock, since
/// the certificate's dates are by the authority's.
#[must_use]
pub fn usual_renewal(issued_at: DateTime<Utc>, lifetime: TimeDelta) -> DateTime<Utc> {
    issued_at + lifetime * 2 / 3
}

/// A moment in the window that the authority suggests, by a random number. One that was chosen earlier stays if it is in it.
#[must_use]
pub fn chosen_renewal(
    (start, end): (DateTime<Utc>, DateTime<Utc>),
    chosen: Option<DateTime<Utc>>,
    random: u32,
) -> DateTime<Utc> {
    if let Some(chosen) = chosen.filter(|chosen| (start..=end).contains(chosen)) {
        return chosen;
    }
    let seconds = (end - start).num_seconds().max(0);
    start + TimeDelta::seconds(seconds.saturating_mul(random.into()) / i64::from(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(hours: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::hours(1_000_000 + hours)
    }

    #[test]
    fn orders_are_an_hour_apart_and_renewals_a_day() {
        let none = Dates::default();
        assert_eq!(due(&none, at(0)), Due::Order);
        let failed = Dates {
            ordered_at: Some(at(0)),
            ..none
        };
        let minute = TimeDelta::minutes(1);
        for (now, expected) in [
            (at(0), Due::Nothing),
            (at(1) - minute, Due::Nothing),
            (at(1), Due::Order),
            // The clock was a year ahead when the order was noted.
            (at(-24 * 365), Due::Order),
        ] {
            assert_eq!(due(&failed, now), expected, "{now}");
        }
        let issued = Dates {
            issued: Some((at(0), at(1440))),
            renewal_asked_at: None,
            ordered_at: Some(at(0)),
        };
        assert_eq!(due(&issued, at(1)), Due::AskRenewal);
        let asked = Dates {
            renewal_asked_at: Some(at(1)),
            ..issued
        };
        for (now, expected) in [
            (at(2), Due::Nothing),
            (at(7), Due::AskRenewal),
            (at(1440), Due::Order),
            (at(9000), Due::Order),
        ] {
            assert_eq!(due(&asked, now), expected, "{now}");
        }
        // By this clock it has ended already, which another order would not change.
        let ended = Dates {
            issued: Some((at(0), at(-500))),
            renewal_asked_at: Some(at(2)),
            ordered_at: Some(at(0)),
        };
        assert_eq!(due(&ended, at(3)), Due::Nothing);
        assert_eq!(due(&ended, at(24)), Due::Order);
    }

    #[test]
    fn a_renewal_is_somewhere_in_the_window_and_stays_there() {
        let window = (at(10), at(20));
        assert_eq!(chosen_renewal(window, None, 0), at(10));
        assert_eq!(chosen_renewal(window, None, u32::MAX), at(20));
        assert_eq!(chosen_renewal(window, Some(at(12)), u32::MAX), at(12));
        assert_eq!(chosen_renewal(window, Some(at(30)), 0), at(10));
        assert_eq!(chosen_renewal((at(20), at(10)), None, 7), at(20));
        assert_eq!(usual_renewal(at(0), TimeDelta::hours(90)), at(60));
    }
}
