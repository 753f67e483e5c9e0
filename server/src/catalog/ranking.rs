//! The community ranking of shops (D15). Pure: all numbers are passed in.
//!
//! score = (5·m + Σr) / (5 + n) + log2(1 + v), where m is the mean of all ratings in the directory, r are the shop's
//! own n ratings, and v is its number of voters, weighted by the age of their latest vote. m and v are as of 00:00 UTC.

use chrono::{DateTime, TimeDelta, Utc};

use super::records::Shop;

/// How many ratings of the directory's mean are added to a shop's own, so that a single rating has little effect.
pub const PRIOR_RATINGS: f64 = 5.0;
/// The age at which a vote counts half.
pub const HALF_LIFE: TimeDelta = TimeDelta::days(180);
/// Scores are compared to six decimals, so that rounding errors don't separate equal shops.
const PRECISION: f64 = 1_000_000.0;

/// A sum of ratings (out of five) in whole thousandths, so that adding and subtracting is exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ratings {
    pub thousandths: i64,
    pub count: i64,
}

impl Ratings {
    /// `count` ratings with this mean.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a rating is at most five thousand thousandths"
    )]
    pub fn of(mean: f64, count: i64) -> Self {
        Self {
            thousandths: (mean * 1000.0).round() as i64 * count,
            count,
        }
    }

    pub(super) fn add(&mut self, other: Self) {
        self.thousandths += other.thousandths;
        self.count += other.count;
    }

    pub(super) fn take(&mut self, other: Self) {
        self.thousandths -= other.thousandths;
        self.count -= other.count;
    }

    /// Out of five; `None` without ratings.
    #[must_use]
    pub fn mean(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum() / count(self.count))
    }

    fn sum(self) -> f64 {
        count(self.thousandths) / 1000.0
    }
}

/// A shop's votes at the start of a day.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Distinct voters, whenever they voted.
    pub voters: i64,
    /// v: each voter counts 0.5 ^ (age of the latest vote / 180 days).
    pub weight: f64,
}

impl Tally {
    /// Counts a visitor whose latest vote before `day` was at `voted_at`.
    pub fn add(&mut self, voted_at: DateTime<Utc>, day: DateTime<Utc>) {
        let age = (day - voted_at).as_seconds_f64();
        self.voters += 1;
        self.weight += 0.5_f64.powf(age / HALF_LIFE.as_seconds_f64());
    }
}

/// A score with exact comparison. Higher is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(i64);

impl Score {
    /// The formula. If there are no ratings in the directory, there is no `mean`, and only votes count.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a score has two digits before the point"
    )]
    pub fn new(mean: Option<f64>, ratings: Ratings, tally: Tally) -> Self {
        let quality = mean.map_or(0.0, |mean| {
            (PRIOR_RATINGS * mean + ratings.sum()) / (PRIOR_RATINGS + count(ratings.count))
        });
        let score = quality + (1.0 + tally.weight).log2();
        Self((score * PRECISION).round() as i64)
    }

    /// With two decimals, such as `5.12`.
    #[must_use]
    pub fn text(self) -> String {
        format!("{:.2}", count(self.0) / PRECISION)
    }
}

impl Shop {
    /// The ratings that count for its rank: those shown on its page, until the directory has its own reviews (D33). A
    /// rating with an unknown number of reviews counts as one.
    #[must_use]
    pub fn ratings(&self) -> Ratings {
        match self.google_rating {
            Some(rating) if rating > 0.0 && rating <= 5.0 => {
                Ratings::of(rating, self.google_review_count.map_or(1, i64::from).max(0))
            }
            _ => Ratings::default(),
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "counts and sums stay far below 2^53"
)]
fn count(number: i64) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;

    use super::*;

    fn day() -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 3, 4, 0, 0, 0).unwrap()
    }

    fn tally(ages_in_days: &[i64]) -> Tally {
        let mut tally = Tally::default();
        for age in ages_in_days {
            tally.add(day() - TimeDelta::days(*age), day());
        }
        tally
    }

    /// Calculated by hand: (5·4.4 + 4.8·10) / 15 = 4.6667; v = 1 + 0.5 + 0.25 = 1.75; log2(2.75) = 1.4594.
    #[test]
    fn a_score_is_that_of_the_formula() {
        let score = Score::new(Some(4.4), Ratings::of(4.8, 10), tally(&[0, 180, 360]));
        assert_eq!(score, Score(6_126_098));
        assert_eq!(score.text(), "6.13");
    }

    #[test]
    fn nobody_s_opinion_is_the_directory_s_mean() {
        let score = Score::new(Some(4.4), Ratings::default(), Tally::default());
        assert_eq!(score.text(), "4.40");
        let unrated = Score::new(None, Ratings::default(), tally(&[0]));
        assert_eq!(unrated.text(), "1.00");
    }

    #[test]
    fn one_perfect_rating_does_not_beat_many_good_ones() {
        let one = Score::new(Some(4.0), Ratings::of(5.0, 1), Tally::default());
        let many = Score::new(Some(4.0), Ratings::of(4.6, 200), Tally::default());
        assert!(many > one);
    }

    #[test]
    fn a_vote_counts_half_after_half_a_year_and_a_voter_once() {
        assert!((tally(&[180]).weight - 0.5).abs() < 1e-12);
        assert_eq!(tally(&[3, 400]).voters, 2);
    }

    #[test]
    fn ratings_that_come_and_go_leave_no_trace() {
        let mut all = Ratings::default();
        for thousandth in 0..500 {
            all.add(Ratings::of(4.0 + f64::from(thousandth) / 1000.0, 7));
        }
        for thousandth in (0..500).rev() {
            all.take(Ratings::of(4.0 + f64::from(thousandth) / 1000.0, 7));
        }
        assert_eq!(all, Ratings::default());
        assert_eq!(all.mean(), None);
    }
}
