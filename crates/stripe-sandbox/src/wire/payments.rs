//! Payment intents, cards, charges.

use serde_json::{Value, json};

use crate::state::{
    State,
    objects::{Billing, Charge, PaymentIntent, PaymentMethod},
};

/// `GET /v1/payment_intents/{id}` with the secret key.
#[must_use]
pub fn payment_intent(intent: &PaymentIntent, state: &State) -> Value {
    let received = if intent.status == "succeeded" {
        intent.amount
    } else {
        0
    };
    json!({
        "id": intent.id,
        "object": "payment_intent",
        "allowed_payment_method_types": null,
        "amount": intent.amount,
        "amount_capturable": 0,
        "amount_details": { "tip": {} },
        "amount_received": received,
        "application": null,
        "application_fee_amount": null,
        "automatic_payment_methods": automatic(intent),
        "canceled_at": intent.canceled_at,
        "cancellation_reason": intent.cancellation_reason,
        "capture_method": "automatic",
        "client_secret": intent.secret,
        "confirmation_method": "automatic",
        "created": intent.created,
        "currency": intent.currency,
        "customer": intent.customer,
        "customer_account": null,
        "description": intent.description,
        "excluded_payment_method_types": null,
        "last_payment_error": last_error(intent, state),
        "latest_charge": intent.latest_charge,
        "livemode": false,
        "managed_payments": { "enabled": false },
        "metadata": intent.metadata,
        "next_action": next_action(intent),
        "on_behalf_of": null,
        "payment_method": intent.payment_method,
        "payment_method_configuration_details": null,
        "payment_method_options": options(),
        "payment_method_types": ["card"],
        "payment_record": null,
        "processing": (intent.status == "processing").then(|| json!({ "type": "card" })),
        "receipt_email": intent.receipt_email,
        "review": null,
        "setup_future_usage": intent.setup_future_usage,
        "shipping": null,
        "source": null,
        "statement_descriptor": null,
        "statement_descriptor_suffix": null,
        "status": intent.status,
        "transfer_data": null,
        "transfer_group": null,
    })
}

/// The same with the publishable key: without customer and metadata.
#[must_use]
pub fn payment_intent_for_browser(intent: &PaymentIntent, state: &State) -> Value {
    json!({
        "id": intent.id,
        "object": "payment_intent",
        "amount": intent.amount,
        "automatic_payment_methods": automatic(intent),
        "canceled_at": intent.canceled_at,
        "cancellation_reason": intent.cancellation_reason,
        "capture_method": "automatic",
        "client_secret": intent.secret,
        "confirmation_method": "automatic",
        "created": intent.created,
        "currency": intent.currency,
        "description": intent.description,
        "last_payment_error": last_error(intent, state),
        "livemode": false,
        "next_action": next_action(intent),
        "payment_method": intent.payment_method,
        "payment_method_types": ["card"],
        "processing": (intent.status == "processing").then(|| json!({ "type": "card" })),
        "receipt_email": intent.receipt_email,
        "setup_future_usage": intent.setup_future_usage,
        "shipping": null,
        "source": null,
        "status": intent.status,
    })
}

fn automatic(intent: &PaymentIntent) -> Value {
    if intent.automatic_methods {
        json!({ "allow_redirects": "always", "enabled": true })
    } else {
        Value::Null
    }
}

fn options() -> Value {
    json!({
        "card": {
            "installments": null,
            "mandate_options": null,
            "network": null,
            "request_three_d_secure": "automatic",
        },
    })
}

fn next_action(intent: &PaymentIntent) -> Value {
    if intent.status != "requires_action" {
        return Value::Null;
    }
    json!({
        "type": "use_stripe_sdk",
        "use_stripe_sdk": { "type": "three_d_secure_redirect", "source": intent.id },
    })
}

fn last_error(intent: &PaymentIntent, state: &State) -> Value {
    let Some(failure) = &intent.last_error else {
        return Value::Null;
    };
    let kind = if failure.code == "payment_intent_authentication_failure" {
        "invalid_request_error"
    } else {
        "card_error"
    };
    let mut error = json!({
        "code": failure.code,
        "doc_url": format!("https://stripe.com/docs/error-codes/{}", failure.code.replace('_', "-")),
        "message": failure.message,
        "type": kind,
    });
    if let Some(error) = error.as_object_mut() {
        for (name, value) in [
            ("charge", &failure.charge),
            ("decline_code", &failure.decline_code),
        ] {
            if let Some(value) = value {
                error.insert(name.to_owned(), Value::from(value.clone()));
            }
        }
        if let Some(card) = failure
            .payment_method
            .as_ref()
            .and_then(|id| state.payment_methods.get(id))
        {
            error.insert("payment_method".to_owned(), payment_method(card));
        }
    }
    error
}

