//! Products, prices, subscriptions, invoices.

use serde_json::{Value, json};

use super::{invoice_payments::paid_in_parts, list};
use crate::state::{
    State,
    objects::{Invoice, Price, Product, Subscription},
};

/// `GET /v1/products/{id}`.
#[must_use]
pub fn product(product: &Product) -> Value {
    json!({
        "id": product.id,
        "object": "product",
        "active": product.active,
        "created": product.created,
        "default_price": null,
        "description": product.description,
        "images": [],
        "livemode": false,
        "marketing_features": [],
        "metadata": product.metadata,
        "name": product.name,
        "package_dimensions": null,
        "shippable": null,
        "statement_descriptor": null,
        "tax_code": null,
        "tax_details": null,
        "type": "service",
        "unit_label": null,
        "updated": product.updated,
        "url": null,
    })
}

/// `GET /v1/prices/{id}`.
#[must_use]
pub fn price(price: &Price) -> Value {
    let recurring = price.monthly.then(|| {
        json!({
            "interval": "month",
            "interval_count": 1,
            "meter": null,
            "trial_period_days": null,
            "usage_type": "licensed",
        })
    });
    json!({
        "id": price.id,
        "object": "price",
        "active": price.active,
        "billing_scheme": "per_unit",
        "created": price.created,
        "currency": price.currency,
        "custom_unit_amount": null,
        "livemode": false,
        "lookup_key": price.lookup_key,
        "metadata": price.metadata,
        "nickname": price.nickname,
        "product": price.product,
        "recurring": recurring,
        "tax_behavior": "unspecified",
        "tiers_mode": null,
        "transform_quantity": null,
        "type": if price.monthly { "recurring" } else { "one_time" },
        "unit_amount": price.unit_amount,
        "unit_amount_decimal": price.unit_amount.to_string(),
    })
}

/// The older form of a price, which items still contain.
fn plan(price: &Price) -> Value {
    json!({
        "id": price.id,
        "object": "plan",
        "active": price.active,
        "amount": price.unit_amount,
        "amount_decimal": price.unit_amount.to_string(),
        "billing_scheme": "per_unit",
        "created": price.created,
        "currency": price.currency,
        "interval": "month",
        "interval_count": 1,
        "livemode": false,
        "metadata": price.metadata,
        "meter": null,
        "nickname": price.nickname,
        "product": price.product,
        "tiers_mode": null,
        "transform_usage": null,
        "trial_period_days": null,
        "usage_type": "licensed",
    })
}

