//! The customer portal: one page with a customer's subscriptions, each with a button to cancel or keep it, and receipts.

use axum::{
    body::{Body, Bytes},
    extract::{Path, State},
    http::{Response, StatusCode},
};

use super::set;
use crate::{
    api::KeyKind, error::ApiError, params::Params, sandbox::Sandbox, state::State as Objects,
};

/// How long a link is valid, in seconds.
const LIFE: i64 = 5 * 60;
/// How long the page is valid once opened.
const VISIT: i64 = 3600;

const POLICY: &str = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

pub async fn show(State(sandbox): State<Sandbox>, Path(token): Path<String>) -> Response<Body> {
    match sandbox.with(|state| page(state, &token, LIFE)) {
        Some(html) => html_of(StatusCode::OK, html),
        None => expired(),
    }
}

pub async fn change(
    State(sandbox): State<Sandbox>,
    Path(token): Path<String>,
    body: Bytes,
) -> Response<Body> {
    let params = Params::parse(&[&body]);
    let changed = || -> Result<(), ApiError> {
        let subscription = params.required("subscription")?;
        let ends = params.boolean("ends")?.unwrap_or(true);
        let allowed = sandbox.with(|state| {
            let customer = customer_of(state, &token, VISIT)?;
            let owner = &state.subscriptions.get(&subscription)?.customer;
            (*owner == customer).then_some(())
        });
        if allowed.is_none() {
            return Err(ApiError::no_such("subscription", &subscription, "id"));
        }
        let change = Params::of(&[("cancel_at_period_end", if ends { "true" } else { "false" })]);
        let path = format!("subscriptions/{subscription}");
        sandbox
            .carry_out("POST", &path, change, KeyKind::Secret)
            .map(|_| ())
    };
    if changed().is_err() {
        return expired();
    }
    match sandbox.with(|state| page(state, &token, VISIT)) {
        Some(html) => html_of(StatusCode::OK, html),
        None => expired(),
    }
}

fn customer_of(state: &Objects, token: &str, life: i64) -> Option<String> {
    state
        .portal_sessions
        .iter()
        .find(|session| session.token == token && session.created + life > state.now)
        .map(|session| session.customer.clone())
}

fn page(state: &Objects, token: &str, life: i64) -> Option<String> {
    let customer = customer_of(state, token, life)?;
    let back = state
        .portal_sessions
        .iter()
        .find(|session| session.token == token)
        .and_then(|session| session.return_url.clone());
    let mut rows = String::new();
    let subscribed = state.subscriptions.iter().rev().filter(|subscription| {
        subscription.customer == customer && subscription.status != "incomplete"
    });
    for subscription in subscribed {
        let amount = state
            .prices
            .get(&subscription.price)
            .map_or(0, |price| price.unit_amount);
        let end = day(subscription.period_end);
        let (words, button, ends) = match (subscription.ended_at, subscription.cancel_at_period_end)
        {
            (Some(_), _) => ("Canceled", "", "true"),
            (None, true) => ("Cancels on", "Don't cancel subscription", "false"),
            (None, false) => ("Renews on", "Cancel subscription", "true"),
        };
        let form = if button.is_empty() {
            String::new()
        } else {
            format!(
                "<form method=\"post\"><input type=\"hidden\" name=\"subscription\" value=\"{}\"><input type=\"hidden\" name=\"ends\" value=\"{ends}\"><button>{button}</button></form>",
                subscription.id
            )
        };
        let date = if subscription.ended_at.is_some() {
            ""
        } else {
            end.as_str()
        };
        rows.push_str(&format!(
            "<li><p>${}.{:02} per month</p><p>{words} {date}</p>{form}</li>",
            amount / 100,
            amount % 100
        ));
    }
    if rows.is_empty() {
        rows.push_str("<li><p>No subscriptions</p></li>");
    }
    let receipts = receipts(state, &customer);
    let back = back
        .map(|address| format!("<p><a href=\"{}\">Return</a></p>", escaped(&address)))
        .unwrap_or_default();
    Some(format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\"><meta name=\"robots\" content=\"noindex\"><title>Manage your subscriptions</title><link rel=\"stylesheet\" href=\"../v3/portal.css\"><main><p class=\"notice\">Payment sandbox: nothing is charged.</p><h1>Manage your subscriptions</h1><ul>{rows}</ul>{receipts}{back}</main></html>"
    ))
}

/// What the customer has paid, newest first; empty if that is nothing.
fn receipts(state: &Objects, customer: &str) -> String {
    let paid =
        state.charges.iter().rev().filter(|charge| {
            charge.customer.as_deref() == Some(customer) && charge.failure.is_none()
        });
    let rows: Vec<String> = paid
        .map(|charge| {
            let words = match charge.amount_refunded {
                0 => "paid",
                refunded if refunded == charge.amount => "refunded",
                _ => "partly refunded",
            };
            let what = charge.description.as_deref().unwrap_or("Payment");
            format!(
                "<li><p>{}: {}</p><p>${}.{:02} {words}</p></li>",
                day(charge.created),
                escaped(what),
                charge.amount / 100,
                charge.amount % 100
            )
        })
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    format!("<h2>Receipts</h2><ul>{}</ul>", rows.concat())
}

fn day(moment: i64) -> String {
    chrono::DateTime::from_timestamp(moment, 0)
        .map(|moment| moment.format("%B %-d, %Y").to_string())
        .unwrap_or_default()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
}

fn expired() -> Response<Body> {
    html_of(
        StatusCode::NOT_FOUND,
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Link expired</title><main><h1>This link has expired</h1></main></html>".to_owned(),
    )
}

fn html_of(status: StatusCode, html: String) -> Response<Body> {
    let mut response = Response::new(Body::from(html));
    *response.status_mut() = status;
    set(&mut response, "content-type", "text/html; charset=utf-8");
    set(&mut response, "cache-control", "no-store");
    set(&mut response, "content-security-policy", POLICY);
    response
}
