//! The contents of a block of an OpenStreetMap file.

use crate::osm::Tags;
use crate::text::Repairs;

/// Element type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Node,
    Way,
    Relation,
}

/// An element whose tags contain a coffee keyword.
#[derive(Debug)]
pub(crate) struct Element<'a> {
    pub kind: Kind,
    pub id: i64,
    /// Number of elements in the block before this one.
    pub index: u64,
    pub tags: Tags<'a>,
    /// Longitude and latitude in degrees: one point for a node, or a way's nodes in files that include them.
    pub points: Vec<(f64, f64)>,
    /// Nodes of a way; members of a relation.
    pub references: Vec<Reference>,
    pub repairs: Repairs,
}

/// A node of a way, or a member of a relation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reference {
    pub kind: Kind,
    pub id: i64,
    /// An inner ring of a polygon.
    pub inner: bool,
}

/// First and last ID of one element type in a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Range(Option<(i64, i64)>);

impl Range {
    pub(super) fn add(&mut self, id: i64) {
        self.0 = Some(
            self.0
                .map_or((id, id), |(low, high)| (low.min(id), high.max(id))),
        );
    }

    /// Whether one of the sorted IDs may be in the block.
    pub(crate) fn touches(self, sorted: &[i64]) -> bool {
        let Some((low, high)) = self.0 else {
            return false;
        };
        let place = sorted.partition_point(|id| *id < low);
        sorted.get(place).is_some_and(|id| *id <= high)
    }
}

/// The contents of a block, without tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Summary {
    pub elements: u64,
    pub nodes: Range,
    pub ways: Range,
}

/// Seconds since 1970 as an ISO 8601 date and time in UTC (Howard Hinnant's `civil_from_days`).
pub(crate) fn iso_date(seconds: i64) -> String {
    let (days, rest) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_index = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_index + 2) / 5 + 1;
    let month = if month_index < 10 {
        month_index + 3
    } else {
        month_index - 9
    };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z",
        rest / 3600,
        rest / 60 % 60,
        rest % 60
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(iso_date(0), "1970-01-01T00:00:00Z");
        assert_eq!(iso_date(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(iso_date(1_709_251_199), "2024-02-29T23:59:59Z");
        assert_eq!(iso_date(-1), "1969-12-31T23:59:59Z");
    }

    #[test]
    fn ranges() {
        let mut range = Range::default();
        assert!(!range.touches(&[1, 2]));
        range.add(20);
        range.add(10);
        assert!(
            range.touches(&[1, 15, 30])
                && range.touches(&[20])
                && !range.touches(&[1, 30])
                && !range.touches(&[])
        );
    }
}
