//! Weeks of opening hours, and the many ways of writing one.

use proptest::prelude::*;
use proptest::sample::select;

/// One day's openings in minutes; the last may end after 24:00.
pub type Day = Vec<(u16, u16)>;

/// Closed, open once, open twice, or open into the night.
pub fn day() -> impl Strategy<Value = Day> {
    let quarter = |minutes: u16| minutes / 15 * 15;
    let once = (300u16..690, 780u16..1440).prop_map(move |(a, b)| vec![(quarter(a), quarter(b))]);
    let twice = (300u16..540, 600u16..720, 780u16..960, 1020u16..1440)
        .prop_map(move |(a, b, c, d)| vec![(quarter(a), quarter(b)), (quarter(c), quarter(d))]);
    let night =
        (1020u16..1260, 1440u16..1680).prop_map(move |(a, b)| vec![(quarter(a), quarter(b))]);
    prop_oneof![1 => Just(Vec::new()), 4 => once, 2 => twice, 1 => night]
}

/// A person's way of writing.
#[derive(Clone, Debug)]
pub struct Hand {
    days: [&'static str; 7],
    range: &'static str,
    list: &'static str,
    colon: &'static str,
    to: &'static str,
    clock: fn(u16) -> String,
    next: &'static str,
    hours_first: bool,
    closed: Closed,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Closed {
    Omitted,
    DayFirst,
    WordFirst,
}

const LONG: [&str; 7] = [
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
];
const PLURAL: [&str; 7] = [
    "Mondays",
    "Tuesdays",
    "Wednesdays",
    "Thursdays",
    "Fridays",
    "Saturdays",
    "Sundays",
];
const SHORT: [&str; 7] = ["Mon", "Tues.", "Wed", "Thurs", "Fri", "Sat", "Sun"];
const SHORTER: [&str; 7] = ["M", "TU", "W", "TH", "F", "SA", "SU"];

pub fn hand() -> impl Strategy<Value = Hand> {
    let clocks: Vec<fn(u16) -> String> =
        vec![twelve_short, twelve_long, twelve_dotted, letter, digital];
    let words = (
        select(vec![LONG, PLURAL, SHORT, SHORTER]),
        select(vec!["-", " – ", " to ", " thru "]),
        select(vec![", ", "/", " & "]),
        select(vec![" ", ": ", " - ", ", "]),
        select(vec!["-", " – ", "\u{2009}–\u{202f}", " to ", " until "]),
    );
    let form = (
        select(clocks),
        select(vec!["; ", "\n", "\r\n"]),
        any::<bool>(),
        select(vec![Closed::Omitted, Closed::DayFirst, Closed::WordFirst]),
    );
    (words, form).prop_map(
        |((days, range, list, colon, to), (clock, next, hours_first, closed))| Hand {
            days,
            range,
            list,
            colon,
            to,
            clock,
            next,
            hours_first,
            closed,
        },
    )
}

fn twelve(minutes: u16) -> (u16, u16, bool) {
    let hour = minutes / 60 % 24;
    let shown = (hour + 11) % 12 + 1;
    (shown, minutes % 60, hour >= 12)
}

fn twelve_short(minutes: u16) -> String {
    match twelve(minutes) {
        (12, 0, true) => "noon".to_owned(),
        (hour, 0, pm) => format!("{hour}{}", if pm { "pm" } else { "am" }),
        (hour, minute, pm) => format!("{hour}:{minute:02}{}", if pm { "pm" } else { "am" }),
    }
}

fn twelve_long(minutes: u16) -> String {
    let (hour, minute, pm) = twelve(minutes);
    format!("{hour}:{minute:02}\u{202f}{}", if pm { "PM" } else { "AM" })
}

fn twelve_dotted(minutes: u16) -> String {
    let (hour, minute, pm) = twelve(minutes);
    format!("{hour}:{minute:02} {}", if pm { "p.m." } else { "a.m." })
}

fn letter(minutes: u16) -> String {
    let (hour, minute, pm) = twelve(minutes);
    format!("{hour}:{minute:02}{}", if pm { "p" } else { "a" })
}

fn digital(minutes: u16) -> String {
    format!("{:02}{:02}", minutes / 60 % 24, minutes % 60)
}

impl Hand {
    /// Writes a week, with equal days on one line.
    pub fn write(&self, week: &[Day]) -> String {
        let mut told: Vec<&Day> = Vec::new();
        for day in week {
            if !told.contains(&day) {
                told.push(day);
            }
        }
        let lines = told
            .into_iter()
            .filter(|day| !(day.is_empty() && self.closed == Closed::Omitted))
            .map(|day| self.line(&self.days(week, day), day));
        lines.collect::<Vec<_>>().join(self.next)
    }

    fn line(&self, days: &str, day: &Day) -> String {
        if day.is_empty() {
            return match self.closed {
                // After hours that come before their days, only "closed Sunday" is unambiguous.
                Closed::DayFirst if !self.hours_first => format!("{days}{}closed", self.colon),
                _ => format!("closed on {days}"),
            };
        }
        let span = |&(start, end): &(u16, u16)| {
            format!("{}{}{}", (self.clock)(start), self.to, (self.clock)(end))
        };
        let hours = day.iter().map(span).collect::<Vec<_>>().join(", ");
        if self.hours_first {
            format!("{hours} {days}")
        } else {
            format!("{days}{}{hours}", self.colon)
        }
    }

    fn days(&self, week: &[Day], wanted: &Day) -> String {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for (index, _) in week.iter().enumerate().filter(|(_, day)| *day == wanted) {
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == index => *last = index,
                _ => runs.push((index, index)),
            }
        }
        let text = |(first, last): (usize, usize)| {
            if first == last {
                self.days[first].to_owned()
            } else {
                format!("{}{}{}", self.days[first], self.range, self.days[last])
            }
        };
        runs.into_iter()
            .map(text)
            .collect::<Vec<_>>()
            .join(self.list)
    }
}
