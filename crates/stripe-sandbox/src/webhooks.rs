//! Events on their way to endpoints: signed, and sent again until they are taken.

use std::time::Duration;

use hmac::{Hmac, KeyInit, Mac};
use serde_json::Value;
use sha2::Sha256;

use crate::{
    sandbox::Sandbox,
    state::{State, objects::Delivery},
    wire,
};

/// Seconds between the attempts; the last one is repeated for three days.
const PAUSES: &[i64] = &[5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 12 * 3600];
const GIVEN_UP_AFTER: i64 = 3 * 24 * 3600;
/// An endpoint must have answered by then.
const ANSWER_TIME: Duration = Duration::from_secs(20);
/// How often due deliveries are looked for when nothing wakes the sender.
const LOOK: Duration = Duration::from_millis(500);

/// An event as an endpoint receives it.
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

/// Notes how an attempt went.
fn settle(state: &mut State, event: &str, endpoint: &str, taken: bool, now: i64) {
    let created = state.events.get(event).map_or(now, |event| event.created);
    let Some(delivery) = state
        .deliveries
        .iter_mut()
        .find(|delivery| delivery.event == event && delivery.endpoint == endpoint)
    else {
        return;
    };
    let pause = PAUSES
        .get(delivery.attempts)
        .or(PAUSES.last())
        .copied()
        .unwrap_or(GIVEN_UP_AFTER);
    delivery.attempts += 1;
    delivery.delivered |= taken;
    delivery.due = Some(now + pause).filter(|due| !taken && *due - created <= GIVEN_UP_AFTER);
}

impl Sandbox {
    /// Sends due events for ever. Dropping the future ends it; nothing is lost by that.
    pub async fn run_webhooks(self) {
        loop {
            self.tick();
            self.send_due().await;
            let _ = tokio::time::timeout(LOOK, self.woken()).await;
        }
    }

    /// Sends what is due now, oldest first, and says how many events were taken.
    pub async fn send_due(&self) -> usize {
        let mut taken = 0;
        for delivery in self.due_deliveries() {
            taken += usize::from(self.send(&delivery.event, &delivery.endpoint).await);
        }
        taken
    }

    /// Sends one event to one endpoint, due or not, and says whether it was taken.
    async fn send(&self, event: &str, endpoint: &str) -> bool {
        let Some(sent) = self.sign_for(event, endpoint) else {
            return false;
        };
        let taken = self
            .post(&sent)
            .await
            .is_some_and(|status| (200..300).contains(&status));
        let now = self.now();
        self.with(|state| settle(state, event, endpoint, taken, now));
        taken
    }

    /// Posts an event as it stands, and answers the status. Tests send the same one twice, or an older one later.
    pub async fn post(&self, event: &SignedEvent) -> Option<u16> {
        self.http()
            .post(&event.url)
            .header("content-type", "application/json; charset=utf-8")
            .header(
                "user-agent",
                "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
            )
            .header("stripe-signature", &event.signature)
            .timeout(ANSWER_TIME)
            .body(event.body.clone())
            .send()
            .await
            .ok()
            .map(|answer| answer.status().as_u16())
    }
}
