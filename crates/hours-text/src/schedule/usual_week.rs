//! The week that a place has when nothing is special, and the one that many places share.

use std::collections::BTreeMap;
use std::fmt;

use chrono::{NaiveDate, Weekday};
use chrono_tz::Tz;

use super::week::{self, Span};
use crate::hours::{DayPlan, Hours, Sky, Status};

/// Mondays of weeks in which no state has a holiday, in each season and in odd and even weeks (year, month, day).
const ORDINARY_WEEKS: [(i32, u32, u32); 4] =
    [(2025, 1, 27), (2025, 5, 12), (2025, 7, 28), (2025, 11, 17)];

const CODES: [&str; 7] = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];

/// Seven days, Monday first, each with its openings in order; a day without any is closed. `Display` is OpenStreetMap
/// syntax: `Mo-Fr 07:00-17:00; Sa-Su off`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsualWeek([Vec<Span>; 7]);

impl Hours {
    /// The week without holidays and special days; `None` if it depends on the season, or isn't certain.
    pub fn usual_week(&self) -> Option<UsualWeek> {
        let mut weeks = ORDINARY_WEEKS
            .into_iter()
            .filter_map(|(year, month, day)| NaiveDate::from_ymd_opt(year, month, day))
            .map(|monday| week_from(self.regular(), monday));
        let first = weeks.next()??;
        weeks
            .all(|week| week.as_ref() == Some(&first))
            .then_some(first)
    }
}

fn week_from(hours: &Hours, monday: NaiveDate) -> Option<UsualWeek> {
    let sky = Sky {
        zone: Tz::UTC,
        coordinates: None,
    };
    let mut week = UsualWeek(Default::default());
    for (day, date) in week.0.iter_mut().zip(monday.iter_days()) {
        *day = certain_spans(&hours.plan(date, sky))?;
    }
    Some(week)
}

fn certain_spans(plan: &DayPlan) -> Option<Vec<Span>> {
    let pieces = plan.pieces().iter();
    pieces
        .map(|piece| (piece.status == Status::Open).then(|| week::span(piece.start, piece.end)))
        .collect()
}

impl UsualWeek {
    /// The openings on a weekday; empty if the place is closed.
    pub fn on(&self, weekday: Weekday) -> &[Span] {
        let day = self.0.get(weekday.num_days_from_monday() as usize);
        day.map(Vec::as_slice).unwrap_or_default()
    }

    /// What is usual among `weeks`, each with the number of places that have it. A weekday is closed if more than half of
    /// the places are; otherwise it has the hours that most of the open ones share. `None` if on any day fewer than
    /// `least` places agree, or if every day is closed.
    pub fn shared<'weeks>(
        weeks: impl IntoIterator<Item = (&'weeks Self, usize)>,
        least: usize,
    ) -> Option<Self> {
        let weeks: Vec<_> = weeks.into_iter().collect();
        let places: usize = weeks.iter().map(|(_, places)| places).sum();
        // On a tie, the hours win that the places have on more days.
        let mut on_any_day: BTreeMap<&[Span], usize> = BTreeMap::new();
        for (week, places) in &weeks {
            for spans in &week.0 {
                *on_any_day.entry(spans.as_slice()).or_default() += places;
            }
        }
        let mut shared = Self(Default::default());
        for (index, day) in shared.0.iter_mut().enumerate() {
            let mut on_this_day: BTreeMap<&[Span], usize> = BTreeMap::new();
            for (week, places) in &weeks {
                if let Some(spans) = week.0.get(index) {
                    *on_this_day.entry(spans.as_slice()).or_default() += places;
                }
            }
            let never: &[Span] = &[];
            let closed = on_this_day.remove(never).unwrap_or_default();
            if closed * 2 > places && closed >= least {
                continue;
            }
            let (spans, _) = on_this_day
                .into_iter()
                .rev()
                .filter(|(_, places)| *places >= least)
                .max_by_key(|(spans, places)| (*places, on_any_day.get(spans).copied()))?;
            *day = spans.to_vec();
        }
        shared.0.iter().any(|day| !day.is_empty()).then_some(shared)
    }
}

impl fmt::Display for UsualWeek {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.0.iter().map(|spans| day_text(spans)).collect();
        if texts.iter().all(|text| text == ALL_DAY) {
            return formatter.write_str("24/7");
        }
        let mut days = CODES.into_iter().zip(&texts).peekable();
        let mut separator = "";
        while let Some((first, text)) = days.next() {
            let mut last = first;
            while let Some((code, _)) = days.next_if(|(_, next)| *next == text) {
                last = code;
            }
            formatter.write_str(separator)?;
            separator = "; ";
            if first == last {
                write!(formatter, "{first} {text}")?;
            } else {
                write!(formatter, "{first}-{last} {text}")?;
            }
        }
        Ok(())
    }
}

const ALL_DAY: &str = "00:00-24:00";

fn day_text(spans: &[Span]) -> String {
    if spans.is_empty() {
        return "off".to_owned();
    }
    let texts: Vec<String> = spans
        .iter()
        .map(|span| match span.closes.minutes() {
            0 => format!("{}-24:00", span.opens),
            _ => format!("{}-{}", span.opens, span.closes),
        })
        .collect();
    texts.join(",")
}
