//! Subscriptions and their invoices.

use super::{
    attempts::{self, Holder},
    month_after,
};
use crate::{
    error::{ApiError, Result},
    state::{
        State,
        objects::{Invoice, Metadata, PaymentFailure, PaymentIntent, Price, Subscription},
    },
};

/// When an unpaid first invoice expires, in seconds.
pub const FIRST_PAYMENT_TIME: i64 = 23 * 3600;
/// How long a renewal's invoice is a draft, in seconds; the subscription's new month has already begun.
pub const DRAFT_TIME: i64 = 3600;
/// Days between attempts at a renewal. After the last one, the subscription is canceled.
pub const RETRY_DAYS: &[i64] = &[3, 5, 7];

/// The parameters of a new subscription.
#[derive(Debug)]
pub struct NewSubscription {
    pub customer: String,
    pub price: Price,
    pub quantity: i64,
    pub description: Option<String>,
    pub payment_method: Option<String>,
    pub saves_payment_method: bool,
    pub cancel_at_period_end: bool,
    pub metadata: Metadata,
}

/// Creates a subscription and its first invoice, both waiting for payment.
///
/// # Errors
///
/// When the customer or the price doesn't exist.
pub fn create(state: &mut State, asked: NewSubscription) -> Result<String> {
    let now = state.now;
    let subscription = Subscription {
        id: state.id("sub"),
        created: now,
        item: state.id("si"),
        price: asked.price.id.clone(),
        quantity: asked.quantity,
        customer: asked.customer,
        status: "incomplete".to_owned(),
        description: asked.description,
        default_payment_method: asked.payment_method,
        saves_payment_method: asked.saves_payment_method,
        period_start: now,
        period_end: month_after(now, now),
        anchor: now,
        cancel_at_period_end: asked.cancel_at_period_end,
        cancel_at: None,
        canceled_at: asked.cancel_at_period_end.then_some(now),
        ended_at: None,
        cancellation_reason: None,
        latest_invoice: None,
        metadata: asked.metadata,
    };
    let id = subscription.id.clone();
    state.subscriptions.put(&id, subscription);
    let invoice = new_invoice(state, &id, "subscription_create")?;
    let shown = state.shown(&id)?;
    state.emit("customer.subscription.created", shown, None);
    finalize(state, &invoice)?;
    Ok(id)
}

/// The draft of the next month's invoice.
fn new_invoice(state: &mut State, subscription: &str, reason: &str) -> Result<String> {
    let subscribed = subscription_of(state, subscription)?;
    let price = state
        .prices
        .get(&subscribed.price)
        .cloned()
        .ok_or_else(|| ApiError::no_such("price", &subscribed.price, "price"))?;
    let invoice = Invoice {
        id: state.id("in"),
        created: state.now,
        number: None,
        customer: subscribed.customer,
        subscription: subscribed.id.clone(),
        subscription_item: subscribed.item,
        line: state.id("il"),
        payment: state.id("inpay"),
        price: price.id,
        amount: price.unit_amount * subscribed.quantity,
        currency: price.currency,
        billing_reason: reason.to_owned(),
        status: "draft".to_owned(),
        period_start: subscribed.period_start,
        period_end: subscribed.period_end,
        payment_intent: None,
        attempts: 0,
        next_attempt: None,
        finalizes_at: Some(state.now + DRAFT_TIME),
        finalized_at: None,
        paid_at: None,
        voided_at: None,
        metadata: subscribed.metadata,
    };
    let id = invoice.id.clone();
    state.invoices.put(&id, invoice);
    if let Some(subscription) = state.subscriptions.get_mut(subscription) {
        subscription.latest_invoice = Some(id.clone());
    }
    let shown = state.shown(&id)?;
    state.emit("invoice.created", shown, None);
    Ok(id)
}

