//! Subscriptions and their invoices.

use super::{
    attempts::{self, Holder},
    month_after,
    outcomes::{invoice_of, invoice_paid, subscription_of},
};
use crate::{
    error::{ApiError, Result},
    state::{
        State,
        objects::{Invoice, Metadata, PaymentFailure, PaymentIntent, Price, Subscription},
    },
};

pub use super::outcomes::{cancel_intent, end, void};

/// When an unpaid first invoice expires, in seconds.
pub const FIRST_PAYMENT_TIME: i64 = 23 * 3600;
/// How long a renewal's invoice is a draft, in seconds; the subscription's new month has already begun.
pub const DRAFT_TIME: i64 = 3600;

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
        discount: 0,
        tax: 0,
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
        discount: subscribed.discount,
        tax: subscribed.tax,
        balance: 0,
        credit: 0,
        out_of_band: false,
        parts: Vec::new(),
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

/// Finalizes a draft invoice, which gets a payment intent unless nothing is due: then it is paid.
///
/// # Errors
///
/// When there is no such invoice.
pub fn finalize(state: &mut State, invoice: &str) -> Result<()> {
    let draft = with_credit(state, invoice)?;
    if draft.due() == 0 {
        return settle_free(state, invoice);
    }
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
        amount: draft.due(),
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
    open(state, invoice, Some(id.clone()));
    let shown = state.shown(&id)?;
    state.emit("payment_intent.created", shown, None);
    let shown = state.shown(invoice)?;
    state.emit("invoice.finalized", shown, None);
    Ok(())
}

/// A draft is a numbered invoice from now on, which waits for its payment.
fn open(state: &mut State, invoice: &str, payment_intent: Option<String>) {
    let number = format!("{}-0001", state.letters(8).to_uppercase());
    let now = state.now;
    if let Some(invoice) = state.invoices.get_mut(invoice) {
        invoice.status = "open".to_owned();
        invoice.payment_intent = payment_intent;
        invoice.number = Some(number);
        invoice.finalizes_at = None;
        invoice.finalized_at = Some(now);
    }
}

/// The draft, once the customer's credit has paid what it can.
fn with_credit(state: &mut State, invoice: &str) -> Result<Invoice> {
    let draft = invoice_of(state, invoice)?;
    let Some(customer) = state.customers.get_mut(&draft.customer) else {
        return Ok(draft);
    };
    let balance = customer.balance;
    let credit = (-balance).clamp(0, draft.total());
    customer.balance += credit;
    if let Some(invoice) = state.invoices.get_mut(invoice) {
        invoice.balance = balance;
        invoice.credit = credit;
    }
    invoice_of(state, invoice)
}

/// Stripe takes no payment of nothing: such an invoice is paid when it is finalized.
fn settle_free(state: &mut State, invoice: &str) -> Result<()> {
    open(state, invoice, None);
    let shown = state.shown(invoice)?;
    state.emit("invoice.finalized", shown, None);
    invoice_paid(state, invoice, None)
}

/// Somebody has paid an open invoice outside of Stripe.
///
/// # Errors
///
/// When there is no such invoice.
pub fn pay_outside(state: &mut State, invoice: &str) -> Result<()> {
    if let Some(invoice) = state.invoices.get_mut(invoice) {
        invoice.out_of_band = true;
    }
    if let Some(intent) = invoice_of(state, invoice)?.payment_intent {
        cancel_intent(state, &intent, None)?;
    }
    invoice_paid(state, invoice, None)
}

/// Charges `method` for a part of an open invoice; its own payment intent keeps the rest.
///
/// # Errors
///
/// When there is no such invoice or card.
pub fn pay_part(state: &mut State, invoice: &str, cents: i64, method: &str) -> Result<()> {
    let owed = invoice_of(state, invoice)?;
    let whole = owed.payment_intent.unwrap_or_default();
    let Some(rest) = state.payment_intents.get_mut(&whole) else {
        return Err(ApiError::no_such("payment_intent", &whole, "intent"));
    };
    rest.amount -= cents;
    let mut part = rest.clone();
    let id = state.id("pi");
    part.secret = format!("{id}_secret_{}", state.letters(25));
    part.id.clone_from(&id);
    part.created = state.now;
    part.amount = cents;
    // Paying it doesn't pay the invoice.
    part.invoice = None;
    part.latest_charge = None;
    part.last_error = None;
    state.payment_intents.put(&id, part);
    if let Some(invoice) = state.invoices.get_mut(invoice) {
        invoice.parts.push(id.clone());
    }
    attempts::attempt(state, &id, method, Holder::Absent)
}

/// Charges the saved card for an open invoice.
///
/// # Errors
///
/// When there is no such invoice.
pub fn collect(state: &mut State, invoice: &str, holder: Holder) -> Result<()> {
    let owed = invoice_of(state, invoice)?;
    if owed.status != "open" {
        return Ok(());
    }
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
