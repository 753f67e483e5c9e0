//! The parts of the year that rules name, and the days that belong to no usual week.

use chrono::NaiveDate;
use opening_hours_syntax::rules::day::{DaySelector, HolidayKind, MonthdayRange, WeekDayRange};

use super::days::{Applies, Days};

/// What the rules of an expression say about the year besides weekdays.
pub(crate) struct YearParts {
    /// Months, weeks and ranges of dates, each with all of its weekdays.
    seasons: Vec<Days>,
    /// The days of rules about public holidays.
    holidays: Vec<Days>,
    /// Single dates, such as Christmas or the fourth Thursday in November.
    dates: Vec<Days>,
}

impl YearParts {
    /// Of an expression that [`super::Hours::parse`] accepts; of any other text, none.
    pub fn of(osm: &str) -> Self {
        let mut parts = Self {
            seasons: Vec::new(),
            holidays: Vec::new(),
            dates: Vec::new(),
        };
        let Ok(expression) = opening_hours_syntax::parse(osm) else {
            return parts;
        };
        for selector in expression.rules.iter().map(|rule| &rule.day_selector) {
            if selector.weekday.iter().any(is_public_holiday) {
                parts.holidays.extend(Days::new(selector));
            }
            if is_single_date(selector) {
                parts.dates.extend(Days::new(selector));
            } else if is_season(selector) {
                parts.seasons.extend(Days::new(&DaySelector {
                    weekday: Vec::new(),
                    ..selector.clone()
                }));
            }
        }
        parts
    }

    /// Which seasons a date is in; equal for all dates to which the same rules apply, but for their weekdays.
    pub fn season_of(&self, date: NaiveDate) -> Vec<bool> {
        let seasons = self.seasons.iter();
        seasons
            .map(|days| days.apply_on(date) != Applies::No)
            .collect()
    }

    /// Whether a rule is about this date alone, or about a holiday on it.
    pub fn is_exception(&self, date: NaiveDate) -> bool {
        let mut dates = self.dates.iter();
        self.holidays.iter().any(|days| days.are_holiday(date))
            || dates.any(|days| days.apply_on(date) != Applies::No)
    }
}

fn is_public_holiday(range: &WeekDayRange) -> bool {
    matches!(
        range,
        WeekDayRange::Holiday {
            kind: HolidayKind::Public,
            ..
        }
    )
}

fn is_single_date(selector: &DaySelector) -> bool {
    let is_single =
        |range: &MonthdayRange| matches!(range, MonthdayRange::Date { start, end } if start == end);
    !selector.monthday.is_empty() && selector.monthday.iter().all(is_single)
}

/// Whether the selector limits the year. "Every other week" has no beginning and no end.
fn is_season(selector: &DaySelector) -> bool {
    let mut weeks = selector.week.iter();
    let alternates = weeks.any(|range| range.into_parts().1 != 1);
    let is_limited =
        !(selector.year.is_empty() && selector.monthday.is_empty() && selector.week.is_empty());
    is_limited && !alternates
}
