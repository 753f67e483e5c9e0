//! Invoices, and their links to payment intents.

use serde_json::Value;

use super::{customers, lists};
use crate::{
    billing::{
        attempts::{self, Holder},
        subscriptions,
    },
    error::{ApiError, Result},
    params::Params,
    state::{State, objects::Invoice},
    wire,
};

pub fn list(state: &State, params: &Params) -> Result<Value> {
    let (subscription, customer) = (params.text("subscription"), params.text("customer"));
    let status = params.text("status");
    let kept = state
        .invoices
        .iter()
        .filter(|invoice| {
            subscription
                .as_ref()
                .is_none_or(|id| invoice.subscription == *id)
        })
        .filter(|invoice| customer.as_ref().is_none_or(|id| invoice.customer == *id))
        .filter(|invoice| {
            status
                .as_ref()
                .is_none_or(|status| invoice.status == *status)
        })
        .map(|invoice| wire::invoice(invoice, state));
    lists::page(kept, params, "/v1/invoices")
}

pub fn pay(state: &mut State, id: &str, params: &Params) -> Result<Value> {
    let method = params.text("payment_method");
    let is_outside = params.boolean("paid_out_of_band")?.unwrap_or(false);
    params.finish()?;
    let owed = open(state, id)?;
    state.now = state.time_of(&owed.customer);
    if is_outside {
        subscriptions::pay_outside(state, id)?;
        return state.shown(id);
    }
    match method {
        Some(method) => {
            let method = customers::usable(state, &method)?;
            let intent = owed.payment_intent.unwrap_or_default();
            attempts::attempt(state, &intent, &method, Holder::Absent)?;
        }
        None => subscriptions::collect(state, id, Holder::Absent)?,
    }
    state.shown(id)
}

pub fn void(state: &mut State, id: &str) -> Result<Value> {
    let owed = open(state, id)?;
    state.now = state.time_of(&owed.customer);
    subscriptions::void(state, id)?;
    state.shown(id)
}

fn open(state: &State, id: &str) -> Result<Invoice> {
    let invoice = state
        .invoices
        .get(id)
        .ok_or_else(|| ApiError::no_such("invoice", id, "invoice"))?;
    if invoice.status == "open" {
        Ok(invoice.clone())
    } else {
        Err(
            ApiError::invalid(format!("This invoice is {}, not open.", invoice.status))
                .code("invoice_not_editable"),
        )
    }
}

pub fn list_payments(state: &State, params: &Params) -> Result<Value> {
    let (invoice, status) = (params.text("invoice"), params.text("status"));
    params.one_of("payment[type]", &["payment_intent"])?;
    let intent = params.text("payment[payment_intent]");
    let kept = state
        .invoices
        .iter()
        .filter(|kept| invoice.as_ref().is_none_or(|id| kept.id == *id))
        .flat_map(|kept| wire::invoice_payments(kept, state))
        .filter(|payment| {
            let of = payment.pointer("/payment/payment_intent");
            intent.is_none() || of.and_then(Value::as_str) == intent.as_deref()
        })
        .filter(|payment| {
            status
                .as_ref()
                .is_none_or(|status| payment.get("status").and_then(Value::as_str) == Some(status))
        });
    lists::page(kept, params, "/v1/invoice_payments")
}
