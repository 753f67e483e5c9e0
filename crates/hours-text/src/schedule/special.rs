//! Days with hours of their own, for people who plan a visit.

use chrono::{DateTime, Days, NaiveDate, Utc};

use super::{Schedule, label, week};
use crate::hours::{SpecialDays, Status};

/// One day, or several in a row, with hours of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecialHours {
    /// The first day.
    pub from: NaiveDate,
    /// The same day, or the last one.
    pub to: NaiveDate,
    /// The holiday, if it is only one day: `Thanksgiving`.
    pub holiday: Option<String>,
    /// `8 AM – noon`, `Closed`, or for seven days or more `Temporarily closed · opens Jan 9`.
    pub label: String,
}

/// How many days after a temporary closure the next opening is looked for.
const REOPENS_WITHIN: usize = 14;

/// How many days ahead holidays and dates without a year are looked for; those with one always count.
const AHEAD: usize = 60;

/// No vacation is longer.
const LONGEST: usize = 366;

impl Schedule {
    /// The days with hours of their own that aren't over, in order: all those written with a year, and of the others
    /// (`PH off`, `Dec 24-Jan 01 off`) those of the next 60 days. Days that aren't known are left out.
    pub fn special_hours(&self, now: DateTime<Utc>) -> Vec<SpecialHours> {
        let today = self.local_date_within_range(now);
        let days = self.special_days(today).into_iter();
        days.map(|days| SpecialHours {
            from: days.from,
            to: days.to,
            holiday: (days.from == days.to)
                .then(|| Self::holiday_name(days.from))
                .flatten(),
            label: if self.is_temporary_closure(&days) {
                label::temporarily_closed(self.reopens(&days))
            } else {
                week::day(&self.hours, self.sky, days.from).label()
            },
        })
        // "closed major holidays" doesn't say which.
        .filter(|special| special.label != label::UNKNOWN)
        .collect()
    }

    /// The dates of the next 60 days that rules without a year name.
    pub(super) fn yearless_days(&self, today: NaiveDate) -> impl Iterator<Item = NaiveDate> {
        let dated = self.hours.special_days();
        let coming = today.iter_days().take(AHEAD + 1);
        coming.filter(|date| {
            self.hours.names(*date) && !dated.iter().any(|days| days.contains(*date))
        })
    }

    fn special_days(&self, today: NaiveDate) -> Vec<SpecialDays> {
        let dated = self.hours.special_days().iter();
        let mut all: Vec<SpecialDays> = dated.filter(|days| days.to >= today).copied().collect();
        all.extend(self.yearless_days(today).map(|date| SpecialDays {
            from: date,
            to: date,
            closed: self.is_closed(date),
        }));
        SpecialDays::join(&mut all);
        for days in all.iter_mut().filter(|days| days.closed) {
            // A vacation may have begun before today, or end after these 60 days.
            let is_off = |date: &NaiveDate| self.hours.names(*date) && self.is_closed(*date);
            let before = days.from.iter_days().rev().skip(1).take(LONGEST);
            days.from = before.take_while(is_off).last().unwrap_or(days.from);
            let after = days.to.iter_days().skip(1).take(LONGEST);
            days.to = after.take_while(is_off).last().unwrap_or(days.to);
        }
        SpecialDays::join(&mut all);
        all
    }

    /// Within a temporary closure: the day on which the place opens again, if it is known.
    pub(super) fn temporary_closure(&self, date: NaiveDate) -> Option<Option<NaiveDate>> {
        let mut dated = self.hours.special_days().iter();
        let may_be = dated.any(|days| days.contains(date)) || self.hours.names(date);
        if !may_be || !self.is_closed(date) {
            return None;
        }
        let closure = self
            .special_days(date)
            .into_iter()
            .find(|days| days.contains(date))
            .filter(|days| self.is_temporary_closure(days))?;
        Some(self.reopens(&closure))
    }

    fn reopens(&self, closure: &SpecialDays) -> Option<NaiveDate> {
        let after = closure.to + Days::new(1);
        let opens = |date: &NaiveDate| {
            let plan = self.hours.plan(*date, self.sky);
            plan.pieces()
                .iter()
                .any(|piece| piece.status == Status::Open)
        };
        after.iter_days().take(REOPENS_WITHIN).find(opens)
    }

    fn is_closed(&self, date: NaiveDate) -> bool {
        self.hours.plan(date, self.sky).pieces().is_empty()
    }

    /// A later rule may open the place on one of these days, and then it isn't closed all the time.
    fn is_temporary_closure(&self, days: &SpecialDays) -> bool {
        days.is_temporary_closure()
            && days
                .from
                .iter_days()
                .take_while(|date| *date <= days.to)
                .all(|date| self.is_closed(date))
    }
}
