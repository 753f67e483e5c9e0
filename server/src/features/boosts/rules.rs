//! Decisions from facts: whether a payment matches its order, the state of a purchase, and what may be bought next to
//! another one (D47).

use chrono::{DateTime, Utc};
use chrono_tz::Tz;

use super::{
    entity::{
        payment::{self, VoidReason},
        purchase::{EndReason, LIVING, Plan, State},
    },
    reading::{PaidFor, ReadPayment, Reading},
    timeline::Span,
};
use crate::platform::error::Error;

/// Why nothing is sold beside a subscription that goes on at Stripe, but boosts nothing: one of its payments isn't ours.
pub(super) const REVIEWED: &str = "This coffee shop already has a monthly boost, and we're reviewing its payment. Nothing more can be bought until that's settled.";

/// How a payment differs from its order; `None` if it doesn't. Nobody agreed on the amount of an invoice of ours: credits, coupons
/// and tax change it (D110).
pub(super) fn mismatch(paid: &ReadPayment, agreed: &[i64]) -> Option<String> {
    if !paid.is_our_currency {
        return Some("another currency".to_owned());
    }
    match paid.paid_for {
        PaidFor::Month => return None,
        PaidFor::Other => return Some("for another product".to_owned()),
        PaidFor::Order => {}
    }
    (!agreed.contains(&paid.amount_cents)).then(|| {
        format!(
            "{} cents instead of {}",
            paid.amount_cents,
            agreed.first().copied().unwrap_or_default()
        )
    })
}

/// Since when a payment no longer counts, and why. The first reason stays, unless the money came back to us.
pub(super) fn void(
    paid: &ReadPayment,
    is_agreed: bool,
    before: Option<&payment::Model>,
    now: DateTime<Utc>,
) -> Option<(DateTime<Utc>, VoidReason)> {
    if !is_agreed {
        return Some((paid.paid_at, VoidReason::Mismatch));
    }
    let reason = match (paid.is_lost, paid.is_refunded) {
        (true, _) => VoidReason::Disputed,
        (false, true) => VoidReason::Refunded,
        (false, false) => return None,
    };
    // What was refused before it was refunded never counted.
    let known = before.and_then(|row| row.void_at);
    Some((known.unwrap_or(now), reason))
}

/// The state of a purchase, and why it ended.
pub(super) fn state_of(
    plan: Plan,
    reading: &Reading,
    payments: &[payment::Model],
    span: Option<Span>,
    now: DateTime<Utc>,
) -> (State, Option<EndReason>) {
    let newest = payments.iter().max_by_key(|payment| payment.paid_at);
    let Some(newest) = newest else {
        let is_over = match plan {
            Plan::OneTime => reading.status == "canceled",
            Plan::Subscription => {
                matches!(reading.status.as_str(), "canceled" | "incomplete_expired")
            }
        };
        let state = if is_over {
            State::Abandoned
        } else {
            State::Pending
        };
        return (state, None);
    };
    if newest.void_reason == Some(VoidReason::Mismatch) {
        // Once refunded, nobody needs to look at it. What cost nothing can't be refunded, but it can end.
        let is_free = newest.amount_cents == 0;
        return if !is_free && newest.refunded_cents >= newest.amount_cents {
            (State::Ended, Some(EndReason::Refunded))
        } else if is_free && !LIVING.contains(&reading.status.as_str()) {
            (State::Ended, Some(EndReason::Cancelled))
        } else {
            (State::Held, None)
        };
    }
    if plan == Plan::Subscription && reading.status == "past_due" {
        return (State::Grace, None);
    }
    if span.is_some_and(|span| span.ends_at > now) {
        return (State::Active, None);
    }
    let reason = match newest.void_reason {
        Some(VoidReason::Disputed) => EndReason::Disputed,
        Some(VoidReason::Refunded) => EndReason::Refunded,
        _ if plan == Plan::OneTime => EndReason::Expired,
        // A cancellation takes effect after a paid month; a decline in between doesn't change that.
        _ if reading.refused_last => EndReason::Unpaid,
        _ => EndReason::Cancelled,
    };
    // An active subscription will have another month, whatever happened to this one.
    if plan == Plan::Subscription && reading.renews {
        return (State::Active, None);
    }
    (State::Ended, Some(reason))
}

/// Why `plan` can't be bought for a shop with a running subscription: depends on whether it renews, and until when it
/// is paid.
pub(super) fn refuse_beside(plan: Plan, renews: bool, until: Option<&str>) -> Option<Error> {
    refusal_beside(plan, renews, until).map(|words| Error::Conflict(words.into()))
}

