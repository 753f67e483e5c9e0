//! Signed events, as received by endpoints.

use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;

use crate::{
    state::{State, objects::Delivery},
    wire,
};

/// An event, as received by an endpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedEvent {
    pub id: String,
    pub kind: String,
    pub url: String,
    /// The value of `Stripe-Signature`.
    pub signature: String,
    pub body: String,
}

/// The value of `Stripe-Signature` for `body`, sent at `at` (seconds since 1970): one `v1` for each secret.
#[must_use]
pub fn sign(body: &[u8], secrets: &[String], at: i64) -> String {
    let mut header = format!("t={at}");
    for secret in secrets {
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(secret.as_bytes()) else {
            continue;
        };
        mac.update(format!("{at}.").as_bytes());
        mac.update(body);
        header.push_str(",v1=");
        for byte in mac.finalize().into_bytes() {
            header.push_str(&format!("{byte:02x}"));
        }
    }
    header
}

/// What an endpoint is sent for a delivery.
pub fn signed(state: &State, delivery: &Delivery, at: i64) -> Option<SignedEvent> {
    let event = state.events.get(&delivery.event)?;
    let endpoint = state.endpoints.get(&delivery.endpoint)?;
    let body = format!(
        "{:#}",
        Value::Object(wire::event(event, state).as_object()?.clone())
    );
    Some(SignedEvent {
        id: event.id.clone(),
        kind: event.kind.clone(),
        url: endpoint.url.clone(),
        signature: sign(body.as_bytes(), &endpoint.secrets, at),
        body,
    })
}
