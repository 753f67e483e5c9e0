//! What follows for invoice and subscription when a payment arrives or is declined, and how both end.

use crate::{
    error::{ApiError, Result},
    state::{
        State,
        objects::{Invoice, PaymentIntent, Subscription},
    },
};

/// Days between attempts at a renewal. After the last one, the subscription is canceled.
pub const RETRY_DAYS: &[i64] = &[3, 5, 7];

/// Handles an invoice's payment, by a card or by none.
pub(super) fn invoice_paid(state: &mut State, invoice: &str, method: Option<&str>) -> Result<()> {
    let now = state.now;
    if let Some(invoice) = state.invoices.get_mut(invoice) {
        invoice.status = "paid".to_owned();
        invoice.paid_at = Some(now);
        invoice.attempts += i64::from(method.is_some());
        invoice.next_attempt = None;
    }
    let paid = invoice_of(state, invoice)?;
    for event in ["invoice.paid", "invoice.payment_succeeded"] {
        let shown = state.shown(invoice)?;
        state.emit(event, shown, None);
    }
    let mut payments = crate::wire::invoice_payments(&paid, state);
    payments.retain(|payment| payment.get("status").is_some_and(|status| status == "paid"));
    for payment in payments {
        state.emit("invoice_payment.paid", payment, None);
    }
    state.change_subscription(&paid.subscription, |subscription| {
        if matches!(subscription.status.as_str(), "incomplete" | "past_due") {
            subscription.status = "active".to_owned();
        }
        if let Some(method) = method
            && subscription.saves_payment_method
        {
            subscription.default_payment_method = Some(method.to_owned());
        }
    })
}

/// Handles an invoice's declined payment: it is retried, or the subscription ends.
pub(super) fn invoice_refused(state: &mut State, invoice: &str) -> Result<()> {
    let refused = invoice_of(state, invoice)?;
    let subscribed = subscription_of(state, &refused.subscription)?;
    let is_first = refused.billing_reason == "subscription_create";
    let tried = usize::try_from(refused.attempts).unwrap_or_default();
    let pause = RETRY_DAYS.get(tried).filter(|_| !is_first);
    let next = pause.map(|days| state.now + days * 24 * 3600);
    if let Some(invoice) = state.invoices.get_mut(invoice) {
        invoice.attempts += 1;
        invoice.next_attempt = next;
    }
    let shown = state.shown(invoice)?;
    state.emit("invoice.payment_failed", shown, None);
    if is_first || subscribed.ended_at.is_some() {
        return Ok(());
    }
    if next.is_some() {
        return state.change_subscription(&subscribed.id, |subscription| {
            subscription.status = "past_due".to_owned();
        });
    }
    end(state, &subscribed.id, "payment_failed")
}

/// Ends a subscription now. Outstanding amounts are no longer collected.
///
/// # Errors
///
/// When there is no such subscription.
pub fn end(state: &mut State, subscription: &str, reason: &str) -> Result<()> {
    let now = state.now;
    let ended = subscription_of(state, subscription)?;
    let was_paid = ended.status != "incomplete";
    let open: Vec<String> = state
        .invoices
        .iter()
        .filter(|invoice| invoice.subscription == subscription)
        .filter(|invoice| matches!(invoice.status.as_str(), "draft" | "open"))
        .map(|invoice| invoice.id.clone())
        .collect();
    for invoice in open {
        if was_paid {
            if let Some(invoice) = state.invoices.get_mut(&invoice) {
                invoice.finalizes_at = None;
                invoice.next_attempt = None;
            }
        } else {
            void(state, &invoice)?;
        }
    }
    let change = |subscription: &mut Subscription| {
        subscription.status = if was_paid {
            "canceled"
        } else {
            "incomplete_expired"
        }
        .to_owned();
        subscription.ended_at = Some(now);
        subscription.canceled_at = subscription.canceled_at.or(Some(now));
        subscription.cancellation_reason = Some(reason.to_owned());
    };
    if was_paid {
        state.change_as("customer.subscription.deleted", subscription, change)
    } else {
        state.change_subscription(subscription, change)
    }
}

/// Voids an open invoice, so its payment intent can't be paid any more. A credit that was used for it is the customer's again.
///
/// # Errors
///
/// When there is no such invoice.
pub fn void(state: &mut State, invoice: &str) -> Result<()> {
    let now = state.now;
    if let Some(invoice) = state.invoices.get_mut(invoice) {
        invoice.status = "void".to_owned();
        invoice.voided_at = Some(now);
        invoice.finalizes_at = None;
        invoice.next_attempt = None;
    }
    let voided = invoice_of(state, invoice)?;
    if let Some(customer) = state.customers.get_mut(&voided.customer) {
        customer.balance -= voided.credit;
    }
    let shown = state.shown(invoice)?;
    state.emit("invoice.voided", shown, None);
    match voided.payment_intent {
        Some(intent) => cancel_intent(state, &intent, Some("void_invoice".to_owned())),
        None => Ok(()),
    }
}

/// Cancels a payment intent.
///
/// # Errors
///
/// When there is no such intent.
pub fn cancel_intent(state: &mut State, intent: &str, reason: Option<String>) -> Result<()> {
    let now = state.now;
    if let Some(intent) = state.payment_intents.get_mut(intent) {
        intent.status = "canceled".to_owned();
        intent.canceled_at = Some(now);
        intent.cancellation_reason = reason;
    }
    let shown = state.shown(intent)?;
    state.emit("payment_intent.canceled", shown, None);
    Ok(())
}

/// Whether the card that pays this is saved for renewals.
pub(super) fn saves_card(state: &State, intent: &PaymentIntent) -> bool {
    intent
        .invoice
        .as_ref()
        .and_then(|invoice| state.invoices.get(invoice))
        .and_then(|invoice| state.subscriptions.get(&invoice.subscription))
        .is_some_and(|subscription| subscription.saves_payment_method)
}

pub(super) fn subscription_of(state: &State, id: &str) -> Result<Subscription> {
    state
        .subscriptions
        .get(id)
        .cloned()
        .ok_or_else(|| ApiError::no_such("subscription", id, "id"))
}

pub(super) fn invoice_of(state: &State, id: &str) -> Result<Invoice> {
    state
        .invoices
        .get(id)
        .cloned()
        .ok_or_else(|| ApiError::no_such("invoice", id, "invoice"))
}
