//! What an address pays for, as specified.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    entity::purchase::{self, EndReason, Plan, State as Progress},
    our_prices::CURRENCY,
    rules::day,
    store,
};
use crate::{
    catalog::entities::{self, boost},
    features::Services,
    platform::{
        error::{Error, Result},
        mail::EmailAddress,
        money::{amount, price},
    },
};

/// The subscriptions and one-time boosts of an address.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionInfo {
    pub status: SubscriptionStatus,
    pub message: String,
    #[schema(required)]
    pub customer: Option<CustomerAnswer>,
    pub subscriptions: Vec<SubscriptionAnswer>,
    pub one_time_boosts: Vec<OneTimeAnswer>,
}

/// `verification_required` is for callers who haven't confirmed the address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SubscriptionStatus {
    NoCustomer,
    HasActiveSubscriptions,
    NoActiveSubscriptions,
    VerificationRequired,
}

/// The customer.
#[derive(Debug, Serialize, ToSchema)]
pub struct CustomerAnswer {
    pub email: String,
    pub name: String,
}

/// The boosted shop.
#[derive(Debug, Serialize, ToSchema)]
pub struct BoostedShop {
    pub name: String,
    pub address: String,
    pub city: String,
    pub slug: String,
}

/// A monthly boost.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionAnswer {
    pub id: Uuid,
    pub product_name: String,
    pub coffee_shop: BoostedShop,
    /// Stripe's status: `active`, `past_due`, `canceled`, …
    pub status: String,
    /// Cents per month.
    pub amount: i64,
    pub currency: String,
    /// The end of the paid period.
    #[schema(required)]
    pub current_period_end: Option<DateTime<Utc>>,
    /// The same as text: "December 12, 2026".
    #[schema(required)]
    pub current_period_end_label: Option<String>,
    /// Whether it ends then instead of renewing.
    pub cancel_at_period_end: bool,
    /// The state as a sentence: "Renews December 12, 2026 for $5.00".
    pub state_label: String,
    /// What canceling means: "Boost stays until December 12, 2026. Nothing more is charged."
    #[schema(required)]
    pub cancel_label: Option<String>,
    /// Whether a cancellation could be taken back until the period ends (D106).
    pub is_undoable: bool,
    /// What "Don't cancel" means, once it is canceled: "Renews December 12, 2026 for $5.00"; `null` unless it can be resumed.
    #[schema(required)]
    pub resume_label: Option<String>,
    /// The address that the payer has at Stripe, if it is another one: it takes over once it is confirmed. Only for whoever has looked
    /// up the address.
    #[schema(required)]
    pub new_address: Option<String>,
}

/// A one-time boost.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneTimeAnswer {
    pub id: Uuid,
    pub product_name: String,
    pub coffee_shop: BoostedShop,
    /// In cents.
    pub amount: i64,
    pub currency: String,
    #[schema(required)]
    pub starts_at: Option<DateTime<Utc>>,
    #[schema(required)]
    pub ends_at: Option<DateTime<Utc>>,
    /// The state as a sentence.
    pub state_label: String,
}

/// Everything known about an address's purchases.
pub(super) async fn info_of(
    services: &Services,
    address: &EmailAddress,
    rows: &[purchase::Model],
) -> Result<SubscriptionInfo> {
    let Some(newest) = rows.first() else {
        return Ok(SubscriptionInfo {
            status: SubscriptionStatus::NoCustomer,
            message: "No subscriptions found for this email address.".to_owned(),
            customer: None,
            subscriptions: Vec::new(),
            one_time_boosts: Vec::new(),
        });
    };
    let mut info = SubscriptionInfo {
        status: SubscriptionStatus::NoActiveSubscriptions,
        message: "No active subscriptions found.".to_owned(),
        customer: Some(CustomerAnswer {
            email: address.as_text(),
            name: newest.payer_name.clone(),
        }),
        subscriptions: Vec::new(),
        one_time_boosts: Vec::new(),
    };
    let now = services.clock.now();
    for row in rows {
        let boosts = store::boosts_of(services.database.reads(), row.shop_id).await?;
        let boost = boosts.into_iter().find(|boost| boost.id == row.id);
        let (coffee_shop, zone) = shop_of(services, row.shop_id).await?;
        let at = (now, zone);
        match row.plan {
            Plan::Subscription => info.subscriptions.push(monthly(row, coffee_shop, at)),
            Plan::OneTime => {
                info.one_time_boosts
                    .push(one_time(row, coffee_shop, boost.as_ref(), at))
            }
        }
    }
    let running = rows.iter().filter(|row| is_running(row)).count();
    if running > 0 {
        info.status = SubscriptionStatus::HasActiveSubscriptions;
        info.message = if running == 1 {
            "You have 1 active subscription.".to_owned()
        } else {
            format!("You have {running} active subscriptions.")
        };
    }
    Ok(info)
}

/// Whether it is a subscription that boosts, or that Stripe may still charge, also if its payment is being reviewed.
pub(super) fn is_running(row: &purchase::Model) -> bool {
    let boosts = matches!(row.state, Progress::Active | Progress::Grace);
    row.lives() || (row.plan == Plan::Subscription && boosts)
}