/// `GET /v1/payment_methods/{id}`.
#[must_use]
pub fn payment_method(method: &PaymentMethod) -> Value {
    json!({
        "id": method.id,
        "object": "payment_method",
        "allow_redisplay": "limited",
        "billing_details": billing(&method.billing),
        "card": {
            "brand": brand(&method.number),
            "checks": checks(),
            "country": "US",
            "display_brand": brand(&method.number),
            "exp_month": method.exp_month,
            "exp_year": method.exp_year,
            "fingerprint": fingerprint(&method.number),
            "funding": "credit",
            "generated_from": null,
            "last4": last_four(&method.number),
            "networks": { "available": [brand(&method.number)], "preferred": null },
            "regulated_status": "unregulated",
            "three_d_secure_usage": { "supported": true },
            "wallet": null,
        },
        "created": method.created,
        "customer": method.customer,
        "customer_account": null,
        "livemode": false,
        "metadata": method.metadata,
        "type": "card",
    })
}

/// `GET /v1/charges/{id}`.
#[must_use]
pub fn charge(charge: &Charge, state: &State) -> Value {
    let method = state.payment_methods.get(&charge.payment_method);
    let failed = charge.failure.as_ref();
    let paid = failed.is_none();
    let decline = failed.and_then(|failure| failure.decline_code.clone());
    json!({
        "id": charge.id,
        "object": "charge",
        "amount": charge.amount,
        "amount_captured": if paid { charge.amount } else { 0 },
        "amount_refunded": charge.amount_refunded,
        "application": null,
        "application_fee": null,
        "application_fee_amount": null,
        "balance_transaction": paid.then(|| charge.id.replacen("ch_", "txn_", 1)),
        "billing_details": billing(&method.map(|method| method.billing.clone()).unwrap_or_default()),
        "calculated_statement_descriptor": "SANDBOX",
        "captured": paid,
        "created": charge.created,
        "currency": charge.currency,
        "customer": charge.customer,
        "description": charge.description,
        "disputed": charge.disputed,
        "failure_balance_transaction": null,
        "failure_code": failed.map(|failure| failure.code.clone()),
        "failure_message": failed.map(|failure| failure.message.clone()),
        "fraud_details": {},
        "livemode": false,
        "metadata": charge.metadata,
        "on_behalf_of": null,
        "outcome": {
            "advice_code": if paid { Value::Null } else { "try_again_later".into() },
            "network_advice_code": null,
            "network_decline_code": if paid { Value::Null } else { "05".into() },
            "network_status": if paid { "approved_by_network" } else { "declined_by_network" },
            "reason": decline,
            "risk_level": "normal",
            "risk_score": 10,
            "seller_message": if paid { "Payment complete." } else { "The bank returned the decline code." },
            "type": if paid { "authorized" } else { "issuer_declined" },
        },
        "paid": paid,
        "payment_intent": charge.payment_intent,
        "payment_method": charge.payment_method,
        "payment_method_details": method.map(|method| details(method, charge.amount)),
        "receipt_email": charge.receipt_email,
        "receipt_number": null,
        "receipt_url": null,
        "refunded": paid && charge.amount_refunded >= charge.amount,
        "review": null,
        "shipping": null,
        "source": null,
        "source_transfer": null,
        "statement_descriptor": null,
        "statement_descriptor_suffix": null,
        "status": if paid { "succeeded" } else { "failed" },
        "transfer_data": null,
        "transfer_group": null,
    })
}

fn billing(billing: &Billing) -> Value {
    json!({
        "address": {
            "city": null,
            "country": billing.country,
            "line1": null,
            "line2": null,
            "postal_code": billing.postal_code,
            "state": null,
        },
        "email": billing.email,
        "name": billing.name,
        "phone": billing.phone,
        "tax_id": null,
    })
}

fn checks() -> Value {
    json!({ "address_line1_check": null, "address_postal_code_check": "pass", "cvc_check": "pass" })
}

fn details(method: &PaymentMethod, amount: i64) -> Value {
    json!({
        "card": {
            "amount_authorized": amount,
            "authorization_code": "123456",
            "brand": brand(&method.number),
            "checks": checks(),
            "country": "US",
            "electronic_commerce_indicator": null,
            "exp_month": method.exp_month,
            "exp_year": method.exp_year,
            "extended_authorization": { "status": "disabled" },
            "fingerprint": fingerprint(&method.number),
            "funding": "credit",
            "incremental_authorization": { "status": "unavailable" },
            "installments": null,
            "last4": last_four(&method.number),
            "mandate": null,
            "multicapture": { "status": "unavailable" },
            "network": brand(&method.number),
            "network_token": { "used": false },
            "network_transaction_id": null,
            "overcapture": { "maximum_amount_capturable": amount, "status": "unavailable" },
            "regulated_status": "unregulated",
            "three_d_secure": null,
            "transaction_link_id": null,
            "wallet": null,
        },
        "type": "card",
    })
}

fn brand(number: &str) -> &'static str {
    match number.chars().next() {
        Some('5') => "mastercard",
        _ => "visa",
    }
}

fn last_four(number: &str) -> &str {
    number
        .get(number.len().saturating_sub(4)..)
        .unwrap_or_default()
}

fn fingerprint(number: &str) -> String {
    let sum = number.bytes().fold(7_u64, |sum, byte| {
        sum.wrapping_mul(1_099_511_628_211) ^ u64::from(byte)
    });
    format!("{sum:016x}")
}
