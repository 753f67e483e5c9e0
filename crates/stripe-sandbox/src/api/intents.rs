//! Payment intents: created by the server, confirmed by the browser.

use serde_json::Value;

use super::{customers, lists};
use crate::{
    billing::{
        attempts::{self, Holder},
        subscriptions,
    },
    error::{ApiError, Result},
    params::{Params, change_metadata},
    state::{
        State,
        objects::{PaymentFailure, PaymentIntent},
    },
    wire,
};

/// Stripe's smallest payment, in cents.
const SMALLEST: i64 = 50;
/// How many cards of one payment may be declined in a browser, of those that are remembered. Anyone may call a demo's sandbox.
const MAX_DECLINED: usize = 20;

pub fn create(state: &mut State, params: &Params) -> Result<Value> {
    let Some(amount) = params.integer("amount")? else {
        return Err(ApiError::missing("amount"));
    };
    if amount < SMALLEST {
        return Err(ApiError::invalid("Amount must be at least $0.50 usd")
            .code("amount_too_small")
            .param("amount"));
    }
    let currency = params.required("currency")?;
    let customer = params.text("customer");
    if let Some(customer) = &customer
        && customers::living(state, customer).is_none()
    {
        return Err(ApiError::no_such("customer", customer, "customer"));
    }
    let automatic = params.boolean("automatic_payment_methods[enabled]")?;
    params.one_of(
        "automatic_payment_methods[allow_redirects]",
        &["always", "never"],
    )?;
    let kinds = params.list("payment_method_types");
    if kinds.iter().any(|kind| kind != "card") {
        return Err(ApiError::invalid("The sandbox takes cards.").param("payment_method_types"));
    }
    let method = params.text("payment_method");
    let confirms = params.boolean("confirm")?.unwrap_or(false);
    let holder = if params.boolean("off_session")?.unwrap_or(false) {
        Holder::Absent
    } else {
        Holder::Present
    };
    params.ignore("return_url");
    let id = state.id("pi");
    let intent = PaymentIntent {
        secret: format!("{id}_secret_{}", state.letters(25)),
        id: id.clone(),
        created: customer
            .as_ref()
            .map_or(state.now, |customer| state.time_of(customer)),
        amount,
        currency,
        customer,
        invoice: None,
        description: params.text("description"),
        receipt_email: params.text("receipt_email"),
        setup_future_usage: params.one_of("setup_future_usage", &["on_session", "off_session"])?,
        automatic_methods: automatic.unwrap_or(kinds.is_empty()),
        status: "requires_payment_method".to_owned(),
        canceled_at: None,
        cancellation_reason: None,
        payment_method: None,
        latest_charge: None,
        last_error: None,
        metadata: params.members("metadata"),
    };
    params.finish()?;
    state.now = intent.created;
    state.payment_intents.put(&id, intent);
    let shown = state.shown(&id)?;
    state.emit("payment_intent.created", shown, None);
    if let (true, Some(method)) = (confirms, method) {
        let method = customers::usable(state, &method)?;
        run(state, &id, &method, holder)?;
    }
    state.shown(&id)
}

pub fn update(state: &mut State, id: &str, params: &Params) -> Result<Value> {
    let Some(mut intent) = state.payment_intents.get(id).cloned() else {
        return Err(ApiError::no_such("payment_intent", id, "intent"));
    };
    intent.amount = params.integer("amount")?.unwrap_or(intent.amount);
    intent.description = params.text("description").or(intent.description);
    intent.receipt_email = params.text("receipt_email").or(intent.receipt_email);
    change_metadata(&mut intent.metadata, params);
    params.finish()?;
    if matches!(
        intent.status.as_str(),
        "succeeded" | "canceled" | "processing"
    ) {
        return Err(unexpected(&intent, "updated"));
    }
    state.payment_intents.put(id, intent);
    state.shown(id)
}

pub fn list(state: &State, params: &Params) -> Result<Value> {
    let customer = params.text("customer");
    let kept = state
        .payment_intents
        .iter()
        .filter(|intent| customer.is_none() || intent.customer == customer)
        .map(|intent| wire::payment_intent(intent, state));
    lists::page(kept, params, "/v1/payment_intents")
}

pub fn cancel(state: &mut State, id: &str, params: &Params) -> Result<Value> {
    let Some(intent) = state.payment_intents.get(id).cloned() else {
        return Err(ApiError::no_such("payment_intent", id, "intent"));
    };
    let reason = params.one_of(
        "cancellation_reason",
        &[
            "abandoned",
            "duplicate",
            "fraudulent",
            "requested_by_customer",
        ],
    )?;
    params.finish()?;
    if let Some(invoice) = &intent.invoice {
        return Err(ApiError::invalid(format!(
            "You cannot cancel {id}, because it pays the invoice {invoice}. Void the invoice instead."
        ))
        .code("payment_intent_unexpected_state"));
    }
    if matches!(
        intent.status.as_str(),
        "succeeded" | "canceled" | "processing"
    ) {
        return Err(unexpected(&intent, "canceled"));
    }
    subscriptions::cancel_intent(state, id, reason)?;
    state.shown(id)
}

