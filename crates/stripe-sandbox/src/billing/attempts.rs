//! An attempt to take a payment, and its consequences.

use crate::{
    cards::{self, Behavior, Refusal},
    error::{ApiError, Result},
    state::{
        State,
        objects::{Charge, PaymentFailure, PaymentIntent, PaymentMethod},
    },
};

use super::{outcomes, reversals};

/// Whether the cardholder is present during a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// Present, but not asked yet.
    Present,
    /// Present, and has confirmed.
    Confirmed,
    /// Not present: a renewal.
    Absent,
}

/// Charges `method` for `intent`. A decline is recorded in the payment intent, not returned.
///
/// # Errors
///
/// When there is no such intent or card.
pub fn attempt(state: &mut State, intent: &str, method: &str, holder: Holder) -> Result<()> {
    let card = state
        .payment_methods
        .get(method)
        .cloned()
        .ok_or_else(|| ApiError::no_such("PaymentMethod", method, "payment_method"))?;
    if let Some(intent) = state.payment_intents.get_mut(intent) {
        intent.payment_method = Some(method.to_owned());
        intent.last_error = None;
    }
    let is_absent = holder == Holder::Absent;
    match card.behavior {
        Behavior::Succeeds => succeed(state, intent, &card),
        Behavior::IsDisputed => {
            succeed(state, intent, &card)?;
            let charge = intent_of(state, intent)?.latest_charge;
            charge.map_or(Ok(()), |charge| {
                reversals::open_dispute(state, &charge).map(|_| ())
            })
        }
        Behavior::FailsLater if is_absent => refuse(state, intent, &card, &cards::DECLINED),
        Behavior::FailsLater => succeed(state, intent, &card),
        Behavior::NeedsAuthentication if holder == Holder::Present => ask(state, intent),
        Behavior::NeedsAuthentication if is_absent && !card.is_set_up => {
            refuse(state, intent, &card, &AUTHENTICATION_REQUIRED)
        }
        Behavior::NeedsAuthentication => succeed(state, intent, &card),
        Behavior::StaysProcessing => {
            set_status(state, intent, "processing");
            let shown = state.shown(intent)?;
            state.emit("payment_intent.processing", shown, None);
            Ok(())
        }
        Behavior::Declines => {
            let refusal =
                cards::by_number(&card.number).map_or(cards::NOT_A_TEST_CARD, |card| card.refusal);
            refuse(state, intent, &card, &refusal)
        }
    }
}

const AUTHENTICATION_REQUIRED: Refusal = Refusal {
    code: "authentication_required",
    decline_code: Some("authentication_required"),
    message: "Your card was declined. This transaction requires authentication.",
};

/// The cardholder's answer to the bank's verification.
///
/// # Errors
///
/// When the intent isn't waiting for one.
pub fn authenticate(state: &mut State, intent: &str, agrees: bool) -> Result<()> {
    let asked = intent_of(state, intent)?;
    if asked.status != "requires_action" {
        return Err(ApiError::invalid(
            "This payment waits for no authentication.",
        ));
    }
    let method = asked.payment_method.unwrap_or_default();
    if agrees {
        return attempt(state, intent, &method, Holder::Confirmed);
    }
    let failure = PaymentFailure {
        code: cards::NOT_AUTHENTICATED.code.to_owned(),
        decline_code: None,
        message: cards::NOT_AUTHENTICATED.message.to_owned(),
        charge: None,
        payment_method: Some(method),
    };
    fail(state, intent, failure)
}

/// Settles a delayed payment: it has arrived, or it hasn't.
///
/// # Errors
///
/// When the payment isn't in processing.
pub fn settle(state: &mut State, intent: &str, arrives: bool) -> Result<()> {
    let waiting = intent_of(state, intent)?;
    if waiting.status != "processing" {
        return Err(ApiError::invalid("This payment is not processing."));
    }
    let method = waiting.payment_method.unwrap_or_default();
    let card = state
        .payment_methods
        .get(&method)
        .cloned()
        .ok_or_else(|| ApiError::no_such("PaymentMethod", &method, "payment_method"))?;
    if arrives {
        succeed(state, intent, &card)
    } else {
        refuse(state, intent, &card, &cards::DECLINED)
    }
}

