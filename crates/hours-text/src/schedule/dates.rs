//! What the hours say about a coming date.

use chrono::{DateTime, NaiveDate, Utc};

use super::Schedule;
use crate::holiday::Holiday;
use crate::hours::{DAY, Status};

/// How many days ahead a holiday is worth a warning.
const NOTICE_DAYS: usize = 7;

impl Schedule {
    /// Whether the place is certainly open on a local date; with `minute` (after midnight), at that time.
    pub fn opens_on(&self, date: NaiveDate, minute: Option<u16>) -> bool {
        let plan = self.hours.plan(date, self.sky);
        let mut open = plan
            .pieces()
            .iter()
            .filter(|piece| piece.status == Status::Open);
        match minute {
            None => open.next().is_some(),
            Some(minute) => open.any(|piece| piece.start <= minute && minute < piece.end),
        }
    }

    /// Whether the place never closes in the week from `date` on.
    pub fn never_closes(&self, date: NaiveDate) -> bool {
        date.iter_days().take(7).all(|date| {
            let plan = self.hours.plan(date, self.sky);
            let [piece] = plan.pieces() else {
                return false;
            };
            piece.status == Status::Open && piece.start == 0 && piece.end >= DAY
        })
    }

    /// Whether the hours are about this date in particular, or about a holiday on it: `2026 Dec 24 off`, `PH off`.
    pub fn names(&self, date: NaiveDate) -> bool {
        self.hours.names(date)
    }

    /// The next holiday within a week that the hours don't mention although the place would be open, with its date: they
    /// may not be kept on it.
    pub fn unmentioned_holiday(&self, now: DateTime<Utc>) -> Option<(Holiday, NaiveDate)> {
        let today = self.local_date_within_range(now);
        let coming = today.iter_days().take(NOTICE_DAYS + 1);
        coming
            .filter_map(|date| Some((Holiday::on(date)?, date)))
            .filter(|(holiday, _)| holiday.may_change_hours())
            .find(|(_, date)| {
                !self.hours.plan(*date, self.sky).pieces().is_empty() && !self.hours.names(*date)
            })
    }

    /// The name of the holiday on a date: `Thanksgiving`, `Independence Day (observed)`.
    pub(crate) fn holiday_name(date: NaiveDate) -> Option<String> {
        let observed = || Some(format!("{} (observed)", Holiday::observed_on(date)?.name()));
        Holiday::on(date)
            .map(|holiday| holiday.name().to_owned())
            .or_else(observed)
    }
}
