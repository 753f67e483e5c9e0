//! Refunds a purchase that came too late (D47: a second active subscription is refused). The row says that the payment has to be
//! refunded until Stripe has done it; the job, and once an hour the reconciliation, try until then.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::ConnectionTrait;
use stripe_client::NewRefund;
use uuid::Uuid;

use super::{
    alarms,
    entity::purchase::{self, Plan},
    store,
    sync::{self, Cause},
};
use crate::{
    features::Services,
    platform::{
        error::{Error, Result},
        jobs::{JobAttempt, JobOutcome},
        money::price,
        payments::Provider,
    },
};

/// The pause between two attempts grows with the age of the refund, within these.
const SHORTEST_PAUSE: TimeDelta = TimeDelta::seconds(30);
const LONGEST_PAUSE: TimeDelta = TimeDelta::hours(1);

/// The job for one purchase.
pub(super) async fn run(services: Services, run: JobAttempt) -> Result<JobOutcome> {
    let id = run
        .payload
        .get("purchase")
        .and_then(serde_json::Value::as_str)
        .and_then(|text| Uuid::try_parse(text).ok())
        .ok_or_else(|| Error::Internal("a payment to refund has no purchase".to_owned()))?;
    let Some(row) = attempt(&services, id).await? else {
        return Ok(JobOutcome::Done);
    };
    let age = row
        .refund_since
        .map_or(SHORTEST_PAUSE, |since| services.clock.now() - since);
    Ok(JobOutcome::MoreAfter(
        age.clamp(SHORTEST_PAUSE, LONGEST_PAUSE),
    ))
}

/// Tries every refund that is still open, for jobs that were lost.
///
/// # Errors
///
/// The first error of ours, once all were tried. What Stripe refuses is none: it stands in the inbox.
pub(super) async fn attempt_all(services: &Services) -> Result<()> {
    let is_live = services.payments.provider()?.is_live;
    let mut first = None;
    for id in store::open_refunds(services.database.reads(), is_live).await? {
        if let Err(error) = attempt(services, id).await {
            tracing::warn!(purchase = %id, %error, "an open refund can't be tried now");
            first = first.or(Some(error));
        }
    }
    first.map_or(Ok(()), Err)
}

/// Refunds a purchase, if that is still to be done; returns the row if Stripe refused.
async fn attempt(services: &Services, id: Uuid) -> Result<Option<purchase::Model>> {
    let provider = services.payments.provider()?;
    let row = store::find(services.database.reads(), id).await?;
    // After a change of keys, refunds of the other mode wait until their keys are back.
    let is_due =
        |row: &purchase::Model| row.refund_since.is_some() && row.is_live == provider.is_live;
    let Some(row) = row.filter(is_due) else {
        return Ok(None);
    };
    let refused = match refund(services, provider, &row).await {
        Ok(()) => None,
        Err(Failure::Ours(error)) => return Err(error),
        Err(Failure::Stripe(error)) => Some(error.to_string()),
    };
    if let Some(reason) = &refused {
        tracing::warn!(purchase = %id, reason, "Stripe refused a refund; it will be tried again");
    }
    let row = note(services, id, refused).await?;
    sync::sync(services, id, Cause::default()).await?;
    Ok(row.filter(|row| row.refund_since.is_some()))
}

enum Failure {
    Stripe(stripe_client::Error),
    Ours(Error),
}

impl From<stripe_client::Error> for Failure {
    fn from(error: stripe_client::Error) -> Self {
        Self::Stripe(error)
    }
}