fn ask(state: &mut State, intent: &str) -> Result<()> {
    set_status(state, intent, "requires_action");
    let shown = state.shown(intent)?;
    state.emit("payment_intent.requires_action", shown, None);
    if let Some(invoice) = intent_of(state, intent)?.invoice {
        let shown = state.shown(&invoice)?;
        state.emit("invoice.payment_action_required", shown, None);
    }
    Ok(())
}

fn succeed(state: &mut State, intent: &str, card: &PaymentMethod) -> Result<()> {
    let charge = new_charge(state, intent, card, None)?;
    if let Some(paid) = state.payment_intents.get_mut(intent) {
        paid.status = "succeeded".to_owned();
        paid.latest_charge = Some(charge.clone());
    }
    let paid = intent_of(state, intent)?;
    let saved = paid.setup_future_usage.is_some() || outcomes::saves_card(state, &paid);
    if let (true, Some(customer)) = (saved, &paid.customer) {
        set_up(state, &card.id, customer)?;
    }
    let shown = state.shown(&charge)?;
    state.emit("charge.succeeded", shown, None);
    let shown = state.shown(intent)?;
    state.emit("payment_intent.succeeded", shown, None);
    match paid.invoice {
        Some(invoice) => outcomes::invoice_paid(state, &invoice, Some(card.id.as_str())),
        None => Ok(()),
    }
}

fn refuse(state: &mut State, intent: &str, card: &PaymentMethod, refusal: &Refusal) -> Result<()> {
    let mut failure = PaymentFailure {
        code: refusal.code.to_owned(),
        decline_code: refusal.decline_code.map(str::to_owned),
        message: refusal.message.to_owned(),
        charge: None,
        payment_method: Some(card.id.clone()),
    };
    let charge = new_charge(state, intent, card, Some(failure.clone()))?;
    failure.charge = Some(charge.clone());
    if let Some(refused) = state.payment_intents.get_mut(intent) {
        refused.latest_charge = Some(charge.clone());
    }
    let shown = state.shown(&charge)?;
    state.emit("charge.failed", shown, None);
    fail(state, intent, failure)
}

/// The payment now waits for another card.
pub(super) fn fail(state: &mut State, intent: &str, failure: PaymentFailure) -> Result<()> {
    if let Some(refused) = state.payment_intents.get_mut(intent) {
        refused.status = "requires_payment_method".to_owned();
        refused.payment_method = None;
        refused.last_error = Some(failure);
    }
    let shown = state.shown(intent)?;
    state.emit("payment_intent.payment_failed", shown, None);
    match intent_of(state, intent)?.invoice {
        Some(invoice) => outcomes::invoice_refused(state, &invoice),
        None => Ok(()),
    }
}

fn new_charge(
    state: &mut State,
    intent: &str,
    card: &PaymentMethod,
    failure: Option<PaymentFailure>,
) -> Result<String> {
    let asked = intent_of(state, intent)?;
    let charge = Charge {
        id: state.id("ch"),
        created: state.now,
        amount: asked.amount,
        amount_refunded: 0,
        currency: asked.currency,
        customer: asked.customer,
        payment_intent: asked.id,
        payment_method: card.id.clone(),
        description: asked.description,
        receipt_email: asked.receipt_email,
        failure,
        disputed: false,
        metadata: asked.metadata,
    };
    let id = charge.id.clone();
    state.charges.put(&id, charge);
    Ok(id)
}

/// Saves a card so that it can be charged without its holder.
///
/// # Errors
///
/// When there is no such card.
pub fn set_up(state: &mut State, method: &str, customer: &str) -> Result<()> {
    let Some(card) = state.payment_methods.get_mut(method) else {
        return Err(ApiError::no_such("PaymentMethod", method, "payment_method"));
    };
    card.is_set_up = true;
    if card.customer.as_deref() == Some(customer) {
        return Ok(());
    }
    card.customer = Some(customer.to_owned());
    let shown = state.shown(method)?;
    state.emit("payment_method.attached", shown, None);
    Ok(())
}

fn set_status(state: &mut State, intent: &str, status: &str) {
    if let Some(intent) = state.payment_intents.get_mut(intent) {
        intent.status = status.to_owned();
    }
}

fn intent_of(state: &State, intent: &str) -> Result<PaymentIntent> {
    state
        .payment_intents
        .get(intent)
        .cloned()
        .ok_or_else(|| ApiError::no_such("payment_intent", intent, "intent"))
}
