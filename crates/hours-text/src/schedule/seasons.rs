//! What is usual: the week of most of the year, and those of its other parts.

use chrono::{DateTime, Datelike, Days, NaiveDate, Utc, Weekday};

use super::Schedule;
use super::week::{self, DayHours};
use crate::hours::YearParts;

/// A part of the year with the week that is usual in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Season {
    /// Its first and last date; `None` for the rest of the year.
    pub dates: Option<(NaiveDate, NaiveDate)>,
    /// Monday first. A part that is shorter than a week has fewer days.
    pub week: Vec<UsualDay>,
}

/// A weekday as it usually is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsualDay {
    /// Its hours; the date is that of one such day.
    pub hours: DayHours,
    /// Others that it has in some weeks, such as on the first Saturday of a month.
    pub sometimes: Option<DayHours>,
}

const YEAR: u64 = 365;
/// A season is back after at least and at most so many days: week numbers move by a few.
const RETURNS: (i64, i64) = (350, 380);
/// So many days show what is usual, with two first Saturdays of a month among them.
const LOOKED_AT: usize = 70;

const WEEKDAYS: [Weekday; 7] = [
    Weekday::Mon,
    Weekday::Tue,
    Weekday::Wed,
    Weekday::Thu,
    Weekday::Fri,
    Weekday::Sat,
    Weekday::Sun,
];

/// Dates in a row to which the same rules apply, but for their weekdays.
struct Part {
    rules: Vec<bool>,
    from: NaiveDate,
    to: NaiveDate,
}

impl Schedule {
    /// The usual week first: the one of most of the year, among those that open at all. Then the parts of the year with
    /// another one, in order, from the one that `now` is in. Holidays and single dates make no difference.
    pub fn seasons(&self, now: DateTime<Utc>) -> Vec<Season> {
        let year = self.hours.year_parts();
        let parts = parts_of(&year, self.local_date_within_range(now));
        let mut weeks: Vec<(&[bool], Vec<UsualDay>)> = Vec::new();
        for part in &parts {
            if weeks.iter().all(|(rules, _)| **rules != *part.rules) {
                let week = self.week_of(&year, &parts, &part.rules);
                weeks.push((part.rules.as_slice(), week));
            }
        }
        let week_of = |part: &Part| {
            let mut known = weeks.iter();
            known
                .find(|(rules, _)| **rules == *part.rules)
                .map(|(_, week)| week.as_slice())
        };
        let weight = |week: &[UsualDay]| {
            let alike = parts
                .iter()
                .filter(|part| week_of(part).is_some_and(|other| is_like(other, week)));
            let length = |part: &Part| (part.to - part.from).num_days() + 1;
            let days: i64 = alike.map(length).sum();
            (week.iter().any(UsualDay::may_open), days)
        };
        // On a tie, the present one.
        let usual = weeks.iter().rev().max_by_key(|(_, week)| weight(week));
        let Some((_, usual)) = usual else {
            return Vec::new();
        };
        let mut seasons = vec![Season {
            dates: None,
            week: usual.clone(),
        }];
        for part in &parts {
            let Some(week) = week_of(part).filter(|week| !is_like(week, usual)) else {
                continue;
            };
            let same = seasons
                .last_mut()
                .filter(|season| season.ends_before(part.from) && is_like(week, &season.week));
            match same.and_then(|season| season.dates.as_mut()) {
                Some((_, last)) => *last = part.to,
                None => seasons.push(Season {
                    dates: Some((part.from, part.to)),
                    week: week.to_vec(),
                }),
            }
        }
        seasons
    }

    /// The week in the parts of the year to which these rules apply.
    fn week_of(&self, year: &YearParts, parts: &[Part], rules: &[bool]) -> Vec<UsualDay> {
        let same = parts.iter().filter(|part| *part.rules == *rules);
        let dates = same.flat_map(|part| {
            let dates = part.from.iter_days();
            let dates = dates.take_while(move |date| *date <= part.to);
            dates.map(move |date| (certainty(year, part, date), date))
        });
        let dates: Vec<(u8, NaiveDate)> = dates.take(LOOKED_AT).collect();
        let usual = |weekday: Weekday| {
            let mut on_it = dates.clone();
            on_it.retain(|(_, date)| date.weekday() == weekday);
            let best = on_it.iter().map(|(certainty, _)| *certainty).max()?;
            on_it.retain(|(certainty, _)| *certainty == best);
            let days = on_it.into_iter();
            let days = days.map(|(_, date)| week::day(&self.hours, self.sky, date));
            UsualDay::of(&days.collect::<Vec<_>>())
        };
        WEEKDAYS.into_iter().filter_map(usual).collect()
    }
}

