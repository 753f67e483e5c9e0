//! The text for a state.

use chrono::{DateTime, NaiveDate, TimeDelta, Timelike, Utc};
use chrono_tz::Tz;

use super::OpenState;
use crate::clock::ClockTime;

pub(super) const UNKNOWN: &str = "Hours unknown";
const TEMPORARILY_CLOSED: &str = "Temporarily closed";

/// The closing time is mentioned when it is less than this far away; before that, the place is simply open.
pub(super) const ALL_DAY: TimeDelta = TimeDelta::hours(24);

/// A closing time up to this hour of the next day belongs to the night, not to "tomorrow".
const NIGHT_ENDS: ClockTime = ClockTime::from_hour(6);

/// `closure` is given within a temporary closure, with the day on which it ends if that is known.
pub(super) fn of(
    state: OpenState,
    now: DateTime<Utc>,
    zone: Tz,
    closure: Option<Option<NaiveDate>>,
) -> String {
    let local = |instant: DateTime<Utc>| {
        let local = instant.with_timezone(&zone);
        let minutes = local.hour() * 60 + local.minute();
        let time = ClockTime::from_minutes(u16::try_from(minutes).unwrap_or_default());
        (local.date_naive(), time)
    };
    let (today, _) = local(now);
    match state {
        OpenState::Unknown => UNKNOWN.to_owned(),
        OpenState::Closed { opens: None } => match closure {
            Some(opens) => temporarily_closed(opens),
            None => "Closed".to_owned(),
        },
        OpenState::Closed { opens: Some(opens) } => {
            let (date, time) = local(opens);
            let day = day_in_words(date, today);
            let closed = closure.map_or("Closed", |_| TEMPORARILY_CLOSED);
            format!("{closed} · opens {day}{}", time.short())
        }
        OpenState::Open { until: Some(until) } if until - now <= ALL_DAY => {
            let (date, time) = local(until);
            let tonight = time <= NIGHT_ENDS || date == today;
            let day = if tonight { "" } else { "tomorrow at " };
            format!("Open until {day}{}", time.short())
        }
        OpenState::Open { .. } => "Open 24 hours".to_owned(),
    }
}

/// `Temporarily closed · opens Jan 9`, without the day where it isn't known.
pub(super) fn temporarily_closed(opens: Option<NaiveDate>) -> String {
    match opens {
        Some(date) => format!("{TEMPORARILY_CLOSED} · opens {}", date.format("%b %-d")),
        None => TEMPORARILY_CLOSED.to_owned(),
    }
}

/// Empty for today, otherwise `tomorrow `, a weekday within a week, or a date, each followed by a space.
fn day_in_words(date: NaiveDate, today: NaiveDate) -> String {
    match (date - today).num_days() {
        ..=0 => String::new(),
        1 => "tomorrow ".to_owned(),
        2..=6 => date.format("%A ").to_string(),
        _ => date.format("%b %-d, ").to_string(),
    }
}
