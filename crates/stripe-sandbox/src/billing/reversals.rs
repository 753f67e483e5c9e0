//! Returned money: refunds, and disputes decided by the bank.

use crate::{
    error::{ApiError, Result},
    state::{
        State,
        objects::{Charge, Dispute, Metadata, Refund},
    },
};

/// Refunds `amount` of a charge, or everything left of it.
///
/// # Errors
///
/// When there is no such charge, or not enough is left.
pub fn refund(
    state: &mut State,
    charge: &str,
    amount: Option<i64>,
    reason: Option<String>,
    metadata: Metadata,
) -> Result<String> {
    let paid = charge_of(state, charge)?;
    let left = paid.amount - paid.amount_refunded;
    if paid.failure.is_some() {
        return Err(ApiError::invalid(format!(
            "Charge {charge} has not been captured."
        )));
    }
    if left == 0 {
        return Err(
            ApiError::invalid(format!("Charge {charge} has already been refunded."))
                .code("charge_already_refunded"),
        );
    }
    if paid.disputed {
        return Err(ApiError::invalid(format!(
            "Charge {charge} has been charged back; cannot issue a refund."
        ))
        .code("charge_disputed"));
    }
    let amount = amount.unwrap_or(left);
    if amount < 1 || amount > left {
        return Err(ApiError::invalid(format!(
            "Refund amount ({amount}) is greater than unrefunded amount on charge ({left})"
        ))
        .param("amount"));
    }
    let before = state.shown(charge)?;
    let refund = Refund {
        id: state.id("re"),
        created: state.now,
        amount,
        currency: paid.currency,
        charge: paid.id,
        payment_intent: paid.payment_intent,
        reason,
        status: "succeeded".to_owned(),
        metadata,
    };
    let id = refund.id.clone();
    state.refunds.put(&id, refund);
    if let Some(charge) = state.charges.get_mut(charge) {
        charge.amount_refunded += amount;
    }
    let shown = state.shown(&id)?;
    state.emit("refund.created", shown, None);
    let after = state.shown(charge)?;
    state.emit_change("charge.refunded", &before, after);
    Ok(id)
}

/// A refund rejected by the bank: the money comes back to us.
///
/// # Errors
///
/// When there is no such refund.
pub fn fail_refund(state: &mut State, refund: &str) -> Result<()> {
    let Some(failed) = state.refunds.get_mut(refund) else {
        return Err(ApiError::no_such("refund", refund, "refund"));
    };
    if failed.status == "failed" {
        return Ok(());
    }
    failed.status = "failed".to_owned();
    let (charge, amount) = (failed.charge.clone(), failed.amount);
    if let Some(charge) = state.charges.get_mut(&charge) {
        charge.amount_refunded -= amount;
    }
    let shown = state.shown(refund)?;
    state.emit("refund.failed", shown, None);
    Ok(())
}

/// The cardholder disputes a charge.
///
/// # Errors
///
/// When there is no such charge.
pub fn open_dispute(state: &mut State, charge: &str) -> Result<String> {
    let paid = charge_of(state, charge)?;
    if paid.disputed {
        return Err(ApiError::invalid(format!(
            "Charge {charge} is disputed already."
        )));
    }
    let dispute = Dispute {
        id: state.id("du"),
        created: state.now,
        amount: paid.amount,
        currency: paid.currency,
        charge: paid.id,
        payment_intent: paid.payment_intent,
        reason: "fraudulent".to_owned(),
        status: "needs_response".to_owned(),
        evidence: None,
        metadata: Metadata::new(),
    };
    let id = dispute.id.clone();
    state.disputes.put(&id, dispute);
    if let Some(charge) = state.charges.get_mut(charge) {
        charge.disputed = true;
    }
    for event in ["charge.dispute.created", "charge.dispute.funds_withdrawn"] {
        let shown = state.shown(&id)?;
        state.emit(event, shown, None);
    }
    Ok(id)
}

/// The bank has decided a dispute.
///
/// # Errors
///
/// When there is no such open dispute.
pub fn close_dispute(state: &mut State, dispute: &str, won: bool) -> Result<()> {
    let before = state.shown(dispute)?;
    let Some(open) = state.disputes.get_mut(dispute) else {
        return Err(ApiError::no_such("dispute", dispute, "dispute"));
    };
    if matches!(open.status.as_str(), "won" | "lost") {
        return Err(ApiError::invalid("This dispute is already closed."));
    }
    open.status = if won { "won" } else { "lost" }.to_owned();
    let after = state.shown(dispute)?;
    if won {
        state.emit("charge.dispute.funds_reinstated", after.clone(), None);
    }
    state.emit_change("charge.dispute.closed", &before, after);
    Ok(())
}

fn charge_of(state: &State, id: &str) -> Result<Charge> {
    state
        .charges
        .get(id)
        .cloned()
        .ok_or_else(|| ApiError::no_such("charge", id, "charge"))
}
