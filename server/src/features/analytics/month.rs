//! Calendar months.

use std::fmt;

use chrono::{Datelike, NaiveDate};

const NAMES: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A month of a year, counted from the year 0. Written as `2026-10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Month(i32);

impl Month {
    /// The month that `day` is in.
    pub(super) fn of(day: NaiveDate) -> Self {
        Self(day.year() * 12 + i32::try_from(day.month0()).unwrap_or_default())
    }

    /// Reads `2026-10`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let first: NaiveDate = format!("{text}-01").parse().ok()?;
        let month = Self::of(first);
        (month.to_string() == text).then_some(month)
    }

    /// For the database.
    pub(super) fn number(self) -> i32 {
        self.0
    }

    pub(super) fn before(self) -> Self {
        Self(self.0 - 1)
    }

    /// Such as `October`.
    pub(super) fn name(self) -> &'static str {
        let place = usize::try_from(self.0.rem_euclid(12)).unwrap_or_default();
        NAMES.get(place).copied().unwrap_or_default()
    }

    /// Its days in order.
    pub(super) fn days(self) -> Vec<NaiveDate> {
        let first: Option<NaiveDate> = format!("{self}-01").parse().ok();
        let days = first.into_iter().flat_map(|first| first.iter_days());
        days.take_while(|day| Self::of(*day) == self).collect()
    }
}

impl fmt::Display for Month {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month) = (self.0.div_euclid(12), self.0.rem_euclid(12) + 1);
        write!(formatter, "{year:04}-{month:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_read_and_written() {
        let month = Month::parse("2026-10").unwrap();
        assert_eq!(
            (month.name(), month.to_string()),
            ("October", "2026-10".into())
        );
        assert_eq!(
            Month::parse("2026-01").unwrap().before().to_string(),
            "2025-12"
        );
        for wrong in [
            "",
            "2026",
            "2026-13",
            "2026-00",
            "2026-1",
            "26-10",
            "2026-10-01",
            "+2026-10",
        ] {
            assert_eq!(Month::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_month_has_its_days() {
        for (month, days) in [
            ("2026-02", 28),
            ("2028-02", 29),
            ("2026-12", 31),
            ("2026-04", 30),
        ] {
            let all = Month::parse(month).unwrap().days();
            assert_eq!(all.len(), days, "{month}");
            assert_eq!(all[0].to_string(), format!("{month}-01"));
        }
    }
}
