//! Refunds and disputes.

use serde_json::{Value, json};

use super::list;
use crate::state::{
    State,
    objects::{Dispute, Refund},
};

/// `GET /v1/refunds/{id}`.
#[must_use]
pub fn refund(refund: &Refund) -> Value {
    json!({
        "id": refund.id,
        "object": "refund",
        "amount": refund.amount,
        "balance_transaction": refund.id.replacen("re_", "txn_", 1),
        "charge": refund.charge,
        "created": refund.created,
        "currency": refund.currency,
        "customer": null,
        "customer_account": null,
        "destination_details": {
            "card": { "reference_status": "pending", "reference_type": "acquirer_reference_number", "type": "refund" },
            "type": "card",
        },
        "metadata": refund.metadata,
        "payment_intent": refund.payment_intent,
        "payment_method": null,
        "reason": refund.reason,
        "receipt_number": null,
        "source_transfer_reversal": null,
        "status": refund.status,
        "transfer_reversal": null,
    })
}

/// `GET /v1/disputes/{id}`.
#[must_use]
pub fn dispute(dispute: &Dispute) -> Value {
    const EVIDENCE: &[&str] = &[
        "access_activity_log",
        "billing_address",
        "cancellation_policy",
        "cancellation_policy_disclosure",
        "cancellation_rebuttal",
        "customer_communication",
        "customer_email_address",
        "customer_name",
        "customer_purchase_ip",
        "customer_signature",
        "duplicate_charge_documentation",
        "duplicate_charge_explanation",
        "duplicate_charge_id",
        "product_description",
        "receipt",
        "refund_policy",
        "refund_policy_disclosure",
        "refund_refusal_explanation",
        "service_date",
        "service_documentation",
        "shipping_address",
        "shipping_carrier",
        "shipping_date",
        "shipping_documentation",
        "shipping_tracking_number",
        "uncategorized_file",
    ];
    let mut evidence: serde_json::Map<_, _> = EVIDENCE
        .iter()
        .map(|name| ((*name).to_owned(), Value::Null))
        .collect();
    evidence.insert("enhanced_evidence".to_owned(), json!({}));
    evidence.insert("uncategorized_text".to_owned(), json!(dispute.evidence));
    let given = dispute.evidence.is_some();
    json!({
        "id": dispute.id,
        "object": "dispute",
        "amount": dispute.amount,
        "balance_transactions": [],
        "charge": dispute.charge,
        "created": dispute.created,
        "currency": dispute.currency,
        "enhanced_eligibility_types": [],
        "evidence": evidence,
        "evidence_details": {
            "due_by": dispute.created + 7 * 24 * 3600,
            "enhanced_eligibility": {},
            "has_evidence": given,
            "past_due": false,
            "submission_count": i64::from(given),
            "submission_method": if given { "manual" } else { "not_submitted" },
        },
        "intended_submission_method": null,
        "is_charge_refundable": false,
        "livemode": false,
        "metadata": dispute.metadata,
        "payment_intent": dispute.payment_intent,
        "payment_method_details": {
            "card": { "brand": "visa", "case_type": "chargeback", "network": "visa", "network_reason_code": "10.4" },
            "type": "card",
        },
        "reason": dispute.reason,
        "status": dispute.status,
    })
}

/// The refunds of a charge, if expanded.
#[must_use]
pub fn refunds_of(charge: &str, state: &State) -> Value {
    let refunds = state
        .refunds
        .iter()
        .rev()
        .filter(|refund| refund.charge == charge)
        .map(refund)
        .collect();
    list(&format!("/v1/charges/{charge}/refunds"), refunds, false)
}
