//! The customer portal, events, webhook endpoints, test clocks.

use serde_json::{Value, json};

use super::{customers, lists};
use crate::{
    billing::cycle,
    error::{ApiError, Result},
    params::Params,
    state::{
        State,
        objects::{PortalSession, TestClock, WebhookEndpoint},
    },
    wire,
};

pub fn create_portal_session(state: &mut State, params: &Params, base: &str) -> Result<Value> {
    let customer = params.required("customer")?;
    let return_url = params.text("return_url");
    params.finish()?;
    if customers::living(state, &customer).is_none() {
        return Err(ApiError::no_such("customer", &customer, "customer"));
    }
    let session = PortalSession {
        id: state.id("bps"),
        created: state.now,
        token: state.letters(40),
        customer,
        return_url,
    };
    let id = session.id.clone();
    let shown = wire::portal_session(&session, base);
    state.portal_sessions.put(&id, session);
    state.emit("billing_portal.session.created", shown.clone(), None);
    Ok(shown)
}

/// The account of every key.
pub fn account() -> Value {
    json!({
        "id": "acct_sandbox",
        "object": "account",
        "charges_enabled": true,
        "country": "US",
        "default_currency": "usd",
        "details_submitted": true,
        "payouts_enabled": true,
        "type": "standard",
    })
}

pub fn list_events(state: &State, params: &Params) -> Result<Value> {
    let mut kinds = params.list("types");
    kinds.extend(params.text("type"));
    let delivered = params.boolean("delivery_success")?;
    let kept = state
        .events
        .iter()
        .filter(|event| {
            kinds.is_empty()
                || kinds.iter().any(|kind| match kind.strip_suffix('*') {
                    Some(prefix) => event.kind.starts_with(prefix),
                    None => event.kind == *kind,
                })
        })
        .filter(|event| {
            let pending = || {
                state
                    .deliveries
                    .iter()
                    .any(|delivery| delivery.event == event.id && !delivery.delivered)
            };
            delivered.is_none_or(|delivered| delivered != pending())
        })
        .map(|event| wire::event(event, state));
    lists::page(kept, params, "/v1/events")
}

pub fn create_endpoint(state: &mut State, params: &Params) -> Result<Value> {
    let url = params.required("url")?;
    let mut events = params.list("enabled_events");
    if events.is_empty() {
        return Err(ApiError::missing("enabled_events"));
    }
    let version = params.text("api_version");
    if version.is_some_and(|version| version != crate::VERSION) {
        return Err(ApiError::invalid("The sandbox speaks one version.").param("api_version"));
    }
    events.sort();
    let endpoint = WebhookEndpoint {
        id: state.id("we"),
        created: state.now,
        url,
        secrets: vec![format!("whsec_{}", state.letters(32))],
        enabled_events: events,
        description: params.text("description"),
        metadata: params.members("metadata"),
    };
    params.finish()?;
    let id = endpoint.id.clone();
    let secret = endpoint.secrets.first().cloned();
    state.endpoints.put(&id, endpoint);
    let mut shown = state.shown(&id)?;
    if let Some(members) = shown.as_object_mut() {
        members.insert("secret".to_owned(), json!(secret));
    }
    Ok(shown)
}

pub fn list_endpoints(state: &State, params: &Params) -> Result<Value> {
    let kept = state.endpoints.iter().map(wire::webhook_endpoint);
    lists::page(kept, params, "/v1/webhook_endpoints")
}

pub fn delete_endpoint(state: &mut State, id: &str) -> Result<Value> {
    state
        .endpoints
        .remove(id)
        .ok_or_else(|| ApiError::no_such("webhook endpoint", id, "id"))?;
    state.deliveries.retain(|delivery| delivery.endpoint != id);
    Ok(json!({ "id": id, "object": "webhook_endpoint", "deleted": true }))
}

pub fn create_clock(state: &mut State, params: &Params) -> Result<Value> {
    let Some(frozen_time) = params.integer("frozen_time")? else {
        return Err(ApiError::missing("frozen_time"));
    };
    let clock = TestClock {
        id: state.id("clock"),
        created: state.now,
        frozen_time,
        name: params.text("name"),
    };
    params.finish()?;
    let id = clock.id.clone();
    state.clocks.put(&id, clock);
    state.shown(&id)
}

pub fn advance_clock(state: &mut State, id: &str, params: &Params) -> Result<Value> {
    let Some(target) = params.integer("frozen_time")? else {
        return Err(ApiError::missing("frozen_time"));
    };
    params.finish()?;
    let Some(clock) = state.clocks.get(id) else {
        return Err(ApiError::no_such("testclock", id, "clock"));
    };
    if target <= clock.frozen_time {
        return Err(ApiError::invalid("Test clock time can only be advanced.").param("frozen_time"));
    }
    cycle::run(state, Some(id), target)?;
    if let Some(clock) = state.clocks.get_mut(id) {
        clock.frozen_time = target;
    }
    state.shown(id)
}
