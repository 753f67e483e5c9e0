//! Days, times of day, and the hours that the facts say.

use std::collections::BTreeSet;

/// Days of a week; the first is Monday.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Days(u8);

impl Days {
    pub(super) const ALL: Self = Self(0b111_1111);
    pub(super) const WEEKDAYS: Self = Self(0b001_1111);
    pub(super) const WEEKEND: Self = Self(0b110_0000);

    pub(super) const fn one(day: u8) -> Self {
        Self(1 << day)
    }

    /// From one day to another, over the end of the week if need be.
    pub(super) fn span(first: u8, last: u8) -> Self {
        let mut days = Self::one(first);
        let mut day = first;
        while day != last {
            day = (day + 1) % 7;
            days = days.and(Self::one(day));
        }
        days
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// From 0, Monday.
    pub(super) fn each(self) -> impl Iterator<Item = usize> {
        (0..7).filter(move |day| self.0 & (1 << day) != 0)
    }

    pub(super) fn count(self) -> u32 {
        self.0.count_ones()
    }
}

/// The day that a word names.
pub(super) fn day(word: &str) -> Option<u8> {
    let word = match word.strip_suffix('s') {
        Some(one) if one.ends_with("day") => one,
        _ => word,
    };
    Some(match word {
        "monday" | "mon" => 0,
        "tuesday" | "tue" | "tues" => 1,
        "wednesday" | "wed" => 2,
        "thursday" | "thu" | "thur" | "thurs" => 3,
        "friday" | "fri" => 4,
        "saturday" | "sat" => 5,
        "sunday" | "sun" => 6,
        _ => return None,
    })
}

/// A time of day: minutes after midnight or noon, and which of them if that was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    minutes: u16,
    pub(super) half: Option<Half>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Half {
    Am,
    Pm,
}

pub(super) fn half(word: &str) -> Option<Half> {
    match word {
        "am" => Some(Half::Am),
        "pm" => Some(Half::Pm),
        _ => None,
    }
}

impl Clock {
    /// A word such as `7`, `7:30`, `7am`, `noon`.
    pub(super) fn of(word: &str, half_after: Option<Half>) -> Option<Self> {
        match word {
            "noon" => {
                return Some(Self {
                    minutes: 0,
                    half: Some(Half::Pm),
                });
            }
            "midnight" => {
                return Some(Self {
                    minutes: 0,
                    half: Some(Half::Am),
                });
            }
            _ => {}
        }
        let end = word
            .find(|letter: char| letter.is_alphabetic())
            .unwrap_or(word.len());
        let (digits, said) = word.split_at(end);
        let half = if said.is_empty() {
            half_after
        } else {
            Some(half(said)?)
        };
        let (hours, minutes) = digits.split_once(':').unwrap_or((digits, "0"));
        let (hours, minutes): (u16, u16) = (hours.parse().ok()?, minutes.parse().ok()?);
        ((1..=12).contains(&hours) && minutes < 60).then(|| Self {
            minutes: hours % 12 * 60 + minutes,
            half,
        })
    }

    /// Whether it may be this minute of the day.
    fn is(self, minute: u16) -> bool {
        let at = |half| self.minutes + if half == Half::Pm { 720 } else { 0 };
        match self.half {
            Some(half) => at(half) == minute,
            None => at(Half::Am) == minute || at(Half::Pm) == minute,
        }
    }

    fn minute(self) -> u16 {
        self.minutes + if self.half == Some(Half::Pm) { 720 } else { 0 }
    }
}

/// What the facts say about one day.
#[derive(Clone, Debug, Default)]
struct Day {
    /// The number of the fact; 0 if there is none.
    fact: usize,
    /// Opening and closing minutes of the day.
    spans: Vec<(u16, u16)>,
    /// Its label says more than times, so nothing can be compared.
    is_unclear: bool,
}

/// The hours of a week as the facts say them.
#[derive(Clone, Debug, Default)]
pub(super) struct Week {
    days: [Day; 7],
}

/// What a sentence says about a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    Open,
    Closed,
    From(Clock),
    Until(Clock),
    Span(Clock, Clock),
    Always,
}

impl Week {
    /// Adds a fact such as `Mon to Fri 7 AM – 3 PM, 5 PM – 9 PM`.
    pub(super) fn add(&mut self, fact: usize, text: &str) {
        let mut words = text.split_whitespace().peekable();
        let first = words.next().and_then(|word| day(&word.to_lowercase()));
        let Some(first) = first else { return };
        let mut days = Days::one(first);
        if words.peek() == Some(&"to") {
            words.next();
            let last = words.next().and_then(|word| day(&word.to_lowercase()));
            let Some(last) = last else { return };
            days = Days::span(first, last);
        }
        let label: Vec<&str> = words.collect();
        let label = label.join(" ");
        let spans = spans(&label);
        for (day, entry) in (0..).zip(&mut self.days) {
            if days.each().any(|it| it == day) {
                *entry = Day {
                    fact,
                    is_unclear: spans.is_none(),
                    spans: spans.clone().unwrap_or_default(),
                };
            }
        }
    }

    /// Whether anything is known.
    pub(super) fn is_known(&self) -> bool {
        self.days.iter().any(|day| day.fact > 0)
    }

    /// The days on which it opens.
    pub(super) fn open_days(&self) -> Days {
        let mut days = Days::default();
        for (number, day) in (0..).zip(&self.days) {
            if day.is_unclear || !day.spans.is_empty() {
                days = days.and(Days::one(number));
            }
        }
        days
    }

    /// The facts that say this about each of these days; `None` if they don't.
    pub(super) fn says(&self, days: Days, said: Said) -> Option<BTreeSet<usize>> {
        let mut facts = BTreeSet::new();
        let mut any = false;
        for number in days.each() {
            let day = self.days.get(number)?;
            if day.fact == 0 || !day.says(said) {
                return None;
            }
            facts.insert(day.fact);
            any = true;
        }
        any.then_some(facts)
    }
}

impl Day {
    fn says(&self, said: Said) -> bool {
        if self.is_unclear {
            return said == Said::Open;
        }
        match said {
            Said::Open => !self.spans.is_empty(),
            Said::Closed => self.spans.is_empty(),
            Said::From(time) => self.spans.first().is_some_and(|(opens, _)| time.is(*opens)),
            Said::Until(time) => self
                .spans
                .last()
                .is_some_and(|(_, closes)| time.is(*closes)),
            Said::Span(from, to) => {
                let mut spans = self.spans.iter();
                spans.any(|(opens, closes)| from.is(*opens) && to.is(*closes))
            }
            Said::Always => self.spans.as_slice() == [(0, 0)],
        }
    }
}

/// The times of a label; `None` if it says something else.
fn spans(label: &str) -> Option<Vec<(u16, u16)>> {
    match label {
        "closed" | "Closed" => return Some(Vec::new()),
        "Open 24 hours" => return Some(vec![(0, 0)]),
        _ => {}
    }
    label
        .split(", ")
        .map(|span| {
            let (from, to) = span.split_once(" – ")?;
            let (from, to) = (time(from)?, time(to)?);
            Some((from.minute(), to.minute()))
        })
        .collect()
}

fn time(text: &str) -> Option<Clock> {
    let joined = text.to_lowercase().replace(' ', "");
    Clock::of(&joined, None).filter(|time| time.half.is_some())
}
