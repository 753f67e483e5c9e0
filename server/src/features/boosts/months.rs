//! Boosts and revenue by month, for the administrator's statistics.

use axum::extract::State;
use chrono::{DateTime, Datelike, Months, NaiveDate, NaiveTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::{entity::payment::VoidReason, store};
use crate::{
    catalog::entities::boost::Source,
    features::Services,
    platform::{
        error::{ErrorBody, Result},
        money::amount,
        web::Fresh,
    },
};

/// How many months are shown, including the current one.
const MONTHS: u32 = 12;

/// Boosts and revenue by month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoostMonths {
    /// Oldest first; the last one isn't over yet.
    pub months: Vec<BoostMonth>,
    /// Whether real cards were charged; `false` if all payments used test cards.
    pub is_live: bool,
}

/// One month, in UTC.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BoostMonth {
    /// Its first day.
    pub start: NaiveDate,
    /// Such as `Nov 2026`.
    pub label: String,
    /// Boosts started in it.
    pub subscriptions: usize,
    pub one_time: usize,
    pub complimentary: usize,
    /// Payments received, including renewals.
    pub payments: usize,
    pub taken_cents: i64,
    /// How much of these payments has been refunded since, in cents.
    pub returned_cents: i64,
    /// In dollars, such as `13.00`.
    pub taken: String,
    pub returned: String,
    /// Revenue minus refunds, in dollars, before Stripe's fees.
    pub kept: String,
}

/// Show boosts and revenue for each of the last twelve months.
#[utoipa::path(get, path = "/api/admin/boosts/months", tag = "administration",
    responses((status = 200, body = BoostMonths), (status = 401, body = ErrorBody)))]
pub async fn show_boost_months(State(services): State<Services>) -> Result<Fresh<BoostMonths>> {
    let starts = starts(services.clock.now().date_naive());
    let first = starts.first().copied().unwrap_or_default();
    let first = first.and_time(NaiveTime::MIN).and_utc();
    let is_live = (services.payments.configured()).is_none_or(|provider| provider.is_live);
    let reads = services.database.reads();
    let boosts = store::boosts_since(reads, first).await?;
    let payments = store::payments_since(reads, is_live, first).await?;
    let months = starts.into_iter().map(|start| {
        let is_in = |moment: DateTime<Utc>| {
            let day = moment.date_naive();
            (day.year(), day.month()) == (start.year(), start.month())
        };
        let begun = |source: Source| {
            let boosts = boosts.iter().filter(|(of, at)| *of == source && is_in(*at));
            boosts.count()
        };
        let paid: Vec<_> = payments.iter().filter(|row| is_in(row.paid_at)).collect();
        let taken: i64 = paid.iter().map(|row| row.amount_cents).sum();
        let returned = paid.iter().map(|row| match row.void_reason {
            Some(VoidReason::Disputed) => row.amount_cents,
            // What was refused was returned as far as it was refunded.
            Some(VoidReason::Refunded | VoidReason::Mismatch) | None => row.refunded_cents,
        });
        let returned: i64 = returned.sum();
        BoostMonth {
            start,
            label: start.format("%b %Y").to_string(),
            subscriptions: begun(Source::Subscription),
            one_time: begun(Source::OneTime),
            complimentary: begun(Source::Complimentary),
            payments: paid.iter().filter(|row| row.amount_cents > 0).count(),
            taken_cents: taken,
            returned_cents: returned,
            taken: amount(taken),
            returned: amount(returned),
            kept: amount(taken - returned),
        }
    });
    Ok(Fresh(BoostMonths {
        months: months.collect(),
        is_live,
    }))
}

/// The first days of the months, oldest first.
fn starts(today: NaiveDate) -> Vec<NaiveDate> {
    let back = (0..MONTHS).rev();
    back.filter_map(|back| today.with_day(1)?.checked_sub_months(Months::new(back)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_of_months_ends_with_the_present_one() {
        let starts = starts("2026-03-31".parse().expect("a day"));
        assert_eq!(starts.len(), 12);
        let ends = [starts.first(), starts.last()].map(|day| day.expect("a month").to_string());
        assert_eq!(ends, ["2025-04-01", "2026-03-01"]);
    }
}
