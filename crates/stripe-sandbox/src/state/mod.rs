//! All of the sandbox's state. It can be saved and loaded, so that a demo survives restarts.

pub mod objects;
mod table;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use table::Table;

use crate::idempotency::Answers;
use objects::{
    Charge, Customer, Delivery, Dispute, Event, Invoice, PaymentIntent, PaymentMethod,
    PortalSession, Price, Product, Refund, Subscription, TestClock, WebhookEndpoint,
};

/// How many settled events, declined charges, cards without a customer, and visits to the portal are remembered. Anyone may call
/// a demo's sandbox, and nobody asks for older ones.
const MAX_REMEMBERED: usize = 2_000;

/// How many events are remembered whose endpoint hasn't taken them.
const MAX_WAITING: usize = 10_000;

/// Everything.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct State {
    seed: u64,
    count: u64,
    /// The time at which calls and due work happen, in seconds since 1970.
    #[serde(skip)]
    pub now: i64,
    /// How far the clock was advanced, in seconds.
    pub ahead: i64,
    pub products: Table<Product>,
    pub prices: Table<Price>,
    pub customers: Table<Customer>,
    pub payment_methods: Table<PaymentMethod>,
    pub payment_intents: Table<PaymentIntent>,
    pub charges: Table<Charge>,
    pub refunds: Table<Refund>,
    pub disputes: Table<Dispute>,
    pub subscriptions: Table<Subscription>,
    pub invoices: Table<Invoice>,
    pub endpoints: Table<WebhookEndpoint>,
    pub events: Table<Event>,
    pub deliveries: Vec<Delivery>,
    pub portal_sessions: Table<PortalSession>,
    pub clocks: Table<TestClock>,
    pub answers: Answers,
    /// The call in progress: its ID and its idempotency key.
    #[serde(skip)]
    pub request: Option<(String, Option<String>)>,
}

