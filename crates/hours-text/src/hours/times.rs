//! Which times of a day a rule applies to.

use chrono::{DateTime, NaiveDate, Timelike, Utc};
use chrono_tz::Tz;
use opening_hours::localization::Coordinates;
use opening_hours_syntax::rules::time::{Time, TimeEvent, TimeSelector, TimeSpan};

use super::InvalidHours;
use super::day_plan::{DAY, TWO_DAYS};
use crate::clock::ClockTime;

/// One span of a rule; `open_end` (`07:00+`) means that its end is unknown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    start: Edge,
    end: Edge,
    pub open_end: bool,
}

#[derive(Clone, Copy, Debug)]
enum Edge {
    /// Minutes since midnight, up to 48 hours.
    Fixed(u16),
    /// Minutes before (negative) or after a solar event.
    Sun(TimeEvent, i16),
}

/// The location for solar events; without it, hours that depend on the sun are unknown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sky {
    pub zone: Tz,
    pub coordinates: Option<Coordinates>,
}

impl Times {
    pub fn all_of(selector: &TimeSelector) -> Result<Vec<Self>, InvalidHours> {
        selector.spans.iter().map(Self::new).collect()
    }

    fn new(span: &TimeSpan) -> Result<Self, InvalidHours> {
        if span.repeats.is_some() {
            return Err(InvalidHours::Unsupported("points in time"));
        }
        Ok(Self {
            start: span.range.start.into(),
            end: span.range.end.into(),
            open_end: span.open_end,
        })
    }

    /// Where the sun decides about its start or end: `8 AM – sunset`. `None` for other spans, and where it doesn't fit
    /// into so few words.
    pub fn by_the_sun(&self) -> Option<String> {
        let is_sun = |edge| matches!(edge, Edge::Sun(..));
        let is_told = (is_sun(self.start) || is_sun(self.end)) && !self.open_end;
        is_told.then(|| {
            Some(format!(
                "{} – {}",
                self.start.in_words()?,
                self.end.in_words()?
            ))
        })?
    }

    /// The start, if it doesn't depend on the sun.
    pub fn fixed_start(&self) -> Option<u16> {
        match self.start {
            Edge::Fixed(minutes) => Some(minutes),
            Edge::Sun(..) => None,
        }
    }

    /// Whether the span is a whole day, midnight to midnight.
    pub fn is_whole_day(&self) -> bool {
        matches!((self.start, self.end), (Edge::Fixed(0), Edge::Fixed(DAY))) && !self.open_end
    }

    /// Start and end in minutes of the given day, with an end of at most 48 hours; `None` if the sun's times are
    /// unknown.
    pub fn on(&self, date: NaiveDate, sky: Sky) -> Option<(u16, u16)> {
        let start = self.start.on(date, sky)?;
        let end = self.end.on(date, sky)?;
        // An end that isn't after the start is in the next day.
        let end = if end <= start { end + DAY } else { end };
        Some((start.min(TWO_DAYS), end.min(TWO_DAYS)))
    }
}

impl Edge {
    fn on(self, date: NaiveDate, sky: Sky) -> Option<u16> {
        match self {
            Self::Fixed(minutes) => Some(minutes),
            Self::Sun(event, offset) => {
                let instant: DateTime<Utc> = sky.coordinates?.event_time(date, event)?;
                let local = instant.with_timezone(&sky.zone).time();
                let minutes = u16::try_from(local.hour() * 60 + local.minute()).ok()?;
                minutes.checked_add_signed(offset)
            }
        }
    }
}

impl Edge {
    fn in_words(self) -> Option<String> {
        match self {
            Self::Fixed(minutes) => Some(ClockTime::from_minutes(minutes).short()),
            Self::Sun(event, 0) => Some(
                match event {
                    TimeEvent::Dawn => "dawn",
                    TimeEvent::Sunrise => "sunrise",
                    TimeEvent::Sunset => "sunset",
                    TimeEvent::Dusk => "dusk",
                }
                .to_owned(),
            ),
            Self::Sun(..) => None,
        }
    }
}

impl From<Time> for Edge {
    fn from(time: Time) -> Self {
        match time {
            Time::Fixed(time) => Self::Fixed(time.mins_from_midnight()),
            Time::Variable(variable) => Self::Sun(variable.event, variable.offset),
        }
    }
}
