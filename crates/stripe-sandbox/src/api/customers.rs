//! Customers and their cards.

use serde_json::Value;

use super::lists;
use crate::{
    billing::{attempts, subscriptions},
    cards::{self, Behavior},
    error::{ApiError, Result},
    params::{Params, change_metadata},
    state::{
        State,
        objects::{Billing, Customer, Metadata, PaymentMethod},
    },
    wire,
};

pub fn create(state: &mut State, params: &Params) -> Result<Value> {
    let clock = params.text("test_clock");
    if let Some(clock) = &clock {
        super::show(state, "testclock", clock)?;
    }
    let customer = Customer {
        id: state.id("cus"),
        created: state.now,
        deleted: false,
        email: params.text("email"),
        name: params.text("name"),
        description: params.text("description"),
        default_payment_method: None,
        test_clock: clock,
        balance: params.integer("balance")?.unwrap_or_default(),
        metadata: params.members("metadata"),
    };
    let method = params.text("payment_method");
    let default = params.text("invoice_settings[default_payment_method]");
    params.finish()?;
    let id = customer.id.clone();
    state.customers.put(&id, customer);
    let mut chosen = None;
    if let Some(method) = method.or_else(|| default.clone()) {
        let method = usable(state, &method)?;
        attempts::set_up(state, &method, &id)?;
        chosen = default.map(|_| method);
    }
    if let Some(customer) = state.customers.get_mut(&id) {
        customer.default_payment_method = chosen;
    }
    let shown = state.shown(&id)?;
    state.emit("customer.created", shown.clone(), None);
    Ok(shown)
}

pub fn update(state: &mut State, id: &str, params: &Params) -> Result<Value> {
    let before = super::show(state, "customer", id)?;
    let Some(mut customer) = living(state, id) else {
        return Err(ApiError::no_such("customer", id, "id"));
    };
    customer.email = params.text("email").or(customer.email);
    customer.name = params.text("name").or(customer.name);
    customer.description = params.text("description").or(customer.description);
    customer.balance = params.integer("balance")?.unwrap_or(customer.balance);
    change_metadata(&mut customer.metadata, params);
    let default = params.text("invoice_settings[default_payment_method]");
    params.finish()?;
    if let Some(method) = default {
        let method = usable(state, &method)?;
        attempts::set_up(state, &method, id)?;
        customer.default_payment_method = Some(method);
    }
    state.customers.put(id, customer);
    let after = state.shown(id)?;
    state.emit_change("customer.updated", &before, after.clone());
    Ok(after)
}

/// Deletes a customer and all its subscriptions.
///
/// # Errors
///
/// When there is no such customer.
pub fn delete(state: &mut State, id: &str) -> Result<Value> {
    if living(state, id).is_none() {
        return Err(ApiError::no_such("customer", id, "id"));
    }
    let running: Vec<String> = state
        .subscriptions
        .iter()
        .filter(|subscription| subscription.customer == id && subscription.ended_at.is_none())
        .map(|subscription| subscription.id.clone())
        .collect();
    for subscription in running {
        subscriptions::end(state, &subscription, "cancellation_requested")?;
    }
    let shown = state.shown(id)?;
    state.emit("customer.deleted", shown, None);
    if let Some(customer) = state.customers.get_mut(id) {
        customer.deleted = true;
    }
    state.shown(id)
}

pub fn list(state: &State, params: &Params) -> Result<Value> {
    let email = params.text("email");
    let kept = state
        .customers
        .iter()
        .filter(|customer| !customer.deleted)
        .filter(|customer| email.is_none() || customer.email == email)
        .map(wire::customer);
    lists::page(kept, params, "/v1/customers")
}

pub fn list_methods(state: &State, id: &str, params: &Params) -> Result<Value> {
    super::show(state, "customer", id)?;
    params.one_of("type", &["card"])?;
    let kept = state
        .payment_methods
        .iter()
        .filter(|method| method.customer.as_deref() == Some(id))
        .map(wire::payment_method);
    lists::page(kept, params, &format!("/v1/customers/{id}/payment_methods"))
}

