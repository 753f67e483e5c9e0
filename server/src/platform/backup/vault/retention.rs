//! Which snapshots are kept: the newest of each of the last 7 days, 5 weeks and 12 months that have one.

use std::collections::BTreeSet;

use chrono::{DateTime, Datelike, Utc};

const DAYS: usize = 7;
const WEEKS: usize = 5;
const MONTHS: usize = 12;

/// The moments among `made` whose snapshots are kept.
#[must_use]
pub fn kept(made: &[DateTime<Utc>]) -> BTreeSet<DateTime<Utc>> {
    let mut newest_first = made.to_vec();
    newest_first.sort_unstable_by(|one, other| other.cmp(one));
    let mut kept = BTreeSet::new();
    kept.extend(newest_of_each(&newest_first, DAYS, |at| at.date_naive()));
    kept.extend(newest_of_each(&newest_first, WEEKS, |at| {
        let week = at.iso_week();
        (week.year(), week.week())
    }));
    kept.extend(newest_of_each(&newest_first, MONTHS, |at| {
        (at.year(), at.month())
    }));
    kept
}

fn newest_of_each<Span: Ord>(
    newest_first: &[DateTime<Utc>],
    most: usize,
    span_of: impl Fn(&DateTime<Utc>) -> Span,
) -> Vec<DateTime<Utc>> {
    let mut spans = BTreeSet::new();
    let mut newest = Vec::new();
    for at in newest_first {
        if spans.insert(span_of(at)) {
            newest.push(*at);
        }
        if newest.len() == most {
            break;
        }
    }
    newest
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn nightly_snapshots_of_two_years_thin_out() {
        let last = at("2026-03-04T09:00:00Z");
        let mut made = Vec::new();
        for day in 0..730 {
            made.push(last - TimeDelta::days(day));
        }
        let kept = kept(&made);
        let days: Vec<_> = kept
            .iter()
            .rev()
            .map(|at| at.format("%m-%d").to_string())
            .collect();
        assert_eq!(
            days,
            [
                "03-04", "03-03", "03-02", "03-01", "02-28", "02-27", "02-26", // days
                "02-22", "02-15", "02-08", // weeks, whose newest aren't among the days
                "01-31", "12-31", "11-30", "10-31", "09-30", "08-31", "07-31", "06-30", "05-31",
                "04-30", // months
            ]
        );
    }

    #[test]
    fn what_was_made_by_hand_counts_once_a_day() {
        let made = ["2026-03-04T09:00:00Z", "2026-03-04T08:00:00Z"].map(at);
        assert_eq!(kept(&made), BTreeSet::from([made[0]]));
    }

    #[test]
    fn an_old_snapshot_stays_while_there_is_no_newer_one() {
        let made = [at("2020-01-01T00:00:00Z")];
        assert_eq!(kept(&made).len(), 1);
    }
}