/// Confirms with the secret key: a payment method by ID, or by a test card's token.
///
/// # Errors
///
/// When the intent or the card can't be used, or the card is declined.
pub fn confirm(state: &mut State, id: &str, params: &Params) -> Result<Value> {
    let Some(intent) = state.payment_intents.get(id).cloned() else {
        return Err(ApiError::no_such("payment_intent", id, "intent"));
    };
    let method = params.text("payment_method").or(intent.payment_method);
    let holder = if params.boolean("off_session")?.unwrap_or(false) {
        Holder::Absent
    } else {
        Holder::Present
    };
    params.ignore("return_url");
    params.ignore("receipt_email");
    params.finish()?;
    let Some(method) = method else {
        return Err(ApiError::invalid(
            "You cannot confirm this PaymentIntent because it's missing a payment method.",
        )
        .code("payment_intent_unexpected_state"));
    };
    let method = customers::usable(state, &method)?;
    run(state, id, &method, holder)?;
    state.shown(id)
}

/// Shows a payment intent to the browser that has its secret.
///
/// # Errors
///
/// When the secret is wrong.
pub fn show_to_browser(state: &State, id: &str, params: &Params) -> Result<Value> {
    let intent = with_secret(state, id, params)?;
    Ok(wire::payment_intent_for_browser(&intent, state))
}

/// Confirms from a browser, with a card typed into the form.
///
/// # Errors
///
/// When the secret is wrong, or the card is declined.
pub fn confirm_from_browser(state: &mut State, id: &str, params: &Params) -> Result<Value> {
    with_secret(state, id, params)?;
    let charges = state.charges.iter();
    let of_this = charges.filter(|charge| charge.payment_intent == id);
    if of_this.filter(|charge| charge.failure.is_some()).count() >= MAX_DECLINED {
        let message = "Your card was declined too many times. Please begin a new payment.";
        return Err(
            ApiError::new(402, "card_error", message).code("card_decline_rate_limit_exceeded")
        );
    }
    params.ignore("payment_method_data[type]");
    params.ignore("return_url");
    params.ignore("expected_payment_method_type");
    params.ignore("use_stripe_sdk");
    params.ignore("radar_options");
    let receipt = params.text("receipt_email");
    let method = customers::new_card(state, params, "payment_method_data")?;
    params.ignore("payment_method_data");
    params.finish()?;
    if let (Some(receipt), Some(intent)) = (receipt, state.payment_intents.get_mut(id)) {
        intent.receipt_email = Some(receipt);
    }
    run(state, id, &method, Holder::Present)?;
    shown_to_browser(state, id)
}

/// The cardholder's answer to the bank's verification.
///
/// # Errors
///
/// When the intent isn't waiting for one, or the card is declined.
pub fn authenticate(state: &mut State, id: &str, params: &Params) -> Result<Value> {
    let intent = with_secret(state, id, params)?;
    let agrees = params.boolean("agrees")?.unwrap_or(false);
    params.finish()?;
    if let Some(customer) = &intent.customer {
        state.now = state.time_of(customer);
    }
    attempts::authenticate(state, id, agrees)?;
    shown_to_browser(state, id)
}

fn shown_to_browser(state: &State, id: &str) -> Result<Value> {
    state
        .payment_intents
        .get(id)
        .map(|intent| wire::payment_intent_for_browser(intent, state))
        .ok_or_else(|| ApiError::no_such("payment_intent", id, "intent"))
}

fn with_secret(state: &State, id: &str, params: &Params) -> Result<PaymentIntent> {
    let secret = params.required("client_secret")?;
    state
        .payment_intents
        .get(id)
        .filter(|intent| intent.secret == secret)
        .cloned()
        .ok_or_else(|| ApiError::no_such("payment_intent", id, "intent"))
}

/// Confirms; a declined card is answered with status 402, as Stripe does.
fn run(state: &mut State, id: &str, method: &str, holder: Holder) -> Result<()> {
    let Some(intent) = state.payment_intents.get(id).cloned() else {
        return Err(ApiError::no_such("payment_intent", id, "intent"));
    };
    if !matches!(
        intent.status.as_str(),
        "requires_payment_method" | "requires_confirmation" | "requires_action"
    ) {
        return Err(unexpected(&intent, "confirmed"));
    }
    if let Some(customer) = &intent.customer {
        state.now = state.time_of(customer);
    }
    attempts::attempt(state, id, method, holder)?;
    let failure = state
        .payment_intents
        .get(id)
        .and_then(|intent| intent.last_error.clone());
    match failure {
        None => Ok(()),
        Some(failure) => Err(declined(state, id, &failure)),
    }
}

fn declined(state: &State, intent: &str, failure: &PaymentFailure) -> ApiError {
    let mut error = ApiError::new(402, "card_error", failure.message.clone()).code(&failure.code);
    for (name, value) in [
        ("charge", &failure.charge),
        ("decline_code", &failure.decline_code),
    ] {
        if let Some(value) = value {
            error = error.with(name, Value::from(value.clone()));
        }
    }
    match shown_to_browser(state, intent) {
        Ok(shown) => error.with("payment_intent", shown),
        Err(_) => error,
    }
}

fn unexpected(intent: &PaymentIntent, wanted: &str) -> ApiError {
    ApiError::invalid(format!(
        "This PaymentIntent could not be {wanted} because it has a status of {}.",
        intent.status
    ))
    .code("payment_intent_unexpected_state")
}