/// `GET /v1/subscriptions/{id}`. The period is in the item; the subscription no longer has one.
#[must_use]
pub fn subscription(subscription: &Subscription, state: &State) -> Value {
    let sold = state.prices.get(&subscription.price);
    let item = json!({
        "id": subscription.item,
        "object": "subscription_item",
        "billing_thresholds": null,
        "created": subscription.created,
        "current_period_end": subscription.period_end,
        "current_period_start": subscription.period_start,
        "current_trial": null,
        "discounts": [],
        "metadata": {},
        "plan": sold.map(plan),
        "price": sold.map(price),
        "quantity": subscription.quantity,
        "subscription": subscription.id,
        "tax_rates": [],
    });
    let items_url = format!("/v1/subscription_items?subscription={}", subscription.id);
    let clock = state
        .customers
        .get(&subscription.customer)
        .and_then(|customer| customer.test_clock.clone());
    let saves = if subscription.saves_payment_method {
        "on_subscription"
    } else {
        "off"
    };
    // While a cancellation is pending, Stripe shows the period's end as `cancel_at`.
    let cancel_at = match subscription.cancel_at {
        None if subscription.cancel_at_period_end => Some(subscription.period_end),
        other => other,
    };
    json!({
        "id": subscription.id,
        "object": "subscription",
        "application": null,
        "application_fee_percent": null,
        "automatic_tax": { "disabled_reason": null, "enabled": false, "liability": null },
        "billing_cycle_anchor": subscription.anchor,
        "billing_cycle_anchor_config": null,
        "billing_mode": { "flexible": { "proration_discounts": "included" }, "type": "flexible" },
        "billing_schedules": [],
        "billing_thresholds": null,
        "cancel_at": cancel_at,
        "cancel_at_period_end": subscription.cancel_at_period_end,
        "canceled_at": subscription.canceled_at,
        "cancellation_details": {
            "comment": null,
            "feedback": null,
            "feedback_option": null,
            "reason": subscription.cancellation_reason,
        },
        "collection_method": "charge_automatically",
        "created": subscription.created,
        "currency": sold.map_or("usd", |price| price.currency.as_str()),
        "customer": subscription.customer,
        "customer_account": null,
        "days_until_due": null,
        "default_payment_method": subscription.default_payment_method,
        "default_source": null,
        "default_tax_rates": [],
        "description": subscription.description,
        "discounts": [],
        "ended_at": subscription.ended_at,
        "invoice_settings": {
            "account_tax_ids": null,
            "custom_fields": null,
            "description": null,
            "footer": null,
            "issuer": { "type": "self" },
        },
        "items": list(&items_url, vec![item], false),
        "latest_invoice": subscription.latest_invoice,
        "livemode": false,
        "managed_payments": { "enabled": false },
        "metadata": subscription.metadata,
        "next_pending_invoice_item_invoice": null,
        "on_behalf_of": null,
        "pause_collection": null,
        "payment_settings": {
            "payment_method_options": null,
            "payment_method_types": null,
            "save_default_payment_method": saves,
        },
        "pending_invoice_item_interval": null,
        "pending_setup_intent": null,
        "pending_update": null,
        "schedule": null,
        "start_date": subscription.created,
        "status": subscription.status,
        "test_clock": clock,
        "transfer_data": null,
        "trial_end": null,
        "trial_settings": {
            "end_behavior": { "billing_cycle_anchor": null, "missing_payment_method": "create_invoice" },
        },
        "trial_start": null,
    })
}

