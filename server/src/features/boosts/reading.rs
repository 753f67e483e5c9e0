//! The current state of a purchase at Stripe. Events only say that something happened; the state is always read from
//! the API, so the order, age and number of events don't matter.

use chrono::{DateTime, TimeDelta, Utc};
use stripe_client::{Charge, Invoice, PaymentIntent, Ref, Subscription};

use super::{
    entity::purchase::{self, Plan},
    our_prices::{CURRENCY, OurPrices},
};
use crate::platform::payments::Provider;

/// A paid month older than this can't change the end of a boost, so it isn't read again.
const OLD: TimeDelta = TimeDelta::days(40);

/// The current state of a subscription or a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reading {
    pub provider_id: String,
    pub status: String,
    pub is_live: bool,
    /// Whether another month follows.
    pub renews: bool,
    pub cancels_at: Option<DateTime<Utc>>,
    /// The declined invoice, while it is being retried.
    pub refused_invoice: Option<String>,
    /// Whether the newest month was billed but isn't paid, and nobody canceled it.
    pub refused_last: bool,
    pub payments: Vec<ReadPayment>,
}

/// Money received, which may be nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ReadPayment {
    /// The payment intent, or the invoice for what came without one: outside of Stripe, or nothing because of a credit.
    pub key: String,
    pub invoice: Option<String>,
    pub paid_for: PaidFor,
    pub amount_cents: i64,
    pub is_our_currency: bool,
    pub refunded_cents: i64,
    pub is_refunded: bool,
    pub is_lost: bool,
    pub paid_at: DateTime<Utc>,
    pub period_end: Option<DateTime<Utc>>,
}

/// What a payment was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PaidFor {
    /// A one-time boost, which is paid as ordered.
    Order,
    /// An invoice of our monthly price: it covers its period, whatever came in (D110).
    Month,
    /// An invoice of something else.
    Other,
}

/// Reads a purchase. `named` is the payment intent that an event was about, which is read however old it is.
pub(super) async fn read(
    provider: &Provider,
    row: &purchase::Model,
    provider_id: &str,
    named: Option<&str>,
    now: DateTime<Utc>,
) -> stripe_client::Result<Reading> {
    match row.plan {
        Plan::OneTime => one_time(provider, provider_id).await,
        Plan::Subscription => subscription(provider, provider_id, named, now - OLD).await,
    }
}

async fn one_time(provider: &Provider, id: &str) -> stripe_client::Result<Reading> {
    let intent = provider.client.payment_intent(id).await?;
    let mut payments = Vec::new();
    if intent.status == "succeeded" {
        payments.push(payment(provider, &intent, None, (PaidFor::Order, None)).await?);
    }
    Ok(Reading {
        provider_id: intent.id,
        status: intent.status,
        is_live: intent.livemode,
        renews: false,
        cancels_at: None,
        refused_invoice: None,
        refused_last: false,
        payments,
    })
}

/// Reads a subscription with the months that ended after `since`.
async fn subscription(
    provider: &Provider,
    id: &str,
    named: Option<&str>,
    since: DateTime<Utc>,
) -> stripe_client::Result<Reading> {
    let subscription = provider.client.subscription(id).await?;
    let invoices = provider.client.invoices(id).await?.data;
    let mut ours = OurPrices::of(&subscription);
    let mut payments = Vec::new();
    for invoice in &invoices {
        let is_recent = last_end(invoice).is_some_and(|end| end > since);
        if is_recent && is_paid(invoice) {
            payments.extend(payments_of(provider, &mut ours, invoice).await?);
        }
    }
    if let Some(named) = named
        && payments.iter().all(|payment| payment.key != named)
        && let Some(invoice) = provider.client.invoice_of_payment(named).await?
        && invoice.subscription() == Some(id)
        // A part of what is owed covers nothing until the rest has come in.
        && is_paid(&invoice)
        // It may have been tried with a payment that came to nothing.
        && payments.iter().all(|payment| payment.invoice.as_ref() != Some(&invoice.id))
    {
        payments.extend(payments_of(provider, &mut ours, &invoice).await?);
    }
    Ok(Reading {
        refused_invoice: refused_invoice(&subscription, &invoices),
        refused_last: !was_asked_to_end(&subscription)
            && invoices
                .first()
                .is_some_and(|newest| !is_paid(newest) && newest.attempt_count > 0),
        renews: renews(&subscription),
        cancels_at: cancels_at(&subscription),
        provider_id: subscription.id,
        status: subscription.status,
        is_live: subscription.livemode,
        payments,
    })
}

