//! Measures the value of a boost: views of boosted shops in their first 30 days, compared with the 30 days before
//! (D26). Published only once there are at least 20 boosts; an operator's own figure, with its source, takes
//! precedence.

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::store::visibility as store;
use crate::{
    catalog::{
        View,
        entities::{boost, visibility_figure},
        read::{Json, Read},
    },
    features::Services,
    platform::{
        arguments::Arguments,
        error::Result,
        jobs::{Handlers, JobOutcome, Schedule},
    },
};

/// Days before and after the start of a boost.
pub(super) const SPAN: u64 = 30;
/// With fewer boosts, there is no figure.
const FEWEST: usize = 20;
/// Boosts that started earlier are ignored.
const LOOKED_BACK: TimeDelta = TimeDelta::days(365);
/// Boosts with a shorter gap between them count as one.
const PAUSE: TimeDelta = TimeDelta::days(1);

const MEASURED: &str = "Views of boosted shops' pages in their first 30 days, compared with the 30 days before, measured in this directory.";

/// The effect of boosts on page views.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BoostVisibility)]
pub struct BoostVisibility {
    /// Increase in page views, in percent; `null` if unknown.
    #[schema(required)]
    pub percent: Option<i64>,
    /// The source of the figure.
    #[schema(required)]
    pub source: Option<String>,
}

/// The reads of this module.
pub(super) fn reads() -> Vec<Read> {
    vec![Read::new(
        "/api/boosts/visibility",
        Vec::new(),
        show_boost_visibility,
    )]
}

/// Show by how many percent boosts increase a shop's page views, or `null` if there isn't enough data.
#[utoipa::path(get, path = "/api/boosts/visibility", tag = "boosts", responses((status = 200, body = BoostVisibility)))]
pub fn show_boost_visibility(view: &View, _: &Arguments) -> Result<Json> {
    let claim = view.site().visibility_claim.clone();
    let figure = claim.or_else(|| {
        let percent = view.daily_ranking().visibility?;
        Some((percent, MEASURED.to_owned()))
    });
    let (percent, source) = figure.unzip();
    Json::of(&BoostVisibility { percent, source })
}

/// Measures once a day; if another node already has, nothing happens.
pub(super) fn handlers(services: &Services) -> Handlers {
    let services = services.clone();
    Handlers::default().with_recurring("analytics.visibility", Schedule::Hourly, move |_| {
        let services = services.clone();
        async move {
            measure(&services).await?;
            Ok(JobOutcome::Done)
        }
    })
}

async fn measure(services: &Services) -> Result<()> {
    let (now, reads) = (services.clock.now(), services.database.reads());
    let today = now.date_naive();
    let starts_at = today.and_time(chrono::NaiveTime::MIN).and_utc();
    if store::has_figure(reads, starts_at).await? {
        return Ok(());
    }
    let oldest = now - LOOKED_BACK;
    let boosts = store::boosts_since(reads, oldest - TimeDelta::days(60)).await?;
    let beginnings = beginnings(&boosts, oldest, today);
    let views = views(services, &beginnings).await?;
    let pairs: Vec<(i64, i64)> = beginnings
        .iter()
        .map(|(shop, day)| {
            let of = |from: NaiveDate| -> i64 {
                let days = from.iter_days().take_while(|day| *day < after(from, SPAN));
                days.filter_map(|day| views.get(&(*shop, day))).sum()
            };
            (of(before(*day, SPAN)), of(*day))
        })
        .collect();
    let figure = visibility_figure::Model {
        starts_at,
        percent: percent(&pairs),
        boost_count: i64::try_from(pairs.len()).unwrap_or(i64::MAX),
        created_at: now,
    };
    store::keep_figure(&services.database, figure).await
}

/// Each shop's views on each day around the start of its boost.
async fn views(services: &Services, beginnings: &[(Uuid, NaiveDate)]) -> Result<store::Views> {
    let days = beginnings.iter().map(|(_, day)| *day);
    let (Some(first), Some(last)) = (days.clone().min(), days.max()) else {
        return Ok(store::Views::new());
    };
    let shops: Vec<Uuid> = beginnings.iter().map(|(shop, _)| *shop).collect();
    let span = (before(first, SPAN), after(last, SPAN));
    store::views_of(services.database.reads(), &shops, span).await
}

fn after(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_add_days(Days::new(days)).unwrap_or(day)
}

fn before(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_sub_days(Days::new(days)).unwrap_or(day)
}

