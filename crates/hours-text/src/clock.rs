//! Times of day as people write them.

use std::fmt;

use chrono::Weekday;

const DAY: u16 = 24 * 60;

/// A time of day with minute precision; `Display` is `HH:MM` in 24 hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClockTime(u16);

impl ClockTime {
    /// 00:00, the start of a day.
    pub const MIDNIGHT: Self = Self(0);
    /// 23:59, which schema.org data uses for "until the end of the day".
    pub const LAST_MINUTE: Self = Self(DAY - 1);

    /// From minutes since midnight; 24:00 and later count as the next day's time.
    pub fn from_minutes(minutes: u16) -> Self {
        Self(minutes % DAY)
    }

    /// A full hour.
    pub(crate) const fn from_hour(hour: u8) -> Self {
        Self(hour as u16 * 60 % DAY)
    }

    /// Minutes since midnight, 0 to 1439.
    pub fn minutes(self) -> u16 {
        self.0
    }

    /// In labels: `7 AM`, `5:30 PM`, `noon`, `midnight`.
    pub fn short(self) -> String {
        match (self.0, self.0 % 60) {
            (0, _) => "midnight".to_owned(),
            (720, _) => "noon".to_owned(),
            (_, 0) => format!("{} {}", self.hour_of_twelve(), self.half()),
            _ => self.long(),
        }
    }

    /// In its own field: `7:00 AM`, `12:00 PM`.
    pub fn long(self) -> String {
        format!(
            "{}:{:02} {}",
            self.hour_of_twelve(),
            self.0 % 60,
            self.half()
        )
    }

    fn hour_of_twelve(self) -> u16 {
        match self.0 / 60 % 12 {
            0 => 12,
            hour => hour,
        }
    }

    fn half(self) -> &'static str {
        if self.0 < DAY / 2 { "AM" } else { "PM" }
    }
}

impl fmt::Display for ClockTime {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

/// A label of this crate with its times in 24 hours: `Open until 5:30 PM` is `Open until 17:30`. Noon and midnight stay.
#[must_use]
pub fn in_24_hours(label: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in label.split(' ') {
        let (half, rest) = match word.get(..2) {
            Some(half @ ("AM" | "PM")) => (half, word.get(2..).unwrap_or_default()),
            _ => ("", ""),
        };
        let time = words.last().and_then(|time| in_24(time, half));
        match (time, words.last_mut()) {
            (Some(time), Some(last)) => *last = time + rest,
            _ => words.push(word.to_owned()),
        }
    }
    words.join(" ")
}

/// `5:30` and `PM` are `17:30`.
fn in_24(time: &str, half: &str) -> Option<String> {
    let (hour, minute) = time.split_once(':').unwrap_or((time, "00"));
    let (hour, minute): (u16, u16) = (hour.parse().ok()?, minute.parse().ok()?);
    let later = match half {
        "AM" => 0,
        "PM" => 12,
        _ => return None,
    };
    Some(ClockTime::from_minutes((hour % 12 + later) * 60 + minute).to_string())
}

/// A day in words: "Monday".
#[must_use]
pub const fn weekday_name(day: Weekday) -> &'static str {
    match day {
        Weekday::Mon => "Monday",
        Weekday::Tue => "Tuesday",
        Weekday::Wed => "Wednesday",
        Weekday::Thu => "Thursday",
        Weekday::Fri => "Friday",
        Weekday::Sat => "Saturday",
        Weekday::Sun => "Sunday",
    }
}

#[cfg(test)]
mod tests {
    use super::{ClockTime, in_24_hours};

    #[test]
    fn labels_can_be_told_in_24_hours() {
        for (label, told) in [
            ("Open until 5:30 PM", "Open until 17:30"),
            (
                "Closed · opens tomorrow 7 AM",
                "Closed · opens tomorrow 07:00",
            ),
            ("7 AM – noon, 1 PM – 5 PM", "07:00 – noon, 13:00 – 17:00"),
            ("12:30 AM – 12 PM", "00:30 – 12:00"),
            (
                "Friday 6 PM – 2 AM Saturday.",
                "Friday 18:00 – 02:00 Saturday.",
            ),
            ("8 AM – sunset", "08:00 – sunset"),
            ("Open 24 hours", "Open 24 hours"),
            (
                "Temporarily closed · opens Jan 9",
                "Temporarily closed · opens Jan 9",
            ),
        ] {
            assert_eq!(in_24_hours(label), told);
        }
    }

    #[test]
    fn a_time_reads_as_on_a_sign() {
        let texts = |minutes| {
            let time = ClockTime::from_minutes(minutes);
            (time.to_string(), time.short(), time.long())
        };
        let expect = |a: &str, b: &str, c: &str| (a.to_owned(), b.to_owned(), c.to_owned());
        assert_eq!(texts(0), expect("00:00", "midnight", "12:00 AM"));
        assert_eq!(texts(30), expect("00:30", "12:30 AM", "12:30 AM"));
        assert_eq!(texts(7 * 60), expect("07:00", "7 AM", "7:00 AM"));
        assert_eq!(texts(720), expect("12:00", "noon", "12:00 PM"));
        assert_eq!(texts(765), expect("12:45", "12:45 PM", "12:45 PM"));
        assert_eq!(
            texts(24 * 60 + 120),
            expect("02:00", "2 AM", "2:00 AM"),
            "past midnight"
        );
    }
}