/// All payments of an invoice that is paid.
async fn payments_of(
    provider: &Provider,
    ours: &mut OurPrices,
    invoice: &Invoice,
) -> stripe_client::Result<Vec<ReadPayment>> {
    let (paid_for, end) = match ours.period_end(provider, invoice).await? {
        Some(end) => (PaidFor::Month, moment(end)),
        None => (PaidFor::Other, last_end(invoice)),
    };
    let (mut payments, mut received) = (Vec::new(), 0);
    for paid in provider.client.payments_of_invoice(&invoice.id).await?.data {
        let intent = match &paid.payment.payment_intent {
            Some(Ref::Object(intent)) => PaymentIntent::clone(intent),
            Some(Ref::Id(id)) => provider.client.payment_intent(id).await?,
            // Paid outside of Stripe.
            None => continue,
        };
        if intent.status != "succeeded" {
            continue;
        }
        received += intent.amount_received;
        payments.push(payment(provider, &intent, Some(invoice), (paid_for, end)).await?);
    }
    // An invoice that a credit or a coupon has paid has no payment at all, but it is paid.
    let rest = invoice.amount_paid - received;
    if rest > 0 || payments.is_empty() {
        let transitions = invoice.status_transitions.as_ref();
        let paid_at = transitions.and_then(|transitions| transitions.paid_at);
        payments.push(ReadPayment {
            key: invoice.id.clone(),
            invoice: Some(invoice.id.clone()),
            paid_for,
            amount_cents: rest.max(0),
            is_our_currency: invoice.currency == CURRENCY,
            refunded_cents: 0,
            is_refunded: false,
            is_lost: false,
            paid_at: moment(paid_at.unwrap_or(invoice.created)).unwrap_or_default(),
            period_end: end,
        });
    }
    Ok(payments)
}

async fn payment(
    provider: &Provider,
    intent: &PaymentIntent,
    invoice: Option<&Invoice>,
    (paid_for, period_end): (PaidFor, Option<DateTime<Utc>>),
) -> stripe_client::Result<ReadPayment> {
    let charge: Option<Charge> = match &intent.latest_charge {
        Some(Ref::Object(charge)) => Some(Charge::clone(charge)),
        Some(Ref::Id(id)) => Some(provider.client.charge(id).await?),
        None => None,
    };
    let is_lost = match &charge {
        Some(charge) if charge.disputed => provider
            .client
            .disputes(&intent.id)
            .await?
            .data
            .iter()
            .any(|dispute| dispute.status == "lost"),
        _ => false,
    };
    let paid_at = charge
        .as_ref()
        .map_or(intent.created, |charge| charge.created);
    Ok(ReadPayment {
        key: intent.id.clone(),
        invoice: invoice.map(|invoice| invoice.id.clone()),
        paid_for,
        amount_cents: intent.amount_received,
        is_our_currency: intent.currency == CURRENCY,
        refunded_cents: charge.as_ref().map_or(0, |charge| charge.amount_refunded),
        is_refunded: charge.as_ref().is_some_and(|charge| charge.refunded),
        is_lost,
        paid_at: moment(paid_at).unwrap_or_default(),
        period_end,
    })
}

fn is_paid(invoice: &Invoice) -> bool {
    invoice.status.as_deref() == Some("paid")
}

/// The end of what an invoice is for. The subscription's own period moves on before the payment.
fn last_end(invoice: &Invoice) -> Option<DateTime<Utc>> {
    let ends = invoice.lines.data.iter().map(|line| line.period.end);
    ends.max().and_then(moment)
}

fn period_runs_until(subscription: &Subscription) -> Option<i64> {
    let items = subscription.items.data.iter();
    items.map(|item| item.current_period_end).max()
}

fn is_alive(subscription: &Subscription) -> bool {
    subscription.ended_at.is_none()
        && matches!(
            subscription.status.as_str(),
            "active" | "past_due" | "trialing"
        )
}

fn renews(subscription: &Subscription) -> bool {
    let ends_first = subscription.cancel_at.is_some_and(|at| {
        period_runs_until(subscription).is_none_or(|period_end| at <= period_end)
    });
    is_alive(subscription) && !subscription.cancel_at_period_end && !ends_first
}

/// Whether someone ended it; otherwise Stripe gave up on the card.
fn was_asked_to_end(subscription: &Subscription) -> bool {
    let details = subscription.cancellation_details.as_ref();
    details.is_some_and(|details| details.reason.as_deref() == Some("cancellation_requested"))
}

fn cancels_at(subscription: &Subscription) -> Option<DateTime<Utc>> {
    let at_period_end = subscription
        .cancel_at_period_end
        .then(|| period_runs_until(subscription))
        .flatten();
    subscription
        .ended_at
        .or(subscription.cancel_at)
        .or(at_period_end)
        .and_then(moment)
}

fn refused_invoice(subscription: &Subscription, invoices: &[Invoice]) -> Option<String> {
    (subscription.status == "past_due")
        .then(|| {
            invoices.iter().find(|invoice| {
                invoice.status.as_deref() == Some("open") && invoice.attempt_count > 0
            })
        })
        .flatten()
        .map(|invoice| invoice.id.clone())
}

fn moment(seconds: i64) -> Option<DateTime<Utc>> {
    DateTime::from_timestamp(seconds, 0)
}
