//! The calls of `/v1`.

mod catalog;
mod customers;
mod intents;
mod invoices;
mod lists;
mod operations;
mod reversals;
mod subscriptions;

use serde_json::Value;

pub use customers::usable;

use crate::{
    error::{ApiError, Result},
    params::Params,
    state::State,
    wire,
};

/// The kind of key used for a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyKind {
    /// The server's own.
    Secret,
    /// The browser's, which is public.
    Publishable,
}

/// One call.
#[derive(Debug)]
pub struct Call<'a> {
    pub method: &'a str,
    /// The part after `/v1/`.
    pub path: &'a str,
    pub params: Params,
    pub key: KeyKind,
    /// The sandbox's base URL, without a trailing slash.
    pub base: &'a str,
}

/// Executes a call.
///
/// # Errors
///
/// When Stripe would refuse it.
pub fn answer(state: &mut State, call: &Call<'_>) -> Result<Value> {
    let segments: Vec<&str> = call
        .path
        .split('/')
        .filter(|part| !part.is_empty())
        .collect();
    let expansions = call.params.list("expand");
    let mut answer = if call.key == KeyKind::Publishable {
        for_browser(state, call, &segments)?
    } else {
        for_server(state, call, &segments)?
    };
    call.params.finish()?;
    wire::expand(&mut answer, &expansions, state)?;
    Ok(answer)
}

fn for_browser(state: &mut State, call: &Call<'_>, segments: &[&str]) -> Result<Value> {
    match (call.method, segments) {
        ("GET", ["payment_intents", id]) => intents::show_to_browser(state, id, &call.params),
        ("POST", ["payment_intents", id, "confirm"]) => {
            intents::confirm_from_browser(state, id, &call.params)
        }
        ("POST", ["payment_intents", id, "sandbox_authenticate"]) => {
            intents::authenticate(state, id, &call.params)
        }
        _ => Err(ApiError::new(
            403,
            "invalid_request_error",
            "This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.",
        )
        .code("secret_key_required")),
    }
}

fn for_server(state: &mut State, call: &Call<'_>, segments: &[&str]) -> Result<Value> {
    let params = &call.params;
    match (call.method, segments) {
        ("POST", ["products"]) => catalog::create_product(state, params),
        ("GET", ["products"]) => catalog::list_products(state, params),
        ("POST", ["products", id]) => catalog::update_product(state, id, params),
        ("POST", ["prices"]) => catalog::create_price(state, params),
        ("GET", ["prices"]) => catalog::list_prices(state, params),
        ("POST", ["prices", id]) => catalog::update_price(state, id, params),

        ("POST", ["customers"]) => customers::create(state, params),
        ("GET", ["customers"]) => customers::list(state, params),
        ("GET", ["customers", id, "payment_methods"]) => customers::list_methods(state, id, params),
        ("POST", ["customers", id]) => customers::update(state, id, params),
        ("DELETE", ["customers", id]) => customers::delete(state, id),
        ("POST", ["payment_methods"]) => customers::create_method(state, params),
        ("POST", ["payment_methods", id, "attach"]) => customers::attach_method(state, id, params),

        ("POST", ["subscriptions"]) => subscriptions::create(state, params),
        ("GET", ["subscriptions"]) => subscriptions::list(state, params),
        ("POST", ["subscriptions", id]) => subscriptions::update(state, id, params),
        ("DELETE", ["subscriptions", id]) => subscriptions::cancel(state, id, params),

        ("GET", ["invoices"]) => invoices::list(state, params),
        ("POST", ["invoices", id, "pay"]) => invoices::pay(state, id, params),
        ("POST", ["invoices", id, "void"]) => invoices::void(state, id),
        ("GET", ["invoice_payments"]) => invoices::list_payments(state, params),

        ("POST", ["payment_intents"]) => intents::create(state, params),
        ("GET", ["payment_intents"]) => intents::list(state, params),
        ("POST", ["payment_intents", id]) => intents::update(state, id, params),
        ("POST", ["payment_intents", id, "confirm"]) => intents::confirm(state, id, params),
        ("POST", ["payment_intents", id, "cancel"]) => intents::cancel(state, id, params),

        ("GET", ["charges"]) => reversals::list_charges(state, params),
        ("POST", ["refunds"]) => reversals::create_refund(state, params),
        ("GET", ["refunds"]) => reversals::list_refunds(state, params),
        ("GET", ["disputes"]) => reversals::list_disputes(state, params),
        ("POST", ["disputes", id]) => reversals::update_dispute(state, id, params),
        ("POST", ["disputes", id, "close"]) => reversals::close_dispute(state, id),

        ("POST", ["billing_portal", "sessions"]) => {
            operations::create_portal_session(state, params, call.base)
        }
        ("GET", ["account"]) => Ok(operations::account()),
        ("GET", ["events"]) => operations::list_events(state, params),
        ("POST", ["webhook_endpoints"]) => operations::create_endpoint(state, params),
        ("GET", ["webhook_endpoints"]) => operations::list_endpoints(state, params),
        ("DELETE", ["webhook_endpoints", id]) => operations::delete_endpoint(state, id),
        ("POST", ["test_helpers", "test_clocks"]) => operations::create_clock(state, params),
        ("POST", ["test_helpers", "test_clocks", id, "advance"]) => {
            operations::advance_clock(state, id, params)
        }
        ("GET", ["test_helpers", "test_clocks", id]) => show(state, "testclock", id),
        ("GET", [collection, id]) => match name_of(collection) {
            Some(name) => show(state, name, id),
            None => Err(ApiError::no_route("GET", call.path)),
        },
        _ => Err(ApiError::no_route(call.method, call.path)),
    }
}

/// The name of a collection's members in messages, and the prefix of their IDs.
fn name_of(collection: &str) -> Option<&'static str> {
    match collection {
        "products" => Some("product"),
        "prices" => Some("price"),
        "customers" => Some("customer"),
        "payment_methods" => Some("PaymentMethod"),
        "subscriptions" => Some("subscription"),
        "invoices" => Some("invoice"),
        "payment_intents" => Some("payment_intent"),
        "charges" => Some("charge"),
        "refunds" => Some("refund"),
        "disputes" => Some("dispute"),
        "events" => Some("event"),
        "webhook_endpoints" => Some("webhook endpoint"),
        _ => None,
    }
}

fn show(state: &State, name: &str, id: &str) -> Result<Value> {
    let object = match name {
        "PaymentMethod" => "payment_method",
        "webhook endpoint" => "webhook_endpoint",
        "testclock" => "test_helpers.test_clock",
        name => name,
    };
    state
        .show(id)
        .filter(|shown| shown.get("object").and_then(Value::as_str) == Some(object))
        .ok_or_else(|| ApiError::no_such(name, id, "id"))
}
