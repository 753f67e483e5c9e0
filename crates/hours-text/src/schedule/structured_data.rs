//! Opening hours as schema.org `OpeningHoursSpecification` wants them.

use chrono::{Days, NaiveDate, Weekday};

use super::week::{self, DayHours, Span};
use crate::clock::ClockTime;
use crate::hours::{Hours, Sky};

/// One entry: these days open from `opens` to `closes`. A close before the open lies in the next day; 00:00 to 23:59 is
/// open all day; 00:00 to 00:00 is closed. (Rules of Google's "Local business" documentation.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoursSpecification {
    /// The weekdays, Monday first.
    pub days: Vec<Weekday>,
    /// `opens` of schema.org.
    pub opens: ClockTime,
    /// `closes` of schema.org.
    pub closes: ClockTime,
    /// First and last date of an exception (`validFrom`, `validThrough`); `None` for the ordinary week.
    pub valid: Option<(NaiveDate, NaiveDate)>,
}

/// How many weeks are looked at to tell the ordinary week from exceptions.
const WEEKS: usize = 4;

pub(super) fn of(hours: &Hours, sky: Sky, today: NaiveDate) -> Vec<HoursSpecification> {
    let days: Vec<DayHours> = today
        .iter_days()
        .take(7 * WEEKS)
        .map(|date| week::day(hours, sky, date))
        .collect();
    let mut monday_first: Vec<&DayHours> = days.iter().take(7).collect();
    monday_first.sort_unstable_by_key(|day| day.weekday.num_days_from_monday());
    let ordinary: Vec<&DayHours> = monday_first
        .iter()
        .map(|day| most_common(&days, day))
        .collect();

    let mut entries = Vec::new();
    for day in ordinary.iter().filter(|day| !day.unknown) {
        add(&mut entries, day, None);
    }
    let exceptions = days.iter().filter(|day| {
        ordinary
            .iter()
            .any(|usual| usual.weekday == day.weekday && !same_hours(usual, day))
    });
    for day in exceptions.filter(|day| !day.unknown) {
        add(&mut entries, day, Some((day.date, day.date)));
    }
    entries
}

/// The hours that this weekday has most often; the earliest of them on a tie.
fn most_common<'days>(days: &'days [DayHours], wanted: &'days DayHours) -> &'days DayHours {
    let same_weekday = || days.iter().filter(|day| day.weekday == wanted.weekday);
    let count = |day: &DayHours| {
        same_weekday()
            .filter(|other| same_hours(day, other))
            .count()
    };
    same_weekday()
        .rev()
        .max_by_key(|day| count(day))
        .unwrap_or(wanted)
}

fn same_hours(one: &DayHours, other: &DayHours) -> bool {
    one.spans == other.spans && one.unknown == other.unknown
}

/// Adds a day's spans, to entries of the same times where there are any.
fn add(
    entries: &mut Vec<HoursSpecification>,
    day: &DayHours,
    valid: Option<(NaiveDate, NaiveDate)>,
) {
    let closed = (ClockTime::MIDNIGHT, ClockTime::MIDNIGHT);
    let mut times: Vec<_> = day.spans.iter().copied().map(open_and_close).collect();
    if times.is_empty() {
        times.push(closed);
    }
    for (opens, closes) in times {
        let twin = entries.iter_mut().find(|entry| {
            let follows = match (entry.valid, valid) {
                (Some((_, last)), Some((first, _))) => last + Days::new(1) == first,
                (known, new) => known == new,
            };
            follows && (entry.opens, entry.closes) == (opens, closes)
        });
        match twin {
            Some(entry) => {
                if !entry.days.contains(&day.weekday) {
                    entry.days.push(day.weekday);
                }
                if let (Some(dates), Some((_, last))) = (&mut entry.valid, valid) {
                    dates.1 = last;
                }
            }
            None => entries.push(HoursSpecification {
                days: vec![day.weekday],
                opens,
                closes,
                valid,
            }),
        }
    }
}

fn open_and_close(span: Span) -> (ClockTime, ClockTime) {
    if span.is_all_day() {
        (ClockTime::MIDNIGHT, ClockTime::LAST_MINUTE)
    } else {
        (span.opens, span.closes)
    }
}
