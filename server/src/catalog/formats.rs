//! How times and distances are written, everywhere. The operator may choose; what isn't set is as we ship it.

use hours_text::in_24_hours;

use super::entities::site::{self, ClockFace, Distances, FirstDay};

/// In kilometers.
const MILE: f64 = 1.609_344;

/// How this site writes times and distances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Formats {
    pub clock: ClockFace,
    pub first_day: FirstDay,
    pub distances: Distances,
}

impl Formats {
    /// These with the operator's in their places.
    pub(super) fn with(self, row: &site::Model) -> Self {
        Self {
            clock: row.clock.unwrap_or(self.clock),
            first_day: row.first_day.unwrap_or(self.first_day),
            distances: row.distances.unwrap_or(self.distances),
        }
    }

    /// A label about hours, with its times as this site writes them.
    #[must_use]
    pub fn hours(self, label: String) -> String {
        match self.clock {
            ClockFace::Twelve => label,
            ClockFace::TwentyFour => in_24_hours(&label),
        }
    }

    /// As on maps: `0.3 mi`, `12 mi`.
    #[must_use]
    pub fn distance(self, miles: f64) -> String {
        let (length, unit) = match self.distances {
            Distances::Miles => (miles, "mi"),
            Distances::Kilometers => (miles * MILE, "km"),
        };
        if length < 9.95 {
            format!("{:.1} {unit}", length.max(0.1))
        } else {
            format!("{length:.0} {unit}")
        }
    }

    /// In whole units, for sentences.
    #[must_use]
    pub fn distance_in_words(self, miles: f64) -> String {
        let (length, unit) = match self.distances {
            Distances::Miles => (miles, "mile"),
            Distances::Kilometers => (miles * MILE, "kilometer"),
        };
        match length.round() {
            rounded if rounded < 1.0 => format!("less than a {unit}"),
            rounded if rounded < 2.0 => format!("1 {unit}"),
            rounded => format!("{rounded} {unit}s"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_written_in_either_unit() {
        let miles = Formats::default();
        let kilometers = Formats {
            distances: Distances::Kilometers,
            ..miles
        };
        for (distance, in_miles, in_kilometers) in [
            (0.01, "0.1 mi", "0.1 km"),
            (0.34, "0.3 mi", "0.5 km"),
            (9.96, "10 mi", "16 km"),
            (12.3, "12 mi", "20 km"),
        ] {
            assert_eq!(miles.distance(distance), in_miles);
            assert_eq!(kilometers.distance(distance), in_kilometers);
        }
        for (distance, in_miles, in_kilometers) in [
            (0.2, "less than a mile", "less than a kilometer"),
            (0.6, "1 mile", "1 kilometer"),
            (12.3, "12 miles", "20 kilometers"),
        ] {
            assert_eq!(miles.distance_in_words(distance), in_miles);
            assert_eq!(kilometers.distance_in_words(distance), in_kilometers);
        }
    }
}
