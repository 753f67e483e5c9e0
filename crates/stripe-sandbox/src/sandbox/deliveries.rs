//! Delivers events to endpoints, retrying until they are accepted.

use std::time::Duration;

use super::Sandbox;
use crate::{
    state::State,
    webhooks::{SignedEvent, signed},
};

/// Seconds between attempts; the last interval repeats for three days.
const PAUSES: &[i64] = &[5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 12 * 3600];
const GIVEN_UP_AFTER: i64 = 3 * 24 * 3600;
/// An endpoint's time limit to answer.
const ANSWER_TIME: Duration = Duration::from_secs(20);
/// How often due deliveries are checked if nothing wakes the sender.
const LOOK: Duration = Duration::from_millis(500);

/// Records the result of an attempt.
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
    /// Sends due events forever. Dropping the future stops it without losing anything.
    pub async fn run_webhooks(self) {
        loop {
            self.tick();
            self.send_due().await;
            let _ = tokio::time::timeout(LOOK, self.woken()).await;
        }
    }

    /// Sends what is due now, oldest first, and returns how many events were accepted.
    pub async fn send_due(&self) -> usize {
        let mut taken = 0;
        for delivery in self.due_deliveries() {
            taken += usize::from(self.send(&delivery.event, &delivery.endpoint).await);
        }
        taken
    }

    /// What is due now, oldest first, for a caller that delivers it without a network: it counts as accepted, and isn't sent.
    pub fn take_due(&self) -> Vec<SignedEvent> {
        let due = self.due_deliveries();
        self.with(|state| {
            let now = state.now;
            let mut taken = Vec::new();
            for delivery in &due {
                taken.extend(signed(state, delivery, now));
                settle(state, &delivery.event, &delivery.endpoint, true, now);
            }
            taken
        })
    }

    /// Sends one event to one endpoint, due or not, and returns whether it was accepted.
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

    /// Posts an event as it is, and returns the status. Tests send the same one twice, or an older one later.
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
