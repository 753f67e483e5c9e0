//! Days on which many places keep other hours than usual, by name.

use chrono::{Datelike, Days, NaiveDate, Weekday};

/// A holiday of the United States, or a day beside one on which shops close early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holiday {
    /// January 1.
    NewYearsDay,
    /// The third Monday in January.
    MartinLutherKingDay,
    /// The third Monday in February.
    PresidentsDay,
    /// Easter Sunday.
    Easter,
    /// The last Monday in May.
    MemorialDay,
    /// June 19.
    Juneteenth,
    /// July 4.
    IndependenceDay,
    /// The first Monday in September.
    LaborDay,
    /// The second Monday in October, kept by some states only.
    ColumbusDay,
    /// November 11.
    VeteransDay,
    /// The fourth Thursday in November.
    Thanksgiving,
    /// The day after Thanksgiving.
    BlackFriday,
    /// December 24.
    ChristmasEve,
    /// December 25.
    ChristmasDay,
    /// December 31.
    NewYearsEve,
}

impl Holiday {
    /// All of them, in the order of the year.
    pub const ALL: [Self; 15] = [
        Self::NewYearsDay,
        Self::MartinLutherKingDay,
        Self::PresidentsDay,
        Self::Easter,
        Self::MemorialDay,
        Self::Juneteenth,
        Self::IndependenceDay,
        Self::LaborDay,
        Self::ColumbusDay,
        Self::VeteransDay,
        Self::Thanksgiving,
        Self::BlackFriday,
        Self::ChristmasEve,
        Self::ChristmasDay,
        Self::NewYearsEve,
    ];

    /// Such as `Thanksgiving`.
    pub fn name(self) -> &'static str {
        match self {
            Self::NewYearsDay => "New Year’s Day",
            Self::MartinLutherKingDay => "Martin Luther King Jr. Day",
            Self::PresidentsDay => "Presidents’ Day",
            Self::Easter => "Easter",
            Self::MemorialDay => "Memorial Day",
            Self::Juneteenth => "Juneteenth",
            Self::IndependenceDay => "Independence Day",
            Self::LaborDay => "Labor Day",
            Self::ColumbusDay => "Columbus Day",
            Self::VeteransDay => "Veterans Day",
            Self::Thanksgiving => "Thanksgiving",
            Self::BlackFriday => "Black Friday",
            Self::ChristmasEve => "Christmas Eve",
            Self::ChristmasDay => "Christmas Day",
            Self::NewYearsEve => "New Year’s Eve",
        }
    }

    /// Its date in a year; `None` outside of the calendar.
    pub fn in_year(self, year: i32) -> Option<NaiveDate> {
        let fixed = |month, day| NaiveDate::from_ymd_opt(year, month, day);
        let nth = |month, weekday, n| NaiveDate::from_weekday_of_month_opt(year, month, weekday, n);
        match self {
            Self::NewYearsDay => fixed(1, 1),
            Self::MartinLutherKingDay => nth(1, Weekday::Mon, 3),
            Self::PresidentsDay => nth(2, Weekday::Mon, 3),
            Self::Easter => easter(year),
            // A fifth Monday isn't in every May.
            Self::MemorialDay => nth(5, Weekday::Mon, 5).or_else(|| nth(5, Weekday::Mon, 4)),
            Self::Juneteenth => fixed(6, 19),
            Self::IndependenceDay => fixed(7, 4),
            Self::LaborDay => nth(9, Weekday::Mon, 1),
            Self::ColumbusDay => nth(10, Weekday::Mon, 2),
            Self::VeteransDay => fixed(11, 11),
            Self::Thanksgiving => nth(11, Weekday::Thu, 4),
            Self::BlackFriday => nth(11, Weekday::Thu, 4)?.succ_opt(),
            Self::ChristmasEve => fixed(12, 24),
            Self::ChristmasDay => fixed(12, 25),
            Self::NewYearsEve => fixed(12, 31),
        }
    }

    /// Its first date that is not before `date`.
    pub fn next(self, date: NaiveDate) -> Option<NaiveDate> {
        self.in_year(date.year())
            .filter(|day| *day >= date)
            .or_else(|| self.in_year(date.year() + 1))
    }

    /// The holiday on a date.
    pub fn on(date: NaiveDate) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|holiday| holiday.in_year(date.year()) == Some(date))
    }

    /// The holiday that is observed on a Friday or Monday because its own day is on the weekend.
    pub(crate) fn observed_on(date: NaiveDate) -> Option<Self> {
        let own_day = match date.weekday() {
            Weekday::Fri => date + Days::new(1),
            Weekday::Mon => date - Days::new(1),
            _ => return None,
        };
        Self::on(own_day).filter(|holiday| {
            matches!(
                holiday,
                Self::NewYearsDay
                    | Self::Juneteenth
                    | Self::IndependenceDay
                    | Self::VeteransDay
                    | Self::ChristmasDay
            )
        })
    }

    /// Whether hours that don't mention it may well not be kept. Few shops close on the others.
    pub(crate) fn may_change_hours(self) -> bool {
        !matches!(self, Self::ColumbusDay | Self::BlackFriday)
    }
}

/// Easter Sunday in the Gregorian calendar, by the method of Meeus, Jones and Butcher.
fn easter(year: i32) -> Option<NaiveDate> {
    let (a, b, c) = (year % 19, year / 100, year % 100);
    let f = (b + 8) / 25;
    let g = (b - f + 1) / 3;
    let h = (19 * a + b - b / 4 - g + 15) % 30;
    let l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7;
    let m = (a + 11 * h + 22 * l) / 451;
    let days = h + l - 7 * m + 114;
    let month = u32::try_from(days / 31).ok()?;
    let day = u32::try_from(days % 31 + 1).ok()?;
    NaiveDate::from_ymd_opt(year, month, day)
}

#[cfg(test)]
mod tests {
    use super::Holiday;

    #[test]
    fn each_holiday_is_on_its_day() {
        for (holiday, date) in [
            (Holiday::MartinLutherKingDay, "2026-01-19"),
            (Holiday::PresidentsDay, "2026-02-16"),
            (Holiday::Easter, "2026-04-05"),
            (Holiday::Easter, "2027-03-28"),
            (Holiday::Easter, "2038-04-25"),
            (Holiday::MemorialDay, "2026-05-25"),
            (Holiday::MemorialDay, "2027-05-31"),
            (Holiday::LaborDay, "2026-09-07"),
            (Holiday::ColumbusDay, "2026-10-12"),
            (Holiday::Thanksgiving, "2026-11-26"),
            (Holiday::BlackFriday, "2026-11-27"),
        ] {
            let date: chrono::NaiveDate = date.parse().unwrap();
            assert_eq!(Holiday::on(date), Some(holiday), "{date}");
            assert_eq!(holiday.next(date), Some(date));
            assert!(holiday.next(date.succ_opt().unwrap()) > Some(date));
        }
        let observed = |date: &str| Holiday::observed_on(date.parse().unwrap());
        assert_eq!(observed("2026-07-03"), Some(Holiday::IndependenceDay));
        assert_eq!(observed("2027-12-24"), Some(Holiday::ChristmasDay));
        assert_eq!(observed("2026-11-27"), None);
    }
}