pub fn create_method(state: &mut State, params: &Params) -> Result<Value> {
    params.one_of("type", &["card"])?;
    let id = new_card(state, params, "")?;
    let metadata = params.members("metadata");
    if let Some(method) = state.payment_methods.get_mut(&id) {
        method.metadata = metadata;
    }
    state.shown(&id)
}

pub fn attach_method(state: &mut State, id: &str, params: &Params) -> Result<Value> {
    let customer = params.required("customer")?;
    params.finish()?;
    super::show(state, "customer", &customer)?;
    let method = usable(state, id)?;
    attempts::set_up(state, &method, &customer)?;
    state.shown(&method)
}

/// The customer, unless deleted.
pub fn living(state: &State, id: &str) -> Option<Customer> {
    state
        .customers
        .get(id)
        .filter(|customer| !customer.deleted)
        .cloned()
}

/// A card by ID, or a new one by a test card's token.
///
/// # Errors
///
/// When there is no such card or token.
pub fn usable(state: &mut State, method: &str) -> Result<String> {
    if state.payment_methods.get(method).is_some() {
        return Ok(method.to_owned());
    }
    let card = cards::by_token(method)
        .ok_or_else(|| ApiError::no_such("PaymentMethod", method, "payment_method"))?;
    Ok(keep(
        state,
        card.number,
        card.behavior,
        12,
        2034,
        Billing::default(),
    ))
}

/// A card from a form: `{prefix}[card][number]` and so on. `prefix` is empty if the members are at the top level.
///
/// # Errors
///
/// When a parameter is missing, or the number isn't a test card's.
pub fn new_card(state: &mut State, params: &Params, prefix: &str) -> Result<String> {
    let name = |parts: &[&str]| {
        let mut name = prefix.to_owned();
        for part in parts {
            if name.is_empty() {
                name.push_str(part);
            } else {
                name.push_str(&format!("[{part}]"));
            }
        }
        name
    };
    let number: String = params
        .required(&name(&["card", "number"]))?
        .chars()
        .filter(|digit| !digit.is_whitespace())
        .collect();
    let month = params
        .integer(&name(&["card", "exp_month"]))?
        .unwrap_or_default();
    let year = params
        .integer(&name(&["card", "exp_year"]))?
        .unwrap_or_default();
    let year = if year < 100 { 2000 + year } else { year };
    params.ignore(&name(&["card", "cvc"]));
    let billing = Billing {
        name: params.text(&name(&["billing_details", "name"])),
        email: params.text(&name(&["billing_details", "email"])),
        phone: params.text(&name(&["billing_details", "phone"])),
        postal_code: params.text(&name(&["billing_details", "address", "postal_code"])),
        country: params.text(&name(&["billing_details", "address", "country"])),
    };
    if !cards::has_check_digit(&number) {
        return Err(
            ApiError::new(402, "card_error", "Your card number is incorrect.")
                .code("incorrect_number")
                .param("number"),
        );
    }
    if !(1..=12).contains(&month) {
        return Err(ApiError::new(
            402,
            "card_error",
            "Your card's expiration month is invalid.",
        )
        .code("invalid_expiry_month")
        .param("exp_month"));
    }
    let behavior = cards::by_number(&number).map_or(Behavior::Declines, |card| card.behavior);
    Ok(keep(state, &number, behavior, month, year, billing))
}

fn keep(
    state: &mut State,
    number: &str,
    behavior: Behavior,
    exp_month: i64,
    exp_year: i64,
    billing: Billing,
) -> String {
    let known = cards::by_number(number).is_some();
    let last = number
        .get(number.len().saturating_sub(4)..)
        .unwrap_or_default();
    let method = PaymentMethod {
        id: state.id("pm"),
        created: state.now,
        customer: None,
        // A real card's number isn't stored.
        number: if known {
            number.to_owned()
        } else {
            format!("000000000000{last}")
        },
        exp_month,
        exp_year,
        behavior,
        is_set_up: false,
        billing,
        metadata: Metadata::new(),
    };
    let id = method.id.clone();
    state.payment_methods.put(&id, method);
    id
}
