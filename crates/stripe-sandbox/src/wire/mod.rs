//! Objects in Stripe's format, in the pinned version. The official client's types check these shapes (`e2e/stripe`).

mod billing;
mod expand;
mod invoice_payments;
mod payments;
mod refunds;
mod shown;

use serde_json::{Value, json};

pub use billing::{invoice, price, product, subscription};
pub use expand::expand;
pub use invoice_payments::invoice_payments;
pub use payments::{charge, payment_intent, payment_intent_for_browser, payment_method};
pub use refunds::{dispute, refund};

use crate::{
    VERSION,
    state::{
        State,
        objects::{Customer, Event, PortalSession, TestClock, WebhookEndpoint},
    },
};

/// `GET /v1/customers/{id}`.
#[must_use]
pub fn customer(customer: &Customer) -> Value {
    if customer.deleted {
        return json!({ "id": customer.id, "object": "customer", "deleted": true });
    }
    json!({
        "id": customer.id,
        "object": "customer",
        "address": null,
        "balance": customer.balance,
        "created": customer.created,
        "currency": null,
        "customer_account": null,
        "default_source": null,
        "delinquent": false,
        "description": customer.description,
        "discount": null,
        "email": customer.email,
        "invoice_prefix": customer.id.chars().rev().take(8).collect::<String>().to_uppercase(),
        "invoice_settings": {
            "custom_fields": null,
            "default_payment_method": customer.default_payment_method,
            "footer": null,
            "rendering_options": null,
        },
        "livemode": false,
        "metadata": customer.metadata,
        "name": customer.name,
        "next_invoice_sequence": 1,
        "phone": null,
        "preferred_locales": [],
        "shipping": null,
        "tax_exempt": "none",
        "test_clock": customer.test_clock,
    })
}

/// `GET /v1/events/{id}`, and what an endpoint is sent.
#[must_use]
pub fn event(event: &Event, state: &State) -> Value {
    let pending = state
        .deliveries
        .iter()
        .filter(|delivery| delivery.event == event.id && !delivery.delivered)
        .count();
    let mut data = json!({ "object": event.object });
    if let (Some(data), Some(previous)) = (data.as_object_mut(), &event.previous) {
        data.insert("previous_attributes".to_owned(), previous.clone());
    }
    let (request, key) = event.request.clone().unzip();
    json!({
        "id": event.id,
        "object": "event",
        "api_version": VERSION,
        "created": event.created,
        "data": data,
        "livemode": false,
        "pending_webhooks": pending,
        "request": { "id": request, "idempotency_key": key.flatten() },
        "type": event.kind,
    })
}

/// `GET /v1/webhook_endpoints/{id}`; the secret is only shown when the endpoint is created.
#[must_use]
pub fn webhook_endpoint(endpoint: &WebhookEndpoint) -> Value {
    json!({
        "id": endpoint.id,
        "object": "webhook_endpoint",
        "api_version": VERSION,
        "application": null,
        "created": endpoint.created,
        "description": endpoint.description,
        "enabled_events": endpoint.enabled_events,
        "livemode": false,
        "metadata": endpoint.metadata,
        "status": "enabled",
        "url": endpoint.url,
    })
}

/// `POST /v1/billing_portal/sessions`; `base` is the sandbox's base URL.
#[must_use]
pub fn portal_session(session: &PortalSession, base: &str) -> Value {
    json!({
        "id": session.id,
        "object": "billing_portal.session",
        "after_expiration": null,
        "configuration": "bpc_sandbox",
        "created": session.created,
        "customer": session.customer,
        "customer_account": null,
        "flow": null,
        "livemode": false,
        "locale": null,
        "on_behalf_of": null,
        "return_url": session.return_url,
        "url": format!("{base}/portal/{}", session.token),
    })
}

/// `GET /v1/test_helpers/test_clocks/{id}`.
#[must_use]
pub fn test_clock(clock: &TestClock) -> Value {
    json!({
        "id": clock.id,
        "object": "test_helpers.test_clock",
        "created": clock.created,
        "deletes_after": clock.created + 30 * 24 * 3600,
        "frozen_time": clock.frozen_time,
        "livemode": false,
        "name": clock.name,
        "status": "ready",
        "status_details": {},
    })
}

/// A list, or a page of one.
#[must_use]
pub fn list(url: &str, data: Vec<Value>, has_more: bool) -> Value {
    json!({ "object": "list", "data": data, "has_more": has_more, "url": url })
}
