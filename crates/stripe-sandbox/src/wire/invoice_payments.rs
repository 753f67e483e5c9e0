//! What links invoices to their payments.

use serde_json::{Value, json};

use crate::state::{State, objects::Invoice};

/// An invoice's payments: of parts, and of what they leave. One outside of Stripe has no payment intent.
#[must_use]
pub fn invoice_payments(invoice: &Invoice, state: &State) -> Vec<Value> {
    let rest = invoice.due() - paid_in_parts(invoice, state);
    let parts = invoice.parts.iter().zip(1..).map(|(intent, number)| {
        let id = format!("{}{number}", invoice.payment);
        let payment = json!({ "payment_intent": intent, "type": "payment_intent" });
        link(invoice, &id, amount_of(intent, state), ("paid", payment))
    });
    let status = match invoice.status.as_str() {
        "paid" if invoice.out_of_band => "canceled",
        "paid" => "paid",
        "void" => "canceled",
        _ => "open",
    };
    let main = invoice.payment_intent.as_ref().map(|intent| {
        let payment = json!({ "payment_intent": intent, "type": "payment_intent" });
        link(invoice, &invoice.payment, rest, (status, payment))
    });
    let outside = invoice.out_of_band.then(|| {
        let id = format!("{}0", invoice.payment);
        let record = invoice.payment.replacen("inpay_", "pr_", 1);
        let payment = json!({ "payment_record": record, "type": "payment_record" });
        link(invoice, &id, rest, ("paid", payment))
    });
    main.into_iter().chain(parts).chain(outside).collect()
}

/// What has come in for an invoice besides its own payment intent.
pub(super) fn paid_in_parts(invoice: &Invoice, state: &State) -> i64 {
    let parts = invoice.parts.iter();
    parts.map(|intent| amount_of(intent, state)).sum()
}

fn amount_of(intent: &str, state: &State) -> i64 {
    let intent = state.payment_intents.get(intent);
    intent.map_or(0, |intent| intent.amount)
}

fn link(invoice: &Invoice, id: &str, amount: i64, (status, payment): (&str, Value)) -> Value {
    json!({
        "id": id,
        "object": "invoice_payment",
        "amount_paid": (status == "paid").then_some(amount),
        "amount_requested": amount,
        "created": invoice.finalized_at.unwrap_or(invoice.created),
        "currency": invoice.currency,
        "invoice": invoice.id,
        "is_default": id == invoice.payment,
        "livemode": false,
        "payment": payment,
        "status": status,
        "status_transitions": { "canceled_at": invoice.voided_at, "paid_at": invoice.paid_at },
    })
}
