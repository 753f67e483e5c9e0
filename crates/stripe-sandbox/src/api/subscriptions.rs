//! Subscriptions.

use serde_json::Value;

use super::{customers, lists};
use crate::{
    billing::{
        attempts::Holder,
        subscriptions::{self, NewSubscription},
    },
    error::{ApiError, Result},
    params::{Params, change_metadata},
    state::{State, objects::Price},
    wire,
};

pub fn create(state: &mut State, params: &Params) -> Result<Value> {
    let customer = params.required("customer")?;
    if customers::living(state, &customer).is_none() {
        return Err(ApiError::no_such("customer", &customer, "customer"));
    }
    let price = monthly_price(state, &params.required("items[0][price]")?)?;
    let behavior = params.one_of(
        "payment_behavior",
        &[
            "default_incomplete",
            "allow_incomplete",
            "error_if_incomplete",
        ],
    )?;
    let saves = params.one_of(
        "payment_settings[save_default_payment_method]",
        &["on_subscription", "off"],
    )?;
    params.one_of("billing_mode[type]", &["flexible"])?;
    params.one_of("collection_method", &["charge_automatically"])?;
    let method = match params.text("default_payment_method") {
        Some(method) => Some(customers::usable(state, &method)?),
        None => None,
    };
    let asked = NewSubscription {
        customer: customer.clone(),
        price,
        quantity: params.integer("items[0][quantity]")?.unwrap_or(1),
        description: params.text("description"),
        payment_method: method,
        saves_payment_method: saves.as_deref() == Some("on_subscription"),
        cancel_at_period_end: params.boolean("cancel_at_period_end")?.unwrap_or(false),
        metadata: params.members("metadata"),
    };
    params.finish()?;
    state.now = state.time_of(&customer);
    let waits = behavior.as_deref() == Some("default_incomplete");
    let has_card = asked.payment_method.is_some()
        || customers::living(state, &customer)
            .is_some_and(|customer| customer.default_payment_method.is_some());
    if !waits && !has_card {
        return Err(ApiError::invalid(
            "This customer has no attached payment source or default payment method. Please consider adding a default payment method.",
        )
        .code("resource_missing"));
    }
    let id = subscriptions::create(state, asked)?;
    let invoice = state
        .subscriptions
        .get(&id)
        .and_then(|subscription| subscription.latest_invoice.clone());
    if let (false, Some(invoice)) = (waits, invoice) {
        subscriptions::collect(state, &invoice, Holder::Absent)?;
    }
    state.shown(&id)
}

pub fn update(state: &mut State, id: &str, params: &Params) -> Result<Value> {
    let Some(known) = state.subscriptions.get(id).cloned() else {
        return Err(ApiError::no_such("subscription", id, "id"));
    };
    let at_period_end = params.boolean("cancel_at_period_end")?;
    let cancel_at = params.sent("cancel_at");
    let item = params.text("items[0][id]");
    let price = match params.text("items[0][price]") {
        Some(price) => Some(monthly_price(state, &price)?),
        None => None,
    };
    params.one_of("proration_behavior", &["none"])?;
    params.one_of(
        "payment_behavior",
        &["allow_incomplete", "default_incomplete"],
    )?;
    let method = params.text("default_payment_method");
    let mut metadata = known.metadata.clone();
    change_metadata(&mut metadata, params);
    params.finish()?;
    if known.ended_at.is_some() {
        return Err(ApiError::invalid(
            "A canceled subscription can only update its cancellation_details and metadata.",
        ));
    }
    if item.is_some_and(|item| item != known.item) {
        return Err(ApiError::no_such(
            "subscription_item",
            "items[0][id]",
            "items[0][id]",
        ));
    }
    let cancel_at = match cancel_at.as_deref() {
        None => known.cancel_at,
        Some("") => None,
        Some(moment) => Some(moment.parse().map_err(|_| {
            ApiError::invalid(format!("Invalid timestamp: {moment}")).param("cancel_at")
        })?),
    };
    let method = match method {
        Some(method) => Some(customers::usable(state, &method)?),
        None => None,
    };
    state.now = state.time_of(&known.customer);
    let now = state.now;
    state.change_subscription(id, |subscription| {
        subscription.metadata = metadata;
        subscription.cancel_at = cancel_at;
        if let Some(price) = price {
            subscription.price = price.id;
        }
        if let Some(method) = method {
            subscription.default_payment_method = Some(method);
        }
        if let Some(at_period_end) = at_period_end {
            subscription.cancel_at_period_end = at_period_end;
        }
        let is_ending = subscription.cancel_at_period_end || subscription.cancel_at.is_some();
        subscription.canceled_at = is_ending.then(|| subscription.canceled_at.unwrap_or(now));
        subscription.cancellation_reason = is_ending.then(|| "cancellation_requested".to_owned());
    })?;
    state.shown(id)
}

pub fn cancel(state: &mut State, id: &str, params: &Params) -> Result<Value> {
    let Some(known) = state.subscriptions.get(id).cloned() else {
        return Err(ApiError::no_such("subscription", id, "id"));
    };
    for name in ["invoice_now", "prorate"] {
        if params.boolean(name)? == Some(true) {
            return Err(ApiError::invalid("The sandbox does no proration.").param(name));
        }
    }
    params.finish()?;
    if known.ended_at.is_some() {
        return Err(ApiError::no_such("subscription", id, "id"));
    }
    state.now = state.time_of(&known.customer);
    subscriptions::end(state, id, "cancellation_requested")?;
    state.shown(id)
}

pub fn list(state: &State, params: &Params) -> Result<Value> {
    let (customer, price) = (params.text("customer"), params.text("price"));
    let status = params.text("status");
    let kept = state
        .subscriptions
        .iter()
        .filter(|subscription| {
            customer
                .as_ref()
                .is_none_or(|customer| subscription.customer == *customer)
        })
        .filter(|subscription| {
            price
                .as_ref()
                .is_none_or(|price| subscription.price == *price)
        })
        .filter(|subscription| match status.as_deref() {
            None => subscription.status != "canceled",
            Some("all") => true,
            Some("ended") => subscription.ended_at.is_some(),
            Some(status) => subscription.status == status,
        })
        .map(|subscription| wire::subscription(subscription, state));
    lists::page(kept, params, "/v1/subscriptions")
}

fn monthly_price(state: &State, id: &str) -> Result<Price> {
    let price = state
        .prices
        .get(id)
        .ok_or_else(|| ApiError::no_such("price", id, "items[0][price]"))?;
    if !price.active {
        return Err(ApiError::invalid(format!(
            "The price specified is inactive. This field only accepts active prices. ({id})"
        ))
        .param("items[0][price]"));
    }
    if !price.monthly {
        return Err(ApiError::invalid(format!(
            "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`. ({id})"
        ))
        .param("items[0][price]"));
    }
    Ok(price.clone())
}
