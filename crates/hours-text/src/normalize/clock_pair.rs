//! Turns two written times into one span by deciding between AM and PM.
//!
//! Lists every possible reading, removes those that no coffee shop would have, and accepts the span only if exactly one
//! is left.

/// A time as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Written {
    pub hour: u8,
    pub minute: u8,
    pub style: Style,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Am,
    Pm,
    /// `0700`, `07:00`, `19:00`: AM or PM isn't missing.
    TwentyFour,
    /// `7`, `7:30`: AM or PM.
    Bare,
    Midnight,
}

/// Minutes from the midnight that starts the day; the end may be in the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Opening {
    pub start: u16,
    pub end: u16,
    /// An assumption that other hours in the text must not contradict.
    pub doubt: Option<Doubt>,
}

/// Why a span is only certain within its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Doubt {
    /// `8-12`: noon, unless the place is open late.
    BareTwelve,
    /// `08:00-11:00`: a 24-hour clock, if another time in the text is past 12:59.
    PaddedHours,
    /// Not a doubt, but proof that the text uses a 24-hour clock.
    Settles24Hours,
}

pub(super) const NOON: u16 = 12 * 60;
pub(super) const DAY: u16 = 24 * 60;
/// No coffee shop opens between midnight and this time unless it says so.
const EARLIEST_GUESS: u16 = 4 * 60;
/// From this time on, a span may extend past midnight without saying so.
const EVENING: u16 = 17 * 60;
/// The latest end of a night that started in the afternoon, and of one that started in the morning.
const NIGHT_ENDS: u16 = DAY + 5 * 60;
const LONG_DAY_ENDS: u16 = DAY + 2 * 60;

/// The only span that `opens` to `closes` can mean, after the day's earlier spans; `None` if there is none or more than
/// one.
pub(super) fn resolve(opens: Written, closes: Written, after: Option<u16>) -> Option<Opening> {
    let digital = [opens, closes]
        .iter()
        .any(|written| written.style == Style::TwentyFour);
    let starts = opens.readings(digital)?;
    let ends = closes.readings(digital)?;
    let pair = Pair {
        opens,
        closes,
        digital,
    };
    let readings = starts.iter().flatten().flat_map(|&start| {
        let end_after = move |&end: &u16| if end <= start { end + DAY } else { end };
        let ends = ends.iter().flatten().map(end_after);
        ends.map(move |end| (start, end))
    });
    let mut possible = readings.filter(|&(start, end)| {
        after.is_none_or(|after| after <= start) && pair.allows(start, end)
    });
    let (start, end) = possible.next()?;
    if possible.next().is_some() {
        return None;
    }
    // Some people write "12:00 AM – 11:59 PM" for a whole day.
    let end = if (start, end) == (0, DAY - 1) {
        DAY
    } else {
        end
    };
    let doubt = pair.doubt(end);
    Some(Opening { start, end, doubt })
}

impl Written {
    pub const NOON: Self = Self {
        hour: 12,
        minute: 0,
        style: Style::Pm,
    };
    pub const MIDNIGHT: Self = Self {
        hour: 0,
        minute: 0,
        style: Style::Midnight,
    };

    /// The times of day that it can mean, in minutes; `None` if it isn't a time. A bare hour next to a 24-hour time is
    /// one, too.
    fn readings(self, digital: bool) -> Option<[Option<u16>; 2]> {
        // Hours are given in steps of five minutes, so `127-3pm` is a typo. 11:59 PM is the end of a day.
        if self.minute > 59 || !(self.minute.is_multiple_of(5) || self.minute == 59) {
            return None;
        }
        let minute = u16::from(self.minute);
        let at = |hour: u8| u16::from(hour) * 60 + minute;
        let twelve = (1..=12).contains(&self.hour);
        match self.style {
            Style::Midnight => Some([Some(0), None]),
            Style::Am if twelve => Some([Some(at(self.hour % 12)), None]),
            Style::Pm if twelve => Some([Some(at(self.hour % 12 + 12)), None]),
            Style::Am | Style::Pm => None,
            Style::TwentyFour if at(self.hour) <= DAY => Some([Some(at(self.hour)), None]),
            Style::TwentyFour => None,
            Style::Bare if digital => Some([Some(at(self.hour)), None]),
            Style::Bare => Some([Some(at(self.hour % 12)), Some(at(self.hour % 12 + 12))]),
        }
    }
}

struct Pair {
    opens: Written,
    closes: Written,
    digital: bool,
}

impl Pair {
    fn doubt(&self, end: u16) -> Option<Doubt> {
        let is_past_twelve = |written: Written| {
            written.style == Style::TwentyFour && !(1..=12).contains(&written.hour)
        };
        if is_past_twelve(self.opens) || is_past_twelve(self.closes) {
            Some(Doubt::Settles24Hours)
        } else if self.digital {
            Some(Doubt::PaddedHours)
        } else {
            (self.closes.style == Style::Bare && end / 60 == NOON / 60).then_some(Doubt::BareTwelve)
        }
    }