/// Finalizes a draft invoice, which gets a payment intent.
///
/// # Errors
///
/// When there is no such invoice.
pub fn finalize(state: &mut State, invoice: &str) -> Result<()> {
    let draft = invoice_of(state, invoice)?;
    let description = if draft.billing_reason == "subscription_create" {
        "Subscription creation"
    } else {
        "Subscription update"
    };
    let saves = subscription_of(state, &draft.subscription)?.saves_payment_method;
    let id = state.id("pi");
    let intent = PaymentIntent {
        secret: format!("{id}_secret_{}", state.letters(25)),
        id: id.clone(),
        created: state.now,
        amount: draft.amount,
        currency: draft.currency,
        customer: Some(draft.customer),
        invoice: Some(draft.id),
        description: Some(description.to_owned()),
        receipt_email: None,
        setup_future_usage: saves.then(|| "off_session".to_owned()),
        automatic_methods: false,
        status: "requires_payment_method".to_owned(),
        canceled_at: None,
        cancellation_reason: None,
        payment_method: None,
        latest_charge: None,
        last_error: None,
        metadata: Metadata::new(),
    };
    state.payment_intents.put(&id, intent);
    let number = format!("{}-0001", state.letters(8).to_uppercase());
    let now = state.now;
    if let Some(invoice) = state.invoices.get_mut(invoice) {
        invoice.status = "open".to_owned();
        invoice.payment_intent = Some(id.clone());
        invoice.number = Some(number);
        invoice.finalizes_at = None;
        invoice.finalized_at = Some(now);
    }
    let shown = state.shown(&id)?;
    state.emit("payment_intent.created", shown, None);
    let shown = state.shown(invoice)?;
    state.emit("invoice.finalized", shown, None);
    Ok(())
}

/// Charges the saved card for an open invoice.
///
/// # Errors
///
/// When there is no such invoice.
pub fn collect(state: &mut State, invoice: &str, holder: Holder) -> Result<()> {
    let owed = invoice_of(state, invoice)?;
    let subscribed = subscription_of(state, &owed.subscription)?;
    let method = subscribed.default_payment_method.or_else(|| {
        state
            .customers
            .get(&owed.customer)
            .and_then(|customer| customer.default_payment_method.clone())
    });
    let intent = owed.payment_intent.unwrap_or_default();
    match method {
        Some(method) => attempts::attempt(state, &intent, &method, holder),
        None => {
            let failure = PaymentFailure {
                code: "payment_intent_payment_attempt_failed".to_owned(),
                decline_code: None,
                message: "This customer has no attached payment source or default payment method."
                    .to_owned(),
                charge: None,
                payment_method: None,
            };
            attempts::fail(state, &intent, failure)
        }
    }
}

/// Starts the next month: the period advances at once, the payment is collected an hour later.
///
/// # Errors
///
/// When there is no such subscription.
pub fn renew(state: &mut State, subscription: &str) -> Result<()> {
    let before = state.shown(subscription)?;
    if let Some(subscription) = state.subscriptions.get_mut(subscription) {
        subscription.period_start = subscription.period_end;
        subscription.period_end = month_after(subscription.anchor, subscription.period_start);
    }
    new_invoice(state, subscription, "subscription_cycle")?;
    let after = state.shown(subscription)?;
    state.emit_change("customer.subscription.updated", &before, after);
    Ok(())
}

/// Handles an invoice's payment.
pub(super) fn invoice_paid(state: &mut State, invoice: &str, method: &str) -> Result<()> {
    let now = state.now;
    if let Some(invoice) = state.invoices.get_mut(invoice) {
        invoice.status = "paid".to_owned();
        invoice.paid_at = Some(now);
        invoice.attempts += 1;
        invoice.next_attempt = None;
    }
    let paid = invoice_of(state, invoice)?;
    for event in ["invoice.paid", "invoice.payment_succeeded"] {
        let shown = state.shown(invoice)?;
        state.emit(event, shown, None);
    }
    if let Some(payment) = crate::wire::invoice_payment(&paid) {
        state.emit("invoice_payment.paid", payment, None);
    }
    state.change_subscription(&paid.subscription, |subscription| {
        if matches!(subscription.status.as_str(), "incomplete" | "past_due") {
            subscription.status = "active".to_owned();
        }
        if subscription.saves_payment_method {
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

/// Voids an open invoice, so its payment intent can't be paid any more.
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
    let shown = state.shown(invoice)?;
    state.emit("invoice.voided", shown, None);
    match invoice_of(state, invoice)?.payment_intent {
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

fn subscription_of(state: &State, id: &str) -> Result<Subscription> {
    state
        .subscriptions
        .get(id)
        .cloned()
        .ok_or_else(|| ApiError::no_such("subscription", id, "id"))
}

fn invoice_of(state: &State, id: &str) -> Result<Invoice> {
    state
        .invoices
        .get(id)
        .cloned()
        .ok_or_else(|| ApiError::no_such("invoice", id, "invoice"))
}
