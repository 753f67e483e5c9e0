//! `expand[]=latest_invoice.confirmation_secret`: replaces IDs with objects, and includes members that are left out by
//! default.

use serde_json::{Value, json};

use super::{invoice_payments, list, refunds};
use crate::{
    error::{ApiError, Result},
    state::State,
};

/// Stripe's maximum depth.
const DEEPEST: usize = 4;

/// Applies all expansions of a call.
///
/// # Errors
///
/// When a path can't be expanded, or is too deep.
pub fn expand(answer: &mut Value, paths: &[String], state: &State) -> Result<()> {
    for path in paths {
        let names: Vec<&str> = path.split('.').collect();
        if names.len() > DEEPEST {
            return Err(refusal(
                path,
                "You cannot expand more than 4 levels of a property",
            ));
        }
        step(answer, &names, path, state)?;
    }
    Ok(())
}

fn step(place: &mut Value, names: &[&str], path: &str, state: &State) -> Result<()> {
    let Some((name, deeper)) = names.split_first() else {
        return Ok(());
    };
    if let Some(entries) = place.as_array_mut() {
        return entries
            .iter_mut()
            .try_for_each(|entry| step(entry, names, path, state));
    }
    let included = included(place, name, state);
    let Some(object) = place.as_object_mut() else {
        return Ok(());
    };
    if let Some(included) = included {
        object.entry((*name).to_owned()).or_insert(included);
    }
    let is_outside = object.get("type").and_then(Value::as_str) == Some("payment_record");
    let Some(member) = object.get_mut(*name) else {
        // Stripe knows the member, which a payment outside of it just doesn't have.
        if is_outside && *name == "payment_intent" {
            return Ok(());
        }
        return Err(refusal(
            path,
            &format!("This property cannot be expanded ({path})"),
        ));
    };
    if let Some(id) = member.as_str() {
        *member = state
            .show(id)
            .ok_or_else(|| refusal(path, &format!("This property cannot be expanded ({path})")))?;
    }
    step(member, deeper, path, state)
}

/// A member that is left out unless expanded.
fn included(place: &Value, name: &str, state: &State) -> Option<Value> {
    let id = place.get("id").and_then(Value::as_str)?;
    match (place.get("object").and_then(Value::as_str)?, name) {
        ("invoice", "confirmation_secret") => {
            let intent = state.invoices.get(id)?.payment_intent.as_ref();
            let intent = intent.and_then(|intent| state.payment_intents.get(intent));
            // A draft doesn't have one yet.
            Some(intent.map_or(
                Value::Null,
                |intent| json!({ "client_secret": intent.secret, "type": "payment_intent" }),
            ))
        }
        ("invoice", "payments") => {
            let payments = invoice_payments(state.invoices.get(id)?, state);
            let url = format!("/v1/invoice_payments?invoice={id}");
            Some(list(&url, payments, false))
        }
        ("charge", "refunds") => Some(refunds::refunds_of(id, state)),
        _ => None,
    }
}

fn refusal(path: &str, message: &str) -> ApiError {
    ApiError::invalid(message)
        .code("property_cannot_be_expanded")
        .param("expand")
        .with("path", Value::from(path))
}