/// How well a date of a part shows what is usual there: 0 for an exception, 1 beside one, because a night may run into it.
fn certainty(year: &YearParts, part: &Part, date: NaiveDate) -> u8 {
    let is_beside = |near: NaiveDate| {
        let is_inside = part.from <= near && near <= part.to;
        !is_inside || year.is_exception(near)
    };
    if year.is_exception(date) {
        0
    } else if is_beside(date - Days::new(1)) || is_beside(date + Days::new(1)) {
        1
    } else {
        2
    }
}

/// The parts of the year from the one that `today` is in, until that one is back. Each date is looked at once.
fn parts_of(year: &YearParts, today: NaiveDate) -> Vec<Part> {
    let now = year.season_of(today);
    let last = today + Days::new(YEAR);
    if now.is_empty() {
        return vec![Part {
            rules: now,
            from: today,
            to: last,
        }];
    }
    let (least, most) = RETURNS;
    let before = today.iter_days().rev().take_while(|date| {
        let days_ago = (today - *date).num_days();
        days_ago <= most && year.season_of(*date) == now
    });
    let start = before.last().unwrap_or(today);
    let has_begun = (today - start).num_days() < most;
    let mut parts = vec![Part {
        rules: now.clone(),
        from: start,
        to: today,
    }];
    // A year more, so that the end of the last part is known.
    let coming = today.iter_days().skip(1);
    for date in coming.take_while(|date| *date <= last + Days::new(YEAR)) {
        let rules = year.season_of(date);
        match parts.last_mut() {
            Some(part) if part.rules == rules => part.to = date,
            _ => {
                let days = (date - start).num_days();
                let is_back = has_begun && rules == now && (least..=most).contains(&days);
                if date > last || is_back {
                    break;
                }
                parts.push(Part {
                    rules,
                    from: date,
                    to: date,
                });
            }
        }
    }
    parts
}

impl Season {
    fn ends_before(&self, date: NaiveDate) -> bool {
        self.dates
            .is_some_and(|(_, last)| last + Days::new(1) == date)
    }
}

impl UsualDay {
    /// Of days with one weekday: the most common hours, on a tie those that open; `None` of none.
    fn of(days: &[DayHours]) -> Option<Self> {
        let weight = |day: &DayHours| {
            let same = days.iter().filter(|other| is_same(day, other));
            (same.count(), !day.spans.is_empty())
        };
        let hours = days.iter().rev().max_by_key(|day| weight(day))?;
        let sometimes = days.iter().find(|day| !is_same(day, hours));
        Some(Self {
            hours: hours.clone(),
            sometimes: sometimes.cloned(),
        })
    }

    fn may_open(&self) -> bool {
        let mut all = [Some(&self.hours), self.sometimes.as_ref()]
            .into_iter()
            .flatten();
        all.any(|day| day.unknown || !day.spans.is_empty())
    }
}

/// Whether a week has no other hours than another one. The second may have days that the first is too short for.
fn is_like(week: &[UsualDay], other: &[UsualDay]) -> bool {
    week.iter().all(|day| {
        let mut others = other.iter();
        let known = others.find(|known| known.hours.weekday == day.hours.weekday);
        known.is_some_and(|known| match (&day.sometimes, &known.sometimes) {
            (None, None) => is_same(&day.hours, &known.hours),
            (Some(sometimes), Some(at_times)) => {
                is_same(&day.hours, &known.hours) && is_same(sometimes, at_times)
                    || is_same(&day.hours, at_times) && is_same(sometimes, &known.hours)
            }
            _ => false,
        })
    })
}

fn is_same(one: &DayHours, other: &DayHours) -> bool {
    (&one.spans, one.unknown, &one.by_the_sun) == (&other.spans, other.unknown, &other.by_the_sun)
}