impl State {
    /// Empty; `seed` determines all IDs.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            ..Self::default()
        }
    }

    /// A new ID with `prefix`.
    pub fn id(&mut self, prefix: &str) -> String {
        format!("{prefix}_{}", self.letters(24))
    }

    /// Random letters and digits, unguessable from outside but repeatable with a seed.
    pub fn letters(&mut self, length: usize) -> String {
        const ALPHABET: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        (0..length)
            .map(|_| {
                let place = self.next_number() % ALPHABET.len() as u64;
                ALPHABET
                    .get(usize::try_from(place).unwrap_or_default())
                    .map_or('0', |letter| char::from(*letter))
            })
            .collect()
    }

    /// SplitMix64 over a counter.
    fn next_number(&mut self) -> u64 {
        self.count = self.count.wrapping_add(1);
        let mut mixed = self
            .seed
            .wrapping_add(self.count.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A customer's current time: its test clock's, or else the sandbox's.
    #[must_use]
    pub fn time_of(&self, customer: &str) -> i64 {
        self.customers
            .get(customer)
            .and_then(|customer| customer.test_clock.as_ref())
            .and_then(|clock| self.clocks.get(clock))
            .map_or(self.now, |clock| clock.frozen_time)
    }

    /// Forgets the oldest of what callers can make any number of.
    pub fn forget_oldest(&mut self) {
        let intents = self.payment_intents.iter();
        let in_use: BTreeSet<&str> = intents
            .filter_map(|intent| intent.payment_method.as_deref())
            .collect();
        self.payment_methods
            .forget_oldest(MAX_REMEMBERED, |method| {
                method.customer.is_none() && !in_use.contains(method.id.as_str())
            });
        let intents = self.payment_intents.iter();
        let latest: BTreeSet<&str> = intents
            .filter_map(|intent| intent.latest_charge.as_deref())
            .collect();
        self.charges.forget_oldest(MAX_REMEMBERED, |charge| {
            charge.failure.is_some() && !latest.contains(charge.id.as_str())
        });
        self.portal_sessions.forget_oldest(MAX_REMEMBERED, |_| true);
        let waiting: BTreeSet<&str> = self
            .deliveries
            .iter()
            .filter(|delivery| delivery.due.is_some())
            .map(|delivery| delivery.event.as_str())
            .collect();
        self.events
            .forget_oldest(MAX_REMEMBERED, |event| !waiting.contains(event.id.as_str()));
        // An endpoint that is away for days gets the latest.
        self.events.forget_oldest(MAX_WAITING, |_| true);
        let events = &self.events;
        self.deliveries
            .retain(|delivery| events.get(&delivery.event).is_some());
    }

    /// Records an event and queues its delivery.
    pub fn emit(&mut self, kind: &str, object: Value, previous: Option<Value>) {
        let event = Event {
            id: self.id("evt"),
            created: self.now,
            kind: kind.to_owned(),
            object,
            previous,
            request: self.request.clone(),
        };
        let wanting: Vec<String> = self
            .endpoints
            .iter()
            .filter(|endpoint| {
                endpoint
                    .enabled_events
                    .iter()
                    .any(|wanted| wanted == "*" || wanted == kind)
            })
            .map(|endpoint| endpoint.id.clone())
            .collect();
        for endpoint in wanting {
            self.deliveries.push(Delivery {
                event: event.id.clone(),
                endpoint,
                attempts: 0,
                due: Some(0),
                delivered: false,
            });
        }
        let id = event.id.clone();
        self.events.put(&id, event);
    }

    /// Records a change of an object: the event contains the previous values of changed members.
    pub fn emit_change(&mut self, kind: &str, before: &Value, after: Value) {
        let previous: serde_json::Map<_, _> = before
            .as_object()
            .into_iter()
            .flatten()
            .filter(|(name, value)| after.get(name.as_str()) != Some(value))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        self.emit(kind, after, Some(Value::Object(previous)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_that_nobody_waits_for_are_forgotten_oldest_first() {
        let mut state = State::new(1);
        for number in 0..MAX_REMEMBERED + 500 {
            state.emit("charge.failed", Value::from(number), None);
        }
        let waiting = state.events.iter().next().unwrap().id.clone();
        state.deliveries.push(Delivery {
            event: waiting.clone(),
            endpoint: "we_1".to_owned(),
            attempts: 0,
            due: Some(0),
            delivered: false,
        });
        state.forget_oldest();
        assert!(state.events.get(&waiting).is_some());
        assert_eq!(state.events.iter().count(), MAX_REMEMBERED + 1);
        let newest = state.events.iter().next_back().unwrap();
        assert_eq!(newest.object, Value::from(MAX_REMEMBERED + 499));
        state.deliveries.clear();
        state.forget_oldest();
        assert_eq!(state.events.iter().count(), MAX_REMEMBERED);
    }

    fn charge(id: &str, is_declined: bool) -> Charge {
        Charge {
            id: id.to_owned(),
            created: 0,
            amount: 800,
            amount_refunded: 0,
            currency: "usd".to_owned(),
            customer: None,
            payment_intent: "pi_1".to_owned(),
            payment_method: "pm_1".to_owned(),
            description: None,
            receipt_email: None,
            failure: is_declined.then(|| objects::PaymentFailure {
                code: "card_declined".to_owned(),
                decline_code: None,
                message: String::new(),
                charge: None,
                payment_method: None,
            }),
            disputed: false,
            metadata: Default::default(),
        }
    }

    #[test]
    fn declined_charges_are_forgotten_oldest_first_and_no_others() {
        let mut state = State::new(1);
        let intent = PaymentIntent {
            id: "pi_1".to_owned(),
            created: 0,
            secret: String::new(),
            amount: 800,
            currency: "usd".to_owned(),
            customer: None,
            invoice: None,
            description: None,
            receipt_email: None,
            setup_future_usage: None,
            automatic_methods: true,
            status: "requires_payment_method".to_owned(),
            canceled_at: None,
            cancellation_reason: None,
            payment_method: None,
            latest_charge: Some("ch_latest".to_owned()),
            last_error: None,
            metadata: Default::default(),
        };
        state.payment_intents.put("pi_1", intent);
        state.charges.put("ch_paid", charge("ch_paid", false));
        state.charges.put("ch_latest", charge("ch_latest", true));
        for number in 0..MAX_REMEMBERED + 500 {
            let id = format!("ch_{number}");
            state.charges.put(&id, charge(&id, true));
        }
        state.forget_oldest();
        for kept in ["ch_paid", "ch_latest", "ch_500"] {
            assert!(state.charges.get(kept).is_some(), "{kept}");
        }
        assert!(state.charges.get("ch_499").is_none());
        assert_eq!(state.charges.iter().count(), MAX_REMEMBERED + 2);
    }

    #[test]
    fn events_that_are_never_taken_have_a_limit_too() {
        let mut state = State::new(1);
        let endpoint = WebhookEndpoint {
            id: "we_1".to_owned(),
            created: 0,
            url: String::new(),
            secrets: Vec::new(),
            enabled_events: vec!["*".to_owned()],
            description: None,
            metadata: Default::default(),
        };
        state.endpoints.put("we_1", endpoint);
        for number in 0..MAX_WAITING + 500 {
            state.emit("charge.failed", Value::from(number), None);
        }
        state.forget_oldest();
        assert_eq!(state.events.iter().count(), MAX_WAITING);
        assert_eq!(state.deliveries.len(), MAX_WAITING);
    }
}
