//! Billing: attempts, subscriptions and their months, refunds, disputes.

pub mod attempts;
mod changes;
pub mod cycle;
mod outcomes;
pub mod reversals;
pub mod subscriptions;

use chrono::{DateTime, Months};

/// The end of the month that starts at `start`, based on `anchor`, so that the 31st returns after a shorter month.
#[must_use]
pub fn month_after(anchor: i64, start: i64) -> i64 {
    let Some(anchored) = DateTime::from_timestamp(anchor, 0) else {
        return start + 30 * 24 * 3600;
    };
    (1..=2400)
        .filter_map(|months| anchored.checked_add_months(Months::new(months)))
        .map(|end| end.timestamp())
        .find(|end| *end > start)
        .unwrap_or(start + 30 * 24 * 3600)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> i64 {
        DateTime::parse_from_rfc3339(text).unwrap().timestamp()
    }

    #[test]
    fn the_last_of_a_month_comes_back_after_a_shorter_one() {
        let anchor = at("2026-01-31T10:00:00Z");
        let february = month_after(anchor, anchor);
        assert_eq!(february, at("2026-02-28T10:00:00Z"));
        assert_eq!(month_after(anchor, february), at("2026-03-31T10:00:00Z"));
    }
}
