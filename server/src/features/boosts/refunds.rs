//! Refunds a purchase that came too late (D47: a second active subscription is refused). The row says that the payment has to be
//! refunded until Stripe has done it; the job, and once an hour the reconciliation, try until then.

use chrono::TimeDelta;
use stripe_client::NewRefund;
use uuid::Uuid;

use super::{
    entity::purchase::{self, Plan},
    store,
    sync::{self, Cause},
};
use crate::{
    features::Services,
    platform::{
        error::{Error, Result},
        jobs::{JobAttempt, JobOutcome},
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
pub(super) async fn attempt_all(services: &Services) -> Result<()> {
    for id in store::open_refunds(services.database.reads()).await? {
        attempt(services, id).await?;
    }
    show_open(services).await
}

/// Refunds a purchase, if that is still to be done; returns the row if Stripe refused.
async fn attempt(services: &Services, id: Uuid) -> Result<Option<purchase::Model>> {
    let provider = services.payments.provider()?;
    let row = store::find(services.database.reads(), id).await?;
    let Some(row) = row.filter(|row| row.refund_since.is_some()) else {
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
    show_open(services).await?;
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
        let canceled = provider
            .client
            .cancel_subscription(subscription, &key)
            .await;
        match canceled {
            // It is canceled already.
            Err(error) if error.refusal().is_none() => return Err(error.into()),
            _ => {}
        }
    }
    let payments = store::payments_of(services.database.reads(), &[row.id])
        .await
        .map_err(Failure::Ours)?;
    for paid in payments {
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

/// Writes what came of an attempt; returns the current row.
async fn note(
    services: &Services,
    id: Uuid,
    refused: Option<String>,
) -> Result<Option<purchase::Model>> {
    let now = services.clock.now();
    services
        .database
        .transaction(move |transaction| {
            let refused = refused.clone();
            Box::pin(async move {
                let Some(before) = store::find_locked(transaction, id).await? else {
                    return Ok(None);
                };
                let after = purchase::Model {
                    refund_since: before.refund_since.filter(|_| refused.is_some()),
                    refund_problem: refused,
                    ..before.clone()
                };
                store::save(transaction, &before, after, now)
                    .await
                    .map(Some)
            })
        })
        .await
}

async fn show_open(services: &Services) -> Result<()> {
    let open = store::open_refunds(services.database.reads()).await?;
    services.payments.notices().refunds_open(open.len());
    Ok(())
}
