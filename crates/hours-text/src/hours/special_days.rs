//! Rules for certain dates, written with their year: `2026 Dec 24 08:00-12:00`, `2026 Dec 27-2027 Jan 08 off`.

use chrono::{Days, NaiveDate};

const DAY: &str = "%Y %b %d";

/// So many closed days in a row are a temporary closure rather than a holiday (Google's rule for business profiles).
const TEMPORARY: i64 = 7;

/// One date, or several in a row, with hours of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SpecialDays {
    pub from: NaiveDate,
    /// The same day, or a later one.
    pub to: NaiveDate,
    pub closed: bool,
}

impl SpecialDays {
    /// Whether the place is closed so long that this is a temporary closure.
    pub fn is_temporary_closure(&self) -> bool {
        self.closed && (self.to - self.from).num_days() + 1 >= TEMPORARY
    }

    pub fn contains(&self, date: NaiveDate) -> bool {
        self.from <= date && date <= self.to
    }

    /// Sorts them; closed days that follow each other become one entry.
    pub fn join(special: &mut Vec<Self>) {
        special.sort_by_key(|days| days.from);
        special.dedup_by(|next, kept| {
            let follows = next.closed && kept.closed && next.from <= kept.to + Days::new(1);
            if follows {
                kept.to = kept.to.max(next.to);
            }
            follows
        });
    }

    fn parse(rule: &str) -> Option<Self> {
        let (days, hours) = rule.rsplit_once(' ')?;
        let day = |text: &str| NaiveDate::parse_from_str(text, DAY).ok();
        let (from, to) = match days.split_once('-') {
            Some((from, to)) => (day(from)?, day(to)?),
            None => (day(days)?, day(days)?),
        };
        let closed = hours == "off";
        let is_hours = closed || hours.starts_with(|letter: char| letter.is_ascii_digit());
        (from <= to && is_hours).then_some(Self { from, to, closed })
    }
}

/// The rules for all years, and the dates of the others in order. Closed days that follow each other are one entry.
pub(super) fn split(osm: &str) -> (String, Box<[SpecialDays]>) {
    let (mut regular, mut special) = (Vec::new(), Vec::new());
    for rule in osm.split(';').map(str::trim) {
        match SpecialDays::parse(rule) {
            Some(days) => special.push(days),
            None => regular.push(rule),
        }
    }
    SpecialDays::join(&mut special);
    (regular.join("; "), special.into())
}

#[cfg(test)]
mod tests {
    use super::split;

    fn listed(osm: &str) -> (String, Vec<String>) {
        let (regular, special) = split(osm);
        let text = special.iter().map(|days| {
            let closed = if days.closed { " closed" } else { "" };
            format!("{}..{}{closed}", days.from, days.to)
        });
        (regular, text.collect())
    }

    #[test]
    fn dates_with_a_year_are_apart_from_the_rest() {
        assert_eq!(
            listed("Mo-Fr 07:00-15:00; 2026 Dec 24 08:00-12:00,13:00-14:00; PH off"),
            (
                "Mo-Fr 07:00-15:00; PH off".to_owned(),
                vec!["2026-12-24..2026-12-24".to_owned()]
            )
        );
        for all_regular in [
            "Dec 24 08:00-12:00",
            "2026 Nov-Feb off",
            "2026-2027 Mo off",
            "2026 Dec 24 off \"closed\"",
            "2026 Feb 30 off",
            "2026 Dec 24-2026 Dec 20 off",
        ] {
            assert_eq!(listed(all_regular), (all_regular.to_owned(), Vec::new()));
        }
    }

    #[test]
    fn closed_days_in_a_row_are_one_closure() {
        let osm = "24/7; 2027 Jan 01-2027 Jan 03 off; 2026 Dec 28-2026 Dec 31 off; 2027 Jan 04 08:00-12:00";
        assert_eq!(
            listed(osm).1,
            ["2026-12-28..2027-01-03 closed", "2027-01-04..2027-01-04"]
        );
        assert!(split(osm).1[0].is_temporary_closure());
        assert!(!split("24/7; 2026 Dec 25-2026 Dec 30 off").1[0].is_temporary_closure());
    }
}
