//! Opening hours as schema.org `OpeningHoursSpecification`.

use chrono::{Days, NaiveDate, Weekday};

use super::week::{self, DayHours, Span};
use crate::clock::ClockTime;
use crate::hours::{Hours, Sky};

/// One entry: these days are open from `opens` to `closes`. A closing time before the opening time is on the next day;
/// 00:00 to 23:59 is open all day; 00:00 to 00:00 is closed. (From Google's "Local business" documentation.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoursSpecification {
    /// The weekdays, Monday first.
    pub days: Vec<Weekday>,
    /// schema.org's `opens`.
    pub opens: ClockTime,
    /// schema.org's `closes`.
    pub closes: ClockTime,
    /// First and last date of a season or an exception (`validFrom`, `validThrough`); `None` for the regular week.
    pub valid: Option<(NaiveDate, NaiveDate)>,
    /// Whether it overrides the regular week on these dates; dates without this are a season's.
    pub exception: bool,
}

/// How many weeks are compared to tell the regular week from exceptions.
const WEEKS: usize = 4;

/// How far ahead to look for seasons.
const YEAR: u64 = 366;
/// More changes than this per year aren't seasons.
const SEASONS: usize = 6;

/// `yearless` are coming dates that rules without a year name.
pub(super) fn of(
    hours: &Hours,
    sky: Sky,
    today: NaiveDate,
    yearless: impl Iterator<Item = NaiveDate>,
) -> Vec<HoursSpecification> {
    let calendar = Calendar::new(hours, sky, today, yearless);
    if !may_have_seasons(hours.regular().as_str()) {
        return season(&calendar, today, None);
    }
    let mut entries = Vec::new();
    let mut start = today;
    for _ in 0..SEASONS {
        let Some(next) = next_season(&calendar, start, today + Days::new(YEAR)) else {
            break;
        };
        entries.extend(season(&calendar, start, next.pred_opt()));
        start = next;
    }
    if entries.is_empty() {
        return season(&calendar, today, None);
    }
    entries
}

/// The days of a place, with and without its special days.
struct Calendar<'hours> {
    hours: &'hours Hours,
    sky: Sky,
    /// The dates of special days from today on, in order.
    special: Vec<NaiveDate>,
}

impl<'hours> Calendar<'hours> {
    fn new(
        hours: &'hours Hours,
        sky: Sky,
        today: NaiveDate,
        yearless: impl Iterator<Item = NaiveDate>,
    ) -> Self {
        let end = today + Days::new(YEAR);
        let special = hours
            .special_days()
            .iter()
            .flat_map(|days| {
                let first = days.from.max(today);
                let last = days.to.min(end);
                first.iter_days().take_while(move |date| *date <= last)
            })
            .chain(yearless)
            .collect();
        Self {
            hours,
            sky,
            special,
        }
    }

    /// As if there were no special days: a long vacation must not become the regular week.
    fn regular(&self, date: NaiveDate) -> DayHours {
        week::day(self.hours.regular(), self.sky, date)
    }

    fn actual(&self, date: NaiveDate) -> DayHours {
        week::day(self.hours, self.sky, date)
    }
}

/// Whether there are months, week numbers or dates, which make seasons.
fn may_have_seasons(osm: &str) -> bool {
    const NAMES: [&str; 13] = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec", "week",
    ];
    let osm = osm.to_ascii_lowercase();
    NAMES.iter().any(|name| osm.contains(name))
}

/// The first day on which the week after `start` no longer applies, and still doesn't three weeks later.
fn next_season(calendar: &Calendar<'_>, start: NaiveDate, end: NaiveDate) -> Option<NaiveDate> {
    let ordinary = ordinary_week(&first_weeks(calendar, start, None));
    let differs = |date: NaiveDate| {
        let here = calendar.regular(date);
        ordinary
            .iter()
            .any(|usual| usual.weekday == here.weekday && !same_hours(usual, &here))
    };
    start
        .iter_days()
        .take_while(|date| *date < end)
        .find(|date| (0..4).all(|weeks| differs(*date + Days::new(7 * weeks))))
}

/// The days that define the regular week: four weeks, or fewer if the season ends before.
fn first_weeks(
    calendar: &Calendar<'_>,
    start: NaiveDate,
    last: Option<NaiveDate>,
) -> Vec<DayHours> {
    start
        .iter_days()
        .take(7 * WEEKS)
        .take_while(|date| last.is_none_or(|last| *date <= last))
        .map(|date| calendar.regular(date))
        .collect()
}

/// The hours of each weekday, Monday first; fewer for a season shorter than a week.
fn ordinary_week(days: &[DayHours]) -> Vec<DayHours> {
    let mut monday_first: Vec<&DayHours> = days.iter().take(7).collect();
    monday_first.sort_unstable_by_key(|day| day.weekday.num_days_from_monday());
    monday_first
        .iter()
        .map(|day| most_common(days, day).clone())
        .collect()
}

/// The regular week starting at `start`, until `last` if it ends, and the exceptions: those in its first four weeks,
/// and all special days.
fn season(
    calendar: &Calendar<'_>,
    start: NaiveDate,
    last: Option<NaiveDate>,
) -> Vec<HoursSpecification> {
    let days = first_weeks(calendar, start, last);
    let ordinary = ordinary_week(&days);
    let mut entries = Vec::new();
    for day in ordinary.iter().filter(|day| !day.unknown) {
        add(&mut entries, day, None);
    }
    for entry in &mut entries {
        entry.valid = last.map(|last| (start, last));
    }
    let is_within = |date: &NaiveDate| start <= *date && last.is_none_or(|last| *date <= last);
    let special = calendar.special.iter().copied().filter(is_within);
    let mut dates: Vec<NaiveDate> = days.iter().map(|day| day.date).chain(special).collect();
    dates.sort_unstable();
    dates.dedup();
    let mut exceptions = Vec::new();
    for day in dates.into_iter().map(|date| calendar.actual(date)) {
        let differs = ordinary
            .iter()
            .any(|usual| usual.weekday == day.weekday && !same_hours(usual, &day));
        // Days that are closed anyway belong to the vacation around them.
        let is_vacation = day.spans.is_empty() && calendar.special.contains(&day.date);
        if (differs || is_vacation) && !day.unknown {
            add(&mut exceptions, &day, Some((day.date, day.date)));
        }
    }
    for entry in &mut exceptions {
        entry.exception = true;
    }
    entries.append(&mut exceptions);
    entries
}

/// This weekday's most common hours; on a tie, the earliest.
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

/// Adds a day's spans, joining entries with the same times.
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
                exception: false,
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