/// The shop, and its time zone.
async fn shop_of(services: &Services, id: Uuid) -> Result<(BoostedShop, Tz)> {
    let reads = services.database.reads();
    let row = entities::shop_row(reads, id)
        .await?
        .ok_or_else(|| Error::Internal(format!("there is no shop {id}")))?;
    let zone = services.catalog.view().clocks(&row);
    let town = entities::city_row(reads, row.city_id).await?;
    let (town, state) = town.map(|town| (town.name, town.state)).unwrap_or_default();
    let place = format!("{town}, {state} {}", row.zip_code.unwrap_or_default());
    let shop = BoostedShop {
        name: row.name,
        address: [row.street.unwrap_or_default(), place.trim().to_owned()]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(", "),
        city: town,
        slug: row.slug,
    };
    Ok((shop, zone))
}

fn monthly(
    row: &purchase::Model,
    coffee_shop: BoostedShop,
    (now, zone): (DateTime<Utc>, Tz),
) -> SubscriptionAnswer {
    let label = row.paid_until.map(|until| day(until, zone));
    let state_label = monthly_state(row, zone);
    // One whose card is still being retried can be ended, even if it was canceled in Stripe's own pages.
    let can_cancel = is_running(row) && (row.cancels_at.is_none() || row.state == Progress::Grace);
    SubscriptionAnswer {
        id: row.id,
        product_name: "Monthly Boost".to_owned(),
        coffee_shop,
        status: row.provider_status.clone().unwrap_or_default(),
        amount: row.amount_cents,
        currency: CURRENCY.to_owned(),
        current_period_end: row.paid_until,
        current_period_end_label: label,
        cancel_at_period_end: is_running(row) && !row.renews && row.cancels_at.is_some(),
        state_label,
        cancel_label: can_cancel.then(|| kept_until(row, (now, zone))),
        is_undoable: row.state == Progress::Active && row.paid_until.is_some_and(|end| end > now),
        resume_label: can_resume(row, now).then(|| renewal(row, zone)),
        new_address: None,
    }
}

/// The state of a subscription as a sentence.
pub(super) fn monthly_state(row: &purchase::Model, zone: Tz) -> String {
    let until = row.paid_until.map(|until| day(until, zone));
    let until = until.unwrap_or_default();
    match (row.state, row.end_reason) {
        (Progress::Grace, _) => "The last payment failed. We'll try the card again.".to_owned(),
        (Progress::Active, _) if row.renews => renewal(row, zone),
        (Progress::Active, _) => format!("Ends {until}"),
        (Progress::Held, _) => "We're reviewing the payment.".to_owned(),
        (_, Some(EndReason::Refunded | EndReason::Conflict)) => "Refunded".to_owned(),
        (_, Some(EndReason::Disputed)) => "Ended: the bank reversed the payment".to_owned(),
        (_, Some(EndReason::Unpaid)) => "Ended: the card was declined".to_owned(),
        _ => format!("Ended {until}"),
    }
}

fn renewal(row: &purchase::Model, zone: Tz) -> String {
    let until = row.paid_until.map(|until| day(until, zone));
    let cost = row.next_amount_cents.unwrap_or(row.amount_cents);
    format!("Renews {} for ${}", until.unwrap_or_default(), amount(cost))
}

/// Whether it was canceled and its paid period still runs, so that "Don't cancel" is possible (D106).
pub(super) fn can_resume(row: &purchase::Model, now: DateTime<Utc>) -> bool {
    row.plan == Plan::Subscription
        && row.state == Progress::Active
        && !row.renews
        && row.provider_status.as_deref() == Some("active")
        && row.paid_until.is_some_and(|end| end > now)
}

fn one_time(
    row: &purchase::Model,
    coffee_shop: BoostedShop,
    boost: Option<&boost::Model>,
    (now, zone): (DateTime<Utc>, Tz),
) -> OneTimeAnswer {
    let day = |at| day(at, zone);
    let state_label = match (boost, row.end_reason) {
        (_, Some(EndReason::Refunded | EndReason::Conflict)) => "Refunded".to_owned(),
        (_, Some(EndReason::Disputed)) => "Ended: the bank reversed the payment".to_owned(),
        (Some(boost), _) if boost.starts_at > now => {
            format!(
                "{}, begins {}",
                price(row.amount_cents),
                day(boost.starts_at)
            )
        }
        (Some(boost), _) if boost.ends_at > now => {
            format!(
                "{}, active until {}",
                price(row.amount_cents),
                day(boost.ends_at)
            )
        }
        (Some(boost), _) => format!("{}, ended {}", price(row.amount_cents), day(boost.ends_at)),
        (None, _) => "We're reviewing the payment.".to_owned(),
    };
    OneTimeAnswer {
        id: row.id,
        product_name: "One-Time Boost".to_owned(),
        coffee_shop,
        amount: row.amount_cents,
        currency: CURRENCY.to_owned(),
        starts_at: boost.map(|boost| boost.starts_at),
        ends_at: boost.map(|boost| boost.ends_at),
        state_label,
    }
}

/// What remains after a cancellation.
pub(super) fn kept_until(row: &purchase::Model, (now, zone): (DateTime<Utc>, Tz)) -> String {
    match row.paid_until {
        Some(until) if until > now => {
            let until = day(until, zone);
            format!("Boost stays until {until}. Nothing more is charged.")
        }
        // No boost ends with a subscription whose payment was refused.
        _ if row.state == Progress::Held || (row.state == Progress::Ended && row.lives()) => {
            "Nothing more is charged.".to_owned()
        }
        _ => "The boost ends now. Nothing more is charged.".to_owned(),
    }
}