async fn refund(
    services: &Services,
    provider: &Provider,
    row: &purchase::Model,
) -> std::result::Result<(), Failure> {
    // Stripe repeats its answer to a key for a day, a refusal too, so each attempt has a key of its own. What was
    // refunded before can't be refunded twice.
    let attempt = services.clock.now().timestamp();
    if let (Plan::Subscription, Some(subscription)) = (row.plan, row.provider_id.as_deref()) {
        let key = format!("boost-refund-{}-{attempt}", row.id);
        cancel(provider, subscription, &key).await?;
    }
    let payments = store::payments_of(services.database.reads(), &[row.id])
        .await
        .map_err(Failure::Ours)?;
    // What came outside of Stripe is returned there, and a credit is Stripe's to keep.
    for paid in payments.iter().filter(|paid| paid.is_at_stripe()) {
        let purchase = row.id.to_string();
        let refund = NewRefund {
            payment_intent: &paid.payment_intent,
            reason: "duplicate",
            metadata: &[("purchase", &purchase)],
        };
        let key = format!("boost-refund-{}-{attempt}", paid.payment_intent);
        match provider.client.create_refund(&refund, &key).await {
            Ok(_) => {}
            Err(error)
                if error
                    .refusal()
                    .is_some_and(|refusal| refusal.code == "charge_already_refunded") => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Ends a subscription at once. Stripe refuses that for one that has ended already; any other refusal stands, because the card
/// would be charged on.
async fn cancel(provider: &Provider, id: &str, key: &str) -> stripe_client::Result<()> {
    let Err(refused) = provider.client.cancel_subscription(id, key).await else {
        return Ok(());
    };
    if refused.refusal().is_none() {
        return Err(refused);
    }
    match provider.client.subscription(id).await {
        Ok(subscription) if subscription.ended_at.is_none() => Err(refused),
        Err(error) if !error.is_missing() => Err(error),
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Writes what came of an attempt; returns the current row.
async fn note(
    services: &Services,
    id: Uuid,
    refused: Option<String>,
) -> Result<Option<purchase::Model>> {
    let (now, held) = (services.clock.now(), services.clone());
    services
        .database
        .transaction(move |transaction| {
            let (refused, services) = (refused.clone(), held.clone());
            Box::pin(async move {
                let Some(before) = store::find_locked(transaction, id).await? else {
                    return Ok(None);
                };
                let after = purchase::Model {
                    refund_since: before.refund_since.filter(|_| refused.is_some()),
                    refund_problem: refused,
                    ..before.clone()
                };
                if let (None, Some(reason)) = (&before.refund_problem, &after.refund_problem) {
                    let key = format!("refund-{id}");
                    let text = format!("Stripe refuses to refund {} ({}): {reason} We keep trying, at least once an hour. The inbox shows the purchase.", price(before.amount_cents), before.provider_id.as_deref().unwrap_or_default());
                    let alarm = (key.as_str(), "A refund is refused", text.as_str());
                    alarms::raise(transaction, &services, alarm, now).await?;
                }
                if before.refund_since.is_some() && after.refund_since.is_none() {
                    tell_of_credit(transaction, &services, &before, now).await?;
                }
                store::save(transaction, &before, after, now)
                    .await
                    .map(Some)
            })
        })
        .await
}

/// Stripe keeps the credit that an invoice has used up when its payment is refunded, so the operator gives it back.
async fn tell_of_credit(
    connection: &impl ConnectionTrait,
    services: &Services,
    row: &purchase::Model,
    now: DateTime<Utc>,
) -> Result<()> {
    let payments = store::payments_of(connection, &[row.id]).await?;
    // What has no payment at Stripe yet may be listed later, and is refunded then.
    let came: i64 = payments.iter().map(|paid| paid.amount_cents).sum();
    let rest = row.amount_cents - came;
    if row.plan != Plan::Subscription || rest <= 0 {
        return Ok(());
    }
    let text = format!(
        "Two people paid for the same shop at once, and the second payment was refunded, but {} of it came as a credit or a discount ({}). Please give a credit back to the customer in Stripe's dashboard, unless you have already.",
        price(rest),
        row.provider_id.as_deref().unwrap_or_default()
    );
    let key = format!("credit-{}", row.id);
    let alarm = (key.as_str(), "A refund left out a credit", text.as_str());
    alarms::raise(connection, services, alarm, now).await
}