/// [`refuse_beside`], in words.
pub(super) fn refusal_beside(plan: Plan, renews: bool, until: Option<&str>) -> Option<String> {
    Some(match (plan, renews, until) {
        (Plan::OneTime, false, _) => return None,
        (_, true, _) => "This coffee shop already has a monthly boost. It renews automatically, so there's nothing more to buy.".to_owned(),
        (Plan::Subscription, false, Some(until)) => {
            format!("This coffee shop has a monthly boost until {until}. You can start another one after that, or buy a one-time boost now that starts when the monthly one ends.")
        }
        (Plan::Subscription, false, None) => "This coffee shop already has a monthly boost.".to_owned(),
    })
}

/// A date at the shop, in texts: `December 12, 2026`. In the evening, it's already the next day in UTC.
#[must_use]
pub fn day(at: DateTime<Utc>, zone: Tz) -> String {
    let there = at.with_timezone(&zone);
    there.format("%B %-d, %Y").to_string()
}

#[cfg(test)]
mod tests {
    use chrono::{TimeDelta, TimeZone};

    use super::*;

    fn noon() -> DateTime<Utc> {
        Utc.with_ymd_and_hms(2026, 3, 4, 12, 0, 0).unwrap()
    }

    fn paid(amount_cents: i64) -> ReadPayment {
        ReadPayment {
            key: "pi_1".into(),
            invoice: None,
            paid_for: PaidFor::Order,
            amount_cents,
            is_our_currency: true,
            refunded_cents: 0,
            is_refunded: false,
            is_lost: false,
            paid_at: noon(),
            period_end: None,
        }
    }

    #[test]
    fn a_date_is_the_shops() {
        let evening = Utc.with_ymd_and_hms(2026, 3, 5, 2, 0, 0).unwrap();
        assert_eq!(day(evening, Tz::America__Chicago), "March 4, 2026");
        assert_eq!(day(evening, Tz::America__New_York), "March 4, 2026");
        assert_eq!(day(noon(), Tz::Pacific__Honolulu), "March 4, 2026");
    }

    #[test]
    fn only_the_agreed_amount_in_dollars_is_taken() {
        assert_eq!(mismatch(&paid(800), &[800]), None);
        assert_eq!(mismatch(&paid(600), &[500, 600]), None);
        assert!(mismatch(&paid(799), &[800]).is_some());
        let euros = ReadPayment {
            is_our_currency: false,
            ..paid(800)
        };
        assert!(mismatch(&euros, &[800]).is_some());
    }

    #[test]
    fn an_invoice_of_ours_may_have_any_amount_in_dollars() {
        let month = |amount_cents| ReadPayment {
            paid_for: PaidFor::Month,
            ..paid(amount_cents)
        };
        for amount_cents in [0, 1, 500, 541] {
            assert_eq!(mismatch(&month(amount_cents), &[500]), None);
        }
        let euros = ReadPayment {
            is_our_currency: false,
            ..month(500)
        };
        assert!(mismatch(&euros, &[500]).is_some());
        let other = ReadPayment {
            paid_for: PaidFor::Other,
            ..paid(500)
        };
        assert!(mismatch(&other, &[500]).is_some(), "whatever it costs");
    }

    #[test]
    fn the_first_moment_of_a_refund_stays() {
        let refunded = ReadPayment {
            is_refunded: true,
            ..paid(800)
        };
        let first = void(&refunded, true, None, noon());
        assert_eq!(first, Some((noon(), VoidReason::Refunded)));
        let row = payment::Model {
            id: uuid::Uuid::nil(),
            purchase_id: uuid::Uuid::nil(),
            payment_intent: "pi_1".into(),
            invoice: None,
            amount_cents: 800,
            refunded_cents: 800,
            paid_at: noon(),
            period_end: None,
            void_at: Some(noon()),
            void_reason: Some(VoidReason::Refunded),
        };
        let later = void(&refunded, true, Some(&row), noon() + TimeDelta::hours(5));
        assert_eq!(later, Some((noon(), VoidReason::Refunded)));
        let refused = payment::Model {
            void_reason: Some(VoidReason::Mismatch),
            ..row.clone()
        };
        let later = void(
            &refunded,
            true,
            Some(&refused),
            noon() + TimeDelta::days(10),
        );
        assert_eq!(
            later,
            Some((noon(), VoidReason::Refunded)),
            "it never counted"
        );
        assert_eq!(void(&paid(800), true, Some(&row), noon()), None);
    }

    #[test]
    fn a_one_time_boost_may_wait_behind_a_cancelled_subscription_only() {
        assert!(refuse_beside(Plan::OneTime, false, Some("May 1, 2026")).is_none());
        assert!(refuse_beside(Plan::OneTime, true, None).is_some());
        assert!(refuse_beside(Plan::Subscription, false, Some("May 1, 2026")).is_some());
        assert!(refuse_beside(Plan::Subscription, true, None).is_some());
    }
}
