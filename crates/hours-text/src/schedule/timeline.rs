//! When a place opens and closes, within two weeks of a day.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;

use super::OpenState;
use crate::hours::{DAY, Hours, Sky, Status};

/// How many days ahead to look.
const HORIZON: u64 = 14;

/// Sorted segments; those with the same status neither overlap nor touch.
pub(super) struct Timeline {
    open: Vec<Segment>,
    unknown: Vec<Segment>,
    end: DateTime<Utc>,
}

#[derive(Clone, Copy)]
struct Segment {
    start: DateTime<Utc>,
    end: DateTime<Utc>,
}

impl Timeline {
    /// From the day before `today`, whose spans may extend into it, to two weeks after.
    pub fn around(hours: &Hours, sky: Sky, today: NaiveDate) -> Self {
        let (mut open, mut unknown) = (Vec::new(), Vec::new());
        let first = today - Days::new(1);
        for date in first.iter_days().take(HORIZON as usize + 2) {
            let plan = hours.plan(date, sky);
            for piece in plan.pieces() {
                let segment = Segment {
                    start: instant(sky.zone, date, piece.start),
                    end: instant(sky.zone, date, piece.end),
                };
                match piece.status {
                    Status::Open => open.push(segment),
                    Status::Unknown => unknown.push(segment),
                }
            }
        }
        let end = instant(sky.zone, today + Days::new(HORIZON + 1), 0);
        Self {
            open: joined(open),
            unknown: joined(unknown),
            end,
        }
    }

    /// The state at `now`, and when it ends if that is before the horizon.
    pub fn state_at(&self, now: DateTime<Utc>) -> (OpenState, Option<DateTime<Utc>>) {
        let before_horizon = |end: DateTime<Utc>| (end < self.end).then_some(end);
        if let Some(segment) = covering(&self.open, now) {
            let until = before_horizon(segment.end);
            return (OpenState::Open { until }, until);
        }
        let opens = next_start(&self.open, now).and_then(before_horizon);
        if let Some(segment) = covering(&self.unknown, now) {
            let ends = opens.map_or(segment.end, |opens| opens.min(segment.end));
            return (OpenState::Unknown, before_horizon(ends));
        }
        let may_open = next_start(&self.unknown, now).and_then(before_horizon);
        match (opens, may_open) {
            // If the place may be open before the next certain opening, that opening isn't the next one.
            (opens, Some(may_open)) if opens.is_none_or(|opens| may_open < opens) => {
                (OpenState::Closed { opens: None }, Some(may_open))
            }
            (opens, _) => (OpenState::Closed { opens }, opens),
        }
    }
}

/// Sorts segments and joins those that touch: a night may extend into the next day's first hours.
fn joined(mut segments: Vec<Segment>) -> Vec<Segment> {
    segments.retain(|segment| segment.start < segment.end);
    segments.sort_unstable_by_key(|segment| segment.start);
    segments.dedup_by(|next, kept| {
        let touches = next.start <= kept.end;
        if touches {
            kept.end = kept.end.max(next.end);
        }
        touches
    });
    segments
}

fn covering(segments: &[Segment], now: DateTime<Utc>) -> Option<&Segment> {
    segments
        .iter()
        .find(|segment| segment.start <= now && now < segment.end)
}

fn next_start(segments: &[Segment], now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    segments
        .iter()
        .map(|segment| segment.start)
        .find(|&start| start > now)
}

/// The instant at which the local time is `minutes` after the midnight that starts `date`.
///
/// When clocks go back, a time that occurs twice means its first occurrence (RFC 5545); when they go forward, a skipped
/// time means the moment of the jump.
pub(super) fn instant(zone: Tz, date: NaiveDate, minutes: u16) -> DateTime<Utc> {
    let midnight = (date + Days::new(u64::from(minutes / DAY))).and_time(NaiveTime::MIN);
    let mut local = midnight + TimeDelta::minutes(i64::from(minutes % DAY));
    // No zone has ever skipped more than one calendar day.
    for _ in 0..=2 * DAY {
        if let Some(found) = zone.from_local_datetime(&local).earliest() {
            return found.to_utc();
        }
        local += TimeDelta::minutes(1);
    }
    local.and_utc()
}
