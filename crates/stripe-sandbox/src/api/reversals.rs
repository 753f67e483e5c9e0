//! Charges, refunds, disputes.

use serde_json::Value;

use super::lists;
use crate::{
    billing::reversals,
    error::{ApiError, Result},
    params::Params,
    state::State,
    wire,
};

pub fn list_charges(state: &State, params: &Params) -> Result<Value> {
    let (intent, customer) = (params.text("payment_intent"), params.text("customer"));
    let kept = state
        .charges
        .iter()
        .filter(|charge| {
            intent
                .as_ref()
                .is_none_or(|id| charge.payment_intent == *id)
        })
        .filter(|charge| customer.is_none() || charge.customer == customer)
        .map(|charge| wire::charge(charge, state));
    lists::page(kept, params, "/v1/charges")
}

pub fn create_refund(state: &mut State, params: &Params) -> Result<Value> {
    let amount = params.integer("amount")?;
    let reason = params.one_of(
        "reason",
        &["duplicate", "fraudulent", "requested_by_customer"],
    )?;
    let metadata = params.members("metadata");
    let (charge, intent) = (params.text("charge"), params.text("payment_intent"));
    params.finish()?;
    let charge = match (charge, intent) {
        (Some(charge), _) => charge,
        (None, Some(intent)) => state
            .payment_intents
            .get(&intent)
            .ok_or_else(|| ApiError::no_such("payment_intent", &intent, "payment_intent"))?
            .latest_charge
            .clone()
            .ok_or_else(|| {
                ApiError::invalid(format!(
                    "This PaymentIntent ({intent}) does not have a successful charge to refund."
                ))
                .param("payment_intent")
            })?,
        (None, None) => return Err(ApiError::missing("charge")),
    };
    if let Some(customer) = state
        .charges
        .get(&charge)
        .and_then(|charge| charge.customer.clone())
    {
        state.now = state.time_of(&customer);
    }
    let id = reversals::refund(state, &charge, amount, reason, metadata)?;
    state.shown(&id)
}

pub fn list_refunds(state: &State, params: &Params) -> Result<Value> {
    let (intent, charge) = (params.text("payment_intent"), params.text("charge"));
    let kept = state
        .refunds
        .iter()
        .filter(|refund| {
            intent
                .as_ref()
                .is_none_or(|id| refund.payment_intent == *id)
        })
        .filter(|refund| charge.as_ref().is_none_or(|id| refund.charge == *id))
        .map(wire::refund);
    lists::page(kept, params, "/v1/refunds")
}

pub fn list_disputes(state: &State, params: &Params) -> Result<Value> {
    let (intent, charge) = (params.text("payment_intent"), params.text("charge"));
    let kept = state
        .disputes
        .iter()
        .filter(|dispute| {
            intent
                .as_ref()
                .is_none_or(|id| dispute.payment_intent == *id)
        })
        .filter(|dispute| charge.as_ref().is_none_or(|id| dispute.charge == *id))
        .map(wire::dispute);
    lists::page(kept, params, "/v1/disputes")
}

/// As in Stripe's test mode, the evidence decides: `winning_evidence` wins, `losing_evidence` loses.
///
/// # Errors
///
/// When there is no such open dispute.
pub fn update_dispute(state: &mut State, id: &str, params: &Params) -> Result<Value> {
    let before = super::show(state, "dispute", id)?;
    let text = params.text("evidence[uncategorized_text]");
    params.boolean("submit")?;
    params.finish()?;
    if let Some(dispute) = state.disputes.get_mut(id) {
        dispute.evidence.clone_from(&text);
    }
    let after = state.shown(id)?;
    state.emit_change("charge.dispute.updated", &before, after);
    match text.as_deref() {
        Some("winning_evidence") => reversals::close_dispute(state, id, true)?,
        Some("losing_evidence") => reversals::close_dispute(state, id, false)?,
        _ => {}
    }
    state.shown(id)
}

/// Accepts a dispute: the money is lost.
///
/// # Errors
///
/// When there is no such open dispute.
pub fn close_dispute(state: &mut State, id: &str) -> Result<Value> {
    reversals::close_dispute(state, id, false)?;
    state.shown(id)
}
