//! The hours of single days, as on a sign on the door.

use chrono::{Datelike, Days, NaiveDate, TimeDelta, Weekday};

use crate::clock::ClockTime;
use crate::hours::{DAY, DayPlan, Hours, Piece, Sky, Status};

/// One opening of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// When the place opens.
    pub opens: ClockTime,
    /// When it closes.
    pub closes: ClockTime,
    /// Whether it closes on the next day, including at midnight.
    pub next_day: bool,
}

impl Span {
    /// Whether it lasts from midnight to midnight.
    pub fn is_all_day(self) -> bool {
        self.opens == ClockTime::MIDNIGHT && self.closes == ClockTime::MIDNIGHT
    }
}

/// One day's hours. A span past midnight is listed on the day on which it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayHours {
    /// The local date.
    pub date: NaiveDate,
    /// Its weekday.
    pub weekday: Weekday,
    /// Whether it is the local today.
    pub today: bool,
    /// When the place is certainly open, in order. Empty and not `unknown` means closed.
    pub spans: Vec<Span>,
    /// Whether it may also be open at other times.
    pub unknown: bool,
    /// The hours in words where the sun decides about them: `8 AM – sunset`. They change by the day, so they are no
    /// spans.
    pub by_the_sun: Option<String>,
    /// Whether these hours differ from this weekday's hours in surrounding weeks.
    pub exception: bool,
}

impl DayHours {
    /// `7 AM – 5 PM, 6 PM – 9 PM`, `8 AM – sunset`, `Open 24 hours`, `Closed` or `Hours unknown`.
    pub fn label(&self) -> String {
        if let Some(words) = &self.by_the_sun {
            return words.clone();
        }
        if self.spans.iter().any(|span| span.is_all_day()) {
            return "Open 24 hours".to_owned();
        }
        if self.spans.is_empty() {
            return if self.unknown {
                "Hours unknown"
            } else {
                "Closed"
            }
            .to_owned();
        }
        let spans = self
            .spans
            .iter()
            .map(|span| format!("{} – {}", span.opens.short(), span.closes.short()));
        spans.collect::<Vec<_>>().join(", ")
    }
}

/// An opening before this minute after midnight may continue the previous evening (`Fr 18:00-24:00; Sa 00:00-02:00`).
const NIGHT_ENDS: u16 = 6 * 60;

/// Seven days from `today` on, Monday first.
pub(super) fn of(hours: &Hours, sky: Sky, today: NaiveDate) -> [DayHours; 7] {
    let shift = |weekday: u32| {
        let from_today = (weekday + 7 - today.weekday().num_days_from_monday()) % 7;
        let date = today + Days::new(u64::from(from_today));
        let here = day(hours, sky, date);
        DayHours {
            today: date == today,
            exception: is_exception(hours, sky, &here),
            ..here
        }
    };
    [0, 1, 2, 3, 4, 5, 6].map(shift)
}

/// The weeks around a day that show what is usual for its weekday.
const AROUND: [i64; 5] = [-2, -1, 1, 2, 3];

/// Whether at most one of the surrounding weeks has the same hours: two holidays may be a week apart.
fn is_exception(hours: &Hours, sky: Sky, here: &DayHours) -> bool {
    let is_same = |weeks: &i64| {
        let other = day(hours, sky, here.date + TimeDelta::weeks(*weeks));
        here.spans == other.spans && here.unknown == other.unknown
    };
    AROUND.iter().filter(|weeks| is_same(weeks)).count() < 2
}

/// One day's hours, not marked as today.
pub(super) fn day(hours: &Hours, sky: Sky, date: NaiveDate) -> DayHours {
    let sky = Sky {
        coordinates: None,
        ..sky
    };
    let before = hours.plan(date - Days::new(1), sky);
    let plan = hours.plan(date, sky);
    let after = hours.plan(date + Days::new(1), sky);
    let continues_yesterday = night_piece(&plan).is_some() && evening_piece(&before).is_some();
    let night = night_piece(&after);
    let spans = plan
        .pieces()
        .iter()
        .filter(|piece| piece.status == Status::Open)
        .filter(|piece| !(continues_yesterday && piece.start == 0))
        .map(|piece| match night {
            Some(night) if is_evening(piece) => span(piece.start, DAY + night.end),
            _ => span(piece.start, piece.end),
        })
        .collect();
    DayHours {
        date,
        weekday: date.weekday(),
        today: false,
        exception: false,
        by_the_sun: hours.by_the_sun(date),
        spans,
        unknown: plan
            .pieces()
            .iter()
            .any(|piece| piece.status == Status::Unknown),
    }
}

/// A span that lasts until midnight and didn't start at one: it may continue as the next day's first span.
fn evening_piece(plan: &DayPlan) -> Option<&Piece> {
    plan.pieces().iter().find(|piece| is_evening(piece))
}

fn is_evening(piece: &Piece) -> bool {
    piece.status == Status::Open && piece.end == DAY && piece.start > NIGHT_ENDS
}

fn night_piece(plan: &DayPlan) -> Option<&Piece> {
    let first = plan.pieces().first()?;
    (first.status == Status::Open && first.start == 0 && first.end <= NIGHT_ENDS).then_some(first)
}

pub(super) fn span(start: u16, end: u16) -> Span {
    Span {
        opens: ClockTime::from_minutes(start),
        closes: ClockTime::from_minutes(end),
        next_day: end >= DAY,
    }
}
