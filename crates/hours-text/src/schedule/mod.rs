//! Opening hours at a place: what is open when, and in which words.

mod label;
mod structured_data;
mod timeline;
mod week;

use chrono::{DateTime, Datelike, Days, NaiveDate, TimeDelta, Utc};
use chrono_tz::Tz;
use opening_hours::localization::Coordinates;

use crate::clock::ClockTime;
use crate::hours::{Hours, InvalidHours, Sky, Status};
pub use structured_data::HoursSpecification;
use timeline::Timeline;
pub use week::{DayHours, Span};

/// Opening hours with the time zone in which they hold. Cheap to clone; nothing is computed before it is asked.
///
/// Whoever looks at it, from whichever zone, sees the shop's own clock.
#[derive(Clone, Debug)]
pub struct Schedule {
    hours: Hours,
    sky: Sky,
}

/// Whether a shop is open at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenState {
    /// Open; `until` is the end of what is known to be open, `None` if that is more than two weeks away.
    Open {
        /// First instant at which the shop is no longer known to be open.
        until: Option<DateTime<Utc>>,
    },
    /// Closed; `opens` is `None` if that is more than two weeks away or not certain.
    Closed {
        /// First instant at which the shop is open again.
        opens: Option<DateTime<Utc>>,
    },
    /// The hours do not tell ("by appointment", `07:00+`, sunset without coordinates). Never to be shown as open.
    Unknown,
}

/// All that a list of shops asks about one instant, computed in one pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moment {
    /// Open, closed or unknown.
    pub state: OpenState,
    /// See [`Schedule::label_at`].
    pub label: String,
    /// See [`Schedule::next_change`].
    pub next_change: DateTime<Utc>,
}

impl Schedule {
    /// Parses OpenStreetMap `opening_hours` for a place in the given zone.
    ///
    /// # Errors
    /// As [`Hours::parse`].
    pub fn parse(osm: &str, zone: Tz) -> Result<Self, InvalidHours> {
        Ok(Self::new(Hours::parse(osm)?, zone))
    }

    /// Hours parsed before, at a place in the given zone.
    pub fn new(hours: Hours, zone: Tz) -> Self {
        let coordinates = None;
        let sky = Sky { zone, coordinates };
        Self { hours, sky }
    }

    /// Adds the place's latitude and longitude in degrees, so that `sunrise-sunset` is known; values out of range are ignored.
    #[must_use]
    pub fn with_coordinates(mut self, latitude: f64, longitude: f64) -> Self {
        self.sky.coordinates = Coordinates::new(latitude, longitude);
        self
    }

    /// The hours without the place.
    pub fn hours(&self) -> &Hours {
        &self.hours
    }

    /// The zone in which the hours hold.
    pub fn zone(&self) -> Tz {
        self.sky.zone
    }

    /// The place's calendar day at an instant.
    pub fn local_date(&self, now: DateTime<Utc>) -> NaiveDate {
        now.with_timezone(&self.sky.zone).date_naive()
    }

    /// State, words and the end of their validity.
    pub fn at(&self, now: DateTime<Utc>) -> Moment {
        if !is_evaluated(now) {
            let next_change = now.checked_add_signed(TimeDelta::days(1)).unwrap_or(now);
            let label = label::UNKNOWN.to_owned();
            let state = OpenState::Unknown;
            return Moment {
                state,
                label,
                next_change,
            };
        }
        let today = self.local_date(now);
        let timeline = Timeline::around(&self.hours, self.sky, today);
        let (state, state_ends) = timeline.state_at(now);
        let label = label::of(state, now, self.sky.zone);
        let midnight = timeline::instant(self.sky.zone, today + Days::new(1), 0);
        let relabeled = match state {
            OpenState::Open { until: Some(until) } => Some(until - label::ALL_DAY),
            _ => None,
        };
        let next_change = [state_ends, relabeled]
            .into_iter()
            .flatten()
            .filter(|&change| change > now)
            .fold(midnight, DateTime::min);
        Moment {
            state,
            label,
            next_change,
        }
    }

    /// Whether the place is known to be open: what [`Schedule::state_at`] would say, for a tenth of its work, since only
    /// spans that began today or yesterday count.
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        if !is_evaluated(now) {
            return false;
        }
        let today = self.local_date(now);
        let is_open_since = |date: NaiveDate| {
            self.hours
                .plan(date, self.sky)
                .pieces()
                .iter()
                .any(|piece| {
                    piece.status == Status::Open
                        && timeline::instant(self.sky.zone, date, piece.start) <= now
                        && now < timeline::instant(self.sky.zone, date, piece.end)
                })
        };
        is_open_since(today) || is_open_since(today - Days::new(1))
    }

    /// Whether the place is open.
    pub fn state_at(&self, now: DateTime<Utc>) -> OpenState {
        self.at(now).state
    }

    /// In words: `Open until 5 PM`, `Closed · opens 7 AM`, `Closed · opens tomorrow 7 AM`, `Closed · opens Monday 7 AM`,
    /// `Closed · opens Jan 2, 7 AM`, `Open 24 hours`, `Closed`, `Hours unknown`.
    pub fn label_at(&self, now: DateTime<Utc>) -> String {
        self.at(now).label
    }

    /// The first instant after `now` at which any answer of this schedule may change: state, words, or the local day.
    pub fn next_change(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        self.at(now).next_change
    }

    /// The hours of the seven days from today on, Monday first: a day before today's weekday is next week's.
    /// Holidays and other exceptions in these days count.
    pub fn week(&self, now: DateTime<Utc>) -> [DayHours; 7] {
        week::of(&self.hours, self.sky, self.local_date_within_range(now))
    }

    /// Today's opening and closing time (`7:00 AM`, `5:00 PM`): of split hours the first and the last.
    /// `None` when closed today, or when part of the day is unknown.
    pub fn today(&self, now: DateTime<Utc>) -> Option<(String, String)> {
        let today = week::day(&self.hours, self.sky, self.local_date_within_range(now));
        let (first, last) = (today.spans.first()?, today.spans.last()?);
        let closes = if last.is_all_day() {
            ClockTime::LAST_MINUTE
        } else {
            last.closes
        };
        (!today.unknown).then(|| (first.opens.long(), closes.long()))
    }

    /// The hours as schema.org `OpeningHoursSpecification` entries: the ordinary week first, then the exceptions of the
    /// next four weeks with their dates. Days whose hours are unknown have no entry.
    pub fn opening_hours_specification(&self, now: DateTime<Utc>) -> Vec<HoursSpecification> {
        structured_data::of(&self.hours, self.sky, self.local_date_within_range(now))
    }

    fn local_date_within_range(&self, now: DateTime<Utc>) -> NaiveDate {
        let now = if is_evaluated(now) {
            now
        } else {
            DateTime::UNIX_EPOCH
        };
        self.local_date(now)
    }
}

/// The library's calendar ends; far from it all arithmetic on dates is safe.
fn is_evaluated(now: DateTime<Utc>) -> bool {
    (1901..9_999).contains(&now.year())
}
