//! Recurring work. Each turn is named by its scheduled time, so all nodes together enqueue it once.

use chrono::{
    DateTime, Datelike, Days, DurationRound, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc,
    Weekday,
};
use chrono_tz::Tz;

/// How often a kind of work recurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Every so many minutes, a divisor of 60, counted from the full hour.
    Minutes(u8),
    /// At the start of each hour (UTC).
    Hourly,
    /// Each day at this hour (UTC).
    Daily { hour: u8 },
    /// Each day at this hour on the clocks of a place.
    DailyIn { zone: Tz, hour: u8 },
    /// Once a week at this hour (UTC).
    Weekly { day: Weekday, hour: u8 },
}

impl Schedule {
    /// The latest scheduled time at or before `now`.
    #[must_use]
    pub fn latest_turn(self, now: DateTime<Utc>) -> DateTime<Utc> {
        match self {
            Self::Minutes(minutes) => now
                .duration_trunc(TimeDelta::minutes(minutes.into()))
                .unwrap_or(now),
            Self::Hourly => now.duration_trunc(TimeDelta::hours(1)).unwrap_or(now),
            Self::Daily { hour } => {
                let midnight = now.date_naive().and_time(NaiveTime::MIN).and_utc();
                let turn = midnight + TimeDelta::hours(hour.into());
                if turn <= now {
                    turn
                } else {
                    turn - Days::new(1)
                }
            }
            Self::DailyIn { zone, hour } => {
                let today = now.with_timezone(&zone).date_naive();
                let turn = on_clocks(zone, today, hour);
                if turn <= now {
                    turn
                } else {
                    on_clocks(zone, today - Days::new(1), hour)
                }
            }
            Self::Weekly { day, hour } => {
                let midnight = now.date_naive().and_time(NaiveTime::MIN).and_utc();
                let back = Days::new(now.weekday().days_since(day).into());
                let turn = midnight - back + TimeDelta::hours(hour.into());
                if turn <= now {
                    turn
                } else {
                    turn - Days::new(7)
                }
            }
        }
    }
}

/// When clocks there show this hour. No zone changes its clocks at an hour when anything is scheduled.
fn on_clocks(zone: Tz, day: NaiveDate, hour: u8) -> DateTime<Utc> {
    let shown = day.and_time(NaiveTime::MIN) + TimeDelta::hours(hour.into());
    let moment = zone.from_local_datetime(&shown).earliest();
    moment.map_or_else(|| shown.and_utc(), |moment| moment.to_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    const THURSDAYS: Schedule = Schedule::Weekly {
        day: Weekday::Thu,
        hour: 14,
    };

    #[test]
    fn a_turn_lasts_until_the_next_one() {
        for (now, turn) in [
            ("2026-03-05T13:59:59Z", "2026-02-26T14:00:00Z"),
            ("2026-03-05T14:00:00Z", "2026-03-05T14:00:00Z"),
            ("2026-03-11T23:00:00Z", "2026-03-05T14:00:00Z"),
        ] {
            let turn: DateTime<Utc> = turn.parse().unwrap();
            assert_eq!(THURSDAYS.latest_turn(now.parse().unwrap()), turn, "{now}");
        }
        let hour: DateTime<Utc> = "2026-03-05T13:00:00Z".parse().unwrap();
        let now = "2026-03-05T13:59:59Z".parse().unwrap();
        assert_eq!(Schedule::Hourly.latest_turn(now), hour);
        let daily = Schedule::Daily { hour: 15 };
        for (now, turn) in [
            ("2026-03-05T14:59:59Z", "2026-03-04T15:00:00Z"),
            ("2026-03-05T15:00:00Z", "2026-03-05T15:00:00Z"),
        ] {
            let turn: DateTime<Utc> = turn.parse().unwrap();
            assert_eq!(daily.latest_turn(now.parse().unwrap()), turn, "{now}");
        }
    }

    #[test]
    fn clocks_of_a_place_are_followed_through_the_year() {
        let daily = Schedule::DailyIn {
            zone: Tz::America__Chicago,
            hour: 8,
        };
        for (now, turn) in [
            ("2026-03-07T13:59:59Z", "2026-03-06T14:00:00Z"),
            ("2026-03-07T14:00:00Z", "2026-03-07T14:00:00Z"),
            // Clocks are put forward on March 8.
            ("2026-03-08T12:59:59Z", "2026-03-07T14:00:00Z"),
            ("2026-03-08T13:00:00Z", "2026-03-08T13:00:00Z"),
        ] {
            let turn: DateTime<Utc> = turn.parse().unwrap();
            assert_eq!(daily.latest_turn(now.parse().unwrap()), turn, "{now}");
        }
        let soon = Schedule::Minutes(5).latest_turn("2026-03-08T12:59:59Z".parse().unwrap());
        assert_eq!(
            soon,
            "2026-03-08T12:55:00Z".parse::<DateTime<Utc>>().unwrap()
        );
    }
}
