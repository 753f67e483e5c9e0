//! A sample of each email, which a test renders and people can look at.

use chrono::{DateTime, TimeDelta, Utc};
use chrono_tz::Tz;
use uuid::Uuid;

use super::{
    emails::{About, EmailKind, PAYER, text, words},
    entity::purchase::{self, EndReason, Plan, State},
    timeline::Span,
};
use crate::{
    features::Services,
    platform::{error::Result, mail::Sample},
};

/// A sample of each email.
pub(super) fn samples(services: &Services) -> Result<Vec<Sample>> {
    let brand = services.brand();
    let start = DateTime::from_timestamp(1_790_000_000, 0).unwrap_or_default();
    let span = Span {
        starts_at: start,
        ends_at: start + TimeDelta::days(30),
    };
    let row = sample_purchase(start, span);
    let monthly = purchase::Model {
        plan: Plan::Subscription,
        amount_cents: 500,
        renews: true,
        ..row.clone()
    };
    let refunded = purchase::Model {
        end_reason: Some(EndReason::Refunded),
        ..row.clone()
    };
    let shop = About {
        name: "Blue Door Coffee",
        slug: "blue-door-coffee-alexandria-la",
        time_zone: Tz::America__Chicago,
        has_owner: false,
    };
    let change = EmailKind::PriceChange {
        cents: 600,
        from: span.ends_at,
    };
    [
        ("boost-activated", EmailKind::Activated, &row),
        ("boost-activated-monthly", EmailKind::Activated, &monthly),
        ("boost-ending", EmailKind::EndingSoon, &row),
        ("boost-ended", EmailKind::Ended, &row),
        ("boost-refunded", EmailKind::Ended, &refunded),
        ("boost-payment-failed", EmailKind::PaymentFailed, &monthly),
        ("boost-given-back", EmailKind::GivenBack, &monthly),
        ("boost-resumed", EmailKind::Resumed, &monthly),
        ("boost-shop-gone", EmailKind::ShopGone, &monthly),
        (
            "boost-second-subscription",
            EmailKind::SecondSubscription,
            &monthly,
        ),
        ("boost-canceled", EmailKind::Canceled, &monthly),
        ("boost-price-change", change, &monthly),
        ("boost-address-changed", EmailKind::AddressChanged, &monthly),
        ("boost-address-moved", EmailKind::AddressMoved, &monthly),
        (
            "boost-price-stays",
            EmailKind::PriceStays { withdrawn: 600 },
            &monthly,
        ),
    ]
    .into_iter()
    .map(|(name, letter, row)| {
        let text = text(&brand, letter, row, shop, Some(span));
        Ok(Sample::new(name, words(&brand, &text, PAYER)?))
    })
    .collect()
}

fn sample_purchase(start: DateTime<Utc>, span: Span) -> purchase::Model {
    purchase::Model {
        id: Uuid::nil(),
        shop_id: Uuid::nil(),
        plan: Plan::OneTime,
        state: State::Active,
        end_reason: None,
        is_live: false,
        payer_email: "jo@bluedoor.example".to_owned(),
        payer_hash: String::new(),
        payer_name: "Jo".to_owned(),
        amount_cents: 800,
        next_amount_cents: None,
        next_amount_from: None,
        customer: None,
        provider_id: None,
        provider_status: None,
        renews: false,
        cancels_at: None,
        first_paid_at: Some(start),
        paid_until: Some(span.ends_at),
        store_url: Some("https://shop.bluedoor.example".to_owned()),
        store_name: None,
        store_waits: true,
        link_person_id: None,
        link_review_since: None,
        replaced_url: None,
        replaced_name: None,
        refund_since: None,
        refund_problem: None,
        checkout_hash: String::new(),
        request_hash: None,
        counted: None,
        mailed_failure: None,
        mailed_ending: None,
        created_at: start,
        updated_at: start,
        version: 1,
    }
}