/// `GET /v1/invoices/{id}`. The payment intent isn't included; `payments` and `confirmation_secret` can be expanded.
#[must_use]
pub fn invoice(invoice: &Invoice, state: &State) -> Value {
    let customer = state.customers.get(&invoice.customer);
    let is_paid = invoice.status == "paid";
    let paid = if is_paid {
        invoice.due()
    } else {
        paid_in_parts(invoice, state)
    };
    let owed = match invoice.status.as_str() {
        "void" => 0,
        _ => invoice.due() - paid,
    };
    let discounts: Vec<Value> = (invoice.discount > 0)
        .then(|| json!({ "amount": invoice.discount, "discount": "di_sandbox" }))
        .into_iter()
        .collect();
    let taxes = (invoice.tax > 0).then(|| {
        json!({
            "amount": invoice.tax,
            "tax_behavior": "exclusive",
            "tax_rate_details": null,
            "taxability_reason": "standard_rated",
            "taxable_amount": invoice.amount - invoice.discount,
            "type": "tax_rate_details",
        })
    });
    let taxes: Vec<Value> = taxes.into_iter().collect();
    let product = state
        .prices
        .get(&invoice.price)
        .map(|price| price.product.clone());
    let line = json!({
        "id": invoice.line,
        "object": "line_item",
        "amount": invoice.amount,
        "currency": invoice.currency,
        "description": "1 × Boost",
        "discount_amounts": discounts,
        "discountable": true,
        "discounts": [],
        "invoice": invoice.id,
        "livemode": false,
        "metadata": invoice.metadata,
        "parent": {
            "invoice_item_details": null,
            "subscription_item_details": {
                "invoice_item": null,
                "proration": false,
                "proration_details": null,
                "subscription": invoice.subscription,
                "subscription_item": invoice.subscription_item,
            },
            "type": "subscription_item_details",
        },
        "period": { "end": invoice.period_end, "start": invoice.period_start },
        "pretax_credit_amounts": [],
        "pricing": {
            "price_details": { "price": invoice.price, "product": product },
            "type": "price_details",
            "unit_amount_decimal": invoice.amount.to_string(),
        },
        "quantity": 1,
        "quantity_decimal": "1",
        "subscription": invoice.subscription,
        "subtotal": invoice.amount,
        "taxes": taxes,
    });
    json!({
        "id": invoice.id,
        "object": "invoice",
        "account_country": "US",
        "account_name": "Sandbox",
        "account_tax_ids": null,
        "amount_due": invoice.due(),
        "amount_overpaid": 0,
        "amount_paid": paid,
        "amount_remaining": owed,
        "amount_shipping": 0,
        "application": null,
        "attempt_count": invoice.attempts,
        "attempted": is_paid || invoice.attempts > 0,
        "auto_advance": matches!(invoice.status.as_str(), "draft" | "open"),
        "automatic_tax": {
            "disabled_reason": null,
            "enabled": false,
            "liability": null,
            "provider": null,
            "status": null,
        },
        "automatically_finalizes_at": invoice.finalizes_at,
        "billing_reason": invoice.billing_reason,
        "collection_method": "charge_automatically",
        "created": invoice.created,
        "currency": invoice.currency,
        "custom_fields": null,
        "customer": invoice.customer,
        "customer_account": null,
        "customer_address": null,
        "customer_email": customer.and_then(|customer| customer.email.clone()),
        "customer_name": customer.and_then(|customer| customer.name.clone()),
        "customer_phone": null,
        "customer_shipping": null,
        "customer_tax_exempt": "none",
        "customer_tax_ids": [],
        "default_payment_method": null,
        "default_source": null,
        "default_tax_rates": [],
        "description": null,
        "discounts": [],
        "due_date": null,
        "effective_at": invoice.finalized_at,
        "ending_balance": invoice.finalized_at.map(|_| invoice.balance + invoice.credit),
        "footer": null,
        "from_invoice": null,
        "hosted_invoice_url": null,
        "invoice_pdf": null,
        "issuer": { "type": "self" },
        "last_finalization_error": null,
        "latest_revision": null,
        "lines": list(&format!("/v1/invoices/{}/lines", invoice.id), vec![line], false),
        "livemode": false,
        "metadata": invoice.metadata,
        "next_payment_attempt": invoice.next_attempt,
        "number": invoice.number,
        "on_behalf_of": null,
        "parent": {
            "quote_details": null,
            "subscription_details": {
                "metadata": invoice.metadata,
                "subscription": invoice.subscription,
            },
            "type": "subscription_details",
        },
        "payment_settings": {
            "default_mandate": null,
            "payment_method_options": null,
            "payment_method_types": null,
        },
        // A renewal invoice's own period is the one that has ended; the paid period is in the line.
        "period_end": invoice.created,
        "period_start": invoice.created,
        "post_payment_credit_notes_amount": 0,
        "pre_payment_credit_notes_amount": 0,
        "receipt_number": null,
        "rendering": null,
        "shipping_cost": null,
        "shipping_details": null,
        "starting_balance": invoice.balance,
        "statement_descriptor": null,
        "status": invoice.status,
        "status_transitions": {
            "finalized_at": invoice.finalized_at,
            "marked_uncollectible_at": null,
            "paid_at": invoice.paid_at,
            "voided_at": invoice.voided_at,
        },
        "subtotal": invoice.amount,
        "subtotal_excluding_tax": invoice.amount,
        "test_clock": customer.and_then(|customer| customer.test_clock.clone()),
        "total": invoice.total(),
        "total_discount_amounts": discounts,
        "total_excluding_tax": invoice.total() - invoice.tax,
        "total_pretax_credit_amounts": [],
        "total_taxes": taxes,
        "webhooks_delivered_at": invoice.created,
    })
}
