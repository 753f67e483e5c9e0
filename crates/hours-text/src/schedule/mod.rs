//! Opening hours at a place: its state at any time, and the text for it.

mod dates;
mod label;
mod seasons;
mod special;
mod structured_data;
mod timeline;
mod usual_week;
mod week;

use chrono::{DateTime, Datelike, Days, NaiveDate, TimeDelta, Utc};
use chrono_tz::Tz;
use opening_hours::localization::Coordinates;

use crate::clock::ClockTime;
use crate::hours::{Hours, InvalidHours, Sky, Status};
pub use seasons::{Season, UsualDay};
pub use special::SpecialHours;
pub use structured_data::HoursSpecification;
use timeline::Timeline;
pub use usual_week::UsualWeek;
pub use week::{DayHours, Span};

/// Opening hours with their time zone. Cheap to clone; everything is computed on demand.
///
/// Everyone sees the shop's own local time, whatever their zone.
#[derive(Clone, Debug)]
pub struct Schedule {
    hours: Hours,
    sky: Sky,
}

/// Whether a shop is open at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenState {
    /// Open; `until` is the end of the time that is certainly open, `None` if that is more than two weeks away.
    Open {
        /// When the shop is no longer certainly open.
        until: Option<DateTime<Utc>>,
    },
    /// Closed; `opens` is `None` if that is more than two weeks away or uncertain.
    Closed {
        /// When the shop opens again.
        opens: Option<DateTime<Utc>>,
    },
    /// The hours don't say ("by appointment", `07:00+`, sunset without coordinates). Must never be shown as open.
    Unknown,
}

/// Everything that a list of shops needs about one instant, computed in one pass.
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
    /// Parses OpenStreetMap `opening_hours` for a place in this zone.
    ///
    /// # Errors
    ///
    /// As [`Hours::parse`].
    pub fn parse(osm: &str, zone: Tz) -> Result<Self, InvalidHours> {
        Ok(Self::new(Hours::parse(osm)?, zone))
    }

    /// Parsed hours for a place in this zone.
    pub fn new(hours: Hours, zone: Tz) -> Self {
        let coordinates = None;
        let sky = Sky { zone, coordinates };
        Self { hours, sky }
    }

    /// Adds the place's latitude and longitude in degrees, for `sunrise-sunset`; invalid values are ignored.
    #[must_use]
    pub fn with_coordinates(mut self, latitude: f64, longitude: f64) -> Self {
        self.sky.coordinates = Coordinates::new(latitude, longitude);
        self
    }

    /// The hours without the place.
    pub fn hours(&self) -> &Hours {
        &self.hours
    }

    /// The time zone of the hours.
    pub fn zone(&self) -> Tz {
        self.sky.zone
    }

    /// The local date at an instant.
    pub fn local_date(&self, now: DateTime<Utc>) -> NaiveDate {
        now.with_timezone(&self.sky.zone).date_naive()
    }

    /// State, text, and how long they are valid.
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
        let label = label::of(state, now, self.sky.zone, self.temporary_closure(today));
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

    /// Whether the place is certainly open. Same result as [`Schedule::state_at`] for a tenth of the work, since only
    /// spans that began today or yesterday matter.
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

    /// As text: `Open until 5 PM`, `Closed · opens 7 AM`, `Closed · opens tomorrow 7 AM`, `Closed · opens Monday 7 AM`,
    /// `Closed · opens Jan 2, 7 AM`, `Temporarily closed · opens Jan 9, 7 AM`, `Open 24 hours`, `Closed`, `Hours unknown`.
    pub fn label_at(&self, now: DateTime<Utc>) -> String {
        self.at(now).label
    }

    /// The first instant after `now` at which any result of this schedule may change: state, text, or local date.
    pub fn next_change(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        self.at(now).next_change
    }

    /// The hours of the seven days starting today, Monday first: weekdays before today's are next week's. Includes
    /// holidays and other exceptions on these days.
    pub fn week(&self, now: DateTime<Utc>) -> [DayHours; 7] {
        week::of(&self.hours, self.sky, self.local_date_within_range(now))
    }

    /// Today's opening and closing times (`7:00 AM`, `5:00 PM`); for split hours, the first and the last. `None` if
    /// closed today, or if part of the day is unknown.
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

    /// The hours as schema.org `OpeningHoursSpecification` entries: first the regular week, then exceptions in the next
    /// four weeks with their dates. Days with unknown hours have no entry.
    pub fn opening_hours_specification(&self, now: DateTime<Utc>) -> Vec<HoursSpecification> {
        let today = self.local_date_within_range(now);
        structured_data::of(&self.hours, self.sky, today, self.yearless_days(today))
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

/// The library's calendar is limited; well within its limits, all date arithmetic is safe.
fn is_evaluated(now: DateTime<Utc>) -> bool {
    (1901..9_999).contains(&now.year())
}
