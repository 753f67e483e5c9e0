//! Days with hours of their own, for people who plan a visit.

use chrono::{DateTime, Days, NaiveDate, Utc};

use super::{Schedule, week};
use crate::hours::{SpecialDays, Status};

/// One day, or several in a row, with hours of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecialHours {
    /// The first day.
    pub from: NaiveDate,
    /// The same day, or the last one.
    pub to: NaiveDate,
    /// `8 AM – noon`, `Closed`, or `Temporarily closed` for seven days or more.
    pub label: String,
}

pub(super) const TEMPORARILY_CLOSED: &str = "Temporarily closed";

/// How many days after a temporary closure the next opening is looked for.
const REOPENS_WITHIN: usize = 14;

impl Schedule {
    /// The days with hours of their own that aren't over, in order. Only those written with a year count.
    pub fn special_hours(&self, now: DateTime<Utc>) -> Vec<SpecialHours> {
        let today = self.local_date_within_range(now);
        let days = self.hours.special_days().iter();
        days.filter(|days| days.to >= today)
            .map(|days| SpecialHours {
                from: days.from,
                to: days.to,
                label: if self.is_temporary_closure(days) {
                    TEMPORARILY_CLOSED.to_owned()
                } else {
                    week::day(&self.hours, self.sky, days.from).label()
                },
            })
            .collect()
    }

    /// Within a temporary closure: the day on which the place opens again, if it is known.
    pub(super) fn temporary_closure(&self, date: NaiveDate) -> Option<Option<NaiveDate>> {
        let mut closures = self.hours.special_days().iter();
        let closure =
            closures.find(|days| days.contains(date) && self.is_temporary_closure(days))?;
        let opens = |date: &NaiveDate| {
            let plan = self.hours.plan(*date, self.sky);
            plan.pieces()
                .iter()
                .any(|piece| piece.status == Status::Open)
        };
        let after = closure.to + Days::new(1);
        Some(after.iter_days().take(REOPENS_WITHIN).find(opens))
    }

    /// A later rule may open the place on one of these days, and then it isn't closed all the time.
    fn is_temporary_closure(&self, days: &SpecialDays) -> bool {
        days.is_temporary_closure()
            && days
                .from
                .iter_days()
                .take_while(|date| *date <= days.to)
                .all(|date| self.hours.plan(date, self.sky).pieces().is_empty())
    }
}