    fn allows(&self, start: u16, end: u16) -> bool {
        let start_is_told = self.opens.style != Style::Bare;
        let end_is_told = self.closes.style != Style::Bare || self.digital;
        if start >= DAY || (!start_is_told && start < EARLIEST_GUESS) {
            return false;
        }
        if start < 60 && end < DAY - 1 {
            // "12am-5pm" is more often a typo than opening at midnight.
            return false;
        }
        if !end_is_told {
            return self.allows_guessed_end(start, end, start_is_told);
        }
        match end {
            ..=DAY => true,
            // 24-hour times without AM and PM: `08:00-05:00` is a typo for the afternoon.
            _ if self.digital => start >= NOON && end <= NIGHT_ENDS,
            _ if start < NOON => end <= LONG_DAY_ENDS,
            _ => end <= NIGHT_ENDS,
        }
    }

    fn allows_guessed_end(&self, start: u16, end: u16, start_is_told: bool) -> bool {
        let ends_at_midnight = end == DAY;
        if ends_at_midnight {
            // "8-12" is a morning; "7am-12" may be either, "6pm-12" only the evening.
            return start_is_told;
        }
        match end {
            ..DAY => true,
            _ => start_is_told && start >= EVENING && end <= NIGHT_ENDS,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Opening, Style, Written, resolve};

    /// `7am`, `7:30`, `0700`, `12pm`.
    fn written(text: &str) -> Written {
        let digits: String = text.chars().take_while(|c| !c.is_alphabetic()).collect();
        let (hour, minute) = digits.split_once(':').unwrap_or((&digits, "0"));
        let style = match text.trim_start_matches(|c: char| !c.is_alphabetic()) {
            "am" => Style::Am,
            "pm" => Style::Pm,
            _ if hour.starts_with('0') || hour.parse::<u8>().unwrap() > 12 => Style::TwentyFour,
            _ => Style::Bare,
        };
        Written {
            hour: hour.parse().unwrap(),
            minute: minute.parse().unwrap(),
            style,
        }
    }

    /// `7-17`: hours as decimals, with the end counting past 24.
    fn read(opens: &str, closes: &str) -> Option<(f64, f64)> {
        let Opening { start, end, .. } = resolve(written(opens), written(closes), None)?;
        Some((f64::from(start) / 60.0, f64::from(end) / 60.0))
    }

    #[test]
    fn bare_times_mean_a_day_of_a_coffee_shop() {
        for (opens, closes, expected) in [
            ("8", "2", Some((8.0, 14.0))),
            ("7", "5", Some((7.0, 17.0))),
            ("6:30", "6:30", Some((6.5, 18.5))),
            ("7", "7", Some((7.0, 19.0))),
            ("12", "5", Some((12.0, 17.0))),
            ("1", "5", Some((13.0, 17.0))),
            ("4", "2", Some((4.0, 14.0))),
            ("8", "12", Some((8.0, 12.0))),
            ("7", "11", None),
            ("5", "9", None),
            ("4", "9", None),
            ("12", "12", None),
            ("7:00", "17:00", Some((7.0, 17.0))),
            ("10:00", "00:00", Some((10.0, 24.0))),
            ("08:00", "05:00", None),
            ("10:00", "02:00", None),
            ("18:00", "02:00", Some((18.0, 26.0))),
        ] {
            assert_eq!(read(opens, closes), expected, "{opens}-{closes}");
        }
    }

    #[test]
    fn one_told_half_settles_the_other_or_not() {
        for (opens, closes, expected) in [
            ("7am", "3", Some((7.0, 15.0))),
            ("7", "5pm", Some((7.0, 17.0))),
            ("11", "2pm", Some((11.0, 14.0))),
            ("6", "11am", Some((6.0, 11.0))),
            ("1", "5pm", Some((13.0, 17.0))),
            ("6pm", "2", Some((18.0, 26.0))),
            ("6pm", "12", Some((18.0, 24.0))),
            ("5pm", "10", Some((17.0, 22.0))),
            ("6", "9pm", None),
            ("7am", "11", None),
            ("7am", "12", None),
            ("8", "2am", None),
            ("2pm", "1", None),
        ] {
            assert_eq!(read(opens, closes), expected, "{opens}-{closes}");
        }
    }

    #[test]
    fn told_halves_hold_unless_they_are_a_slip() {
        for (opens, closes, expected) in [
            ("7am", "3pm", Some((7.0, 15.0))),
            ("6pm", "2am", Some((18.0, 26.0))),
            ("7am", "1am", Some((7.0, 25.0))),
            ("7am", "12am", Some((7.0, 24.0))),
            ("12am", "12am", Some((0.0, 24.0))),
            ("12am", "11:59pm", Some((0.0, 24.0))),
            ("7am", "3am", None),
            ("7pm", "3pm", None),
            ("5pm", "7am", None),
            ("7am", "7am", None),
            ("12am", "5pm", None),
            ("13pm", "5pm", None),
            ("7:75am", "5pm", None),
        ] {
            assert_eq!(read(opens, closes), expected, "{opens}-{closes}");
        }
    }
}