/// Days on which a usable boost started: 30 days have passed since, and the shop wasn't boosted in the 30 days before.
fn beginnings(
    boosts: &[boost::Model],
    oldest: DateTime<Utc>,
    today: NaiveDate,
) -> Vec<(Uuid, NaiveDate)> {
    let span = TimeDelta::days(i64::try_from(SPAN).unwrap_or(i64::MAX));
    let mut found = Vec::new();
    let mut previous: Option<(Uuid, DateTime<Utc>)> = None;
    for (shop, start, end) in runs(boosts) {
        let is_alone = previous.is_none_or(|(other, ended)| other != shop || ended + span <= start);
        previous = Some((shop, end));
        let has_passed = start.date_naive() <= before(today, SPAN) && start + span <= end + PAUSE;
        if is_alone && has_passed && start >= oldest {
            found.push((shop, start.date_naive()));
        }
    }
    found
}

/// The boosts of each shop, with those that follow each other as one: shop, start, end.
pub(super) fn runs(boosts: &[boost::Model]) -> Vec<(Uuid, DateTime<Utc>, DateTime<Utc>)> {
    let mut ordered: Vec<&boost::Model> = boosts
        .iter()
        .filter(|boost| boost.starts_at < boost.ends_at)
        .collect();
    ordered.sort_by_key(|boost| (boost.shop_id, boost.starts_at, boost.ends_at));
    let mut runs: Vec<(Uuid, DateTime<Utc>, DateTime<Utc>)> = Vec::new();
    for boost in ordered {
        match runs.last_mut() {
            Some((shop, _, end)) if *shop == boost.shop_id && boost.starts_at <= *end + PAUSE => {
                *end = std::cmp::max(boost.ends_at, *end);
            }
            _ => runs.push((boost.shop_id, boost.starts_at, boost.ends_at)),
        }
    }
    runs
}

/// The overall increase in views, in percent; `None` if there are too few boosts, or no increase.
fn percent(pairs: &[(i64, i64)]) -> Option<i64> {
    if pairs.len() < FEWEST {
        return None;
    }
    let before: i64 = pairs.iter().map(|(before, _)| before).sum();
    let after: i64 = pairs.iter().map(|(_, after)| after).sum();
    let more = (after - before).checked_mul(100)?.checked_div(before)?;
    (more > 0).then_some(more)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(number: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::days(20_000 + number) + TimeDelta::hours(9)
    }

    fn boost(shop: u128, from: i64, to: i64) -> boost::Model {
        boost::Model {
            id: Uuid::from_u128(shop << 64 | from.unsigned_abs() as u128),
            shop_id: Uuid::from_u128(shop),
            source: boost::Source::OneTime,
            starts_at: day(from),
            ends_at: day(to),
            reason: None,
            created_at: day(from),
        }
    }

    fn found(boosts: &[boost::Model]) -> Vec<(u128, i64)> {
        beginnings(boosts, day(-365), day(100).date_naive())
            .into_iter()
            .map(|(shop, at)| (shop.as_u128(), (at - day(0).date_naive()).num_days()))
            .collect()
    }

    #[test]
    fn a_boost_counts_once_thirty_days_of_it_have_passed() {
        assert_eq!(found(&[boost(1, 70, 100)]), [(1, 70)]);
        assert_eq!(found(&[boost(1, 71, 101)]), []);
        assert_eq!(found(&[boost(1, 10, 22)]), [], "it was refunded");
    }

    #[test]
    fn renewals_are_one_boost() {
        assert_eq!(found(&[boost(1, 0, 20), boost(1, 20, 50)]), [(1, 0)]);
    }

    #[test]
    fn a_boost_soon_after_another_has_no_days_without_one_before_it() {
        let soon = [boost(1, 0, 30), boost(1, 50, 80)];
        assert_eq!(found(&soon), [(1, 0)]);
        let later = [boost(1, 0, 30), boost(1, 60, 90)];
        assert_eq!(found(&later), [(1, 0), (1, 60)]);
        let others = [boost(1, 0, 30), boost(2, 50, 80)];
        assert_eq!(found(&others), [(1, 0), (2, 50)]);
    }

    #[test]
    fn fewer_than_twenty_boosts_and_no_gain_say_nothing() {
        assert_eq!(percent(&[(10, 19); 20]), Some(90));
        assert_eq!(percent(&[(10, 19); 19]), None);
        assert_eq!(percent(&[(10, 10); 20]), None);
        assert_eq!(percent(&[(10, 5); 20]), None);
        assert_eq!(percent(&[(0, 5); 20]), None);
    }
}
