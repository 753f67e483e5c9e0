//! What the sandbox remembers of each object. What Stripe shows of it is made in `wire`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::cards::Behavior;

/// Keys and values that the caller put on an object.
pub type Metadata = BTreeMap<String, String>;

/// What is sold.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Product {
    pub id: String,
    pub created: i64,
    pub updated: i64,
    pub active: bool,
    pub name: String,
    pub description: Option<String>,
    pub metadata: Metadata,
}

/// What it costs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Price {
    pub id: String,
    pub created: i64,
    pub active: bool,
    pub product: String,
    pub currency: String,
    /// In cents.
    pub unit_amount: i64,
    /// Each month; else once.
    pub monthly: bool,
    pub lookup_key: Option<String>,
    pub nickname: Option<String>,
    pub metadata: Metadata,
}

/// Who pays.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Customer {
    pub id: String,
    pub created: i64,
    pub deleted: bool,
    pub email: Option<String>,
    pub name: Option<String>,
    pub description: Option<String>,
    pub default_payment_method: Option<String>,
    pub test_clock: Option<String>,
    pub metadata: Metadata,
}

/// A card that was given.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PaymentMethod {
    pub id: String,
    pub created: i64,
    pub customer: Option<String>,
    pub number: String,
    pub exp_month: i64,
    pub exp_year: i64,
    pub behavior: Behavior,
    /// Charged again without its holder.
    pub is_set_up: bool,
    pub billing: Billing,
    pub metadata: Metadata,
}

/// Name and address of a card's holder.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Billing {
    pub name: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub postal_code: Option<String>,
    pub country: Option<String>,
}

/// A payment that is asked for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PaymentIntent {
    pub id: String,
    pub created: i64,
    pub secret: String,
    pub amount: i64,
    pub currency: String,
    pub customer: Option<String>,
    /// The invoice that it pays, which Stripe no longer shows here.
    pub invoice: Option<String>,
    pub description: Option<String>,
    pub receipt_email: Option<String>,
    pub setup_future_usage: Option<String>,
    pub automatic_methods: bool,
    pub status: String,
    pub canceled_at: Option<i64>,
    pub cancellation_reason: Option<String>,
    pub payment_method: Option<String>,
    pub latest_charge: Option<String>,
    pub last_error: Option<PaymentFailure>,
    pub metadata: Metadata,
}

/// Why a payment was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentFailure {
    pub code: String,
    pub decline_code: Option<String>,
    pub message: String,
    pub charge: Option<String>,
    pub payment_method: Option<String>,
}

/// One attempt to take money.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Charge {
    pub id: String,
    pub created: i64,
    pub amount: i64,
    pub amount_refunded: i64,
    pub currency: String,
    pub customer: Option<String>,
    pub payment_intent: String,
    pub payment_method: String,
    pub description: Option<String>,
    pub receipt_email: Option<String>,
    pub failure: Option<PaymentFailure>,
    pub disputed: bool,
    pub metadata: Metadata,
}

/// Money that goes back.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Refund {
    pub id: String,
    pub created: i64,
    pub amount: i64,
    pub currency: String,
    pub charge: String,
    pub payment_intent: String,
    pub reason: Option<String>,
    pub status: String,
    pub metadata: Metadata,
}

/// A holder who wants the money back from the bank.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Dispute {
    pub id: String,
    pub created: i64,
    pub amount: i64,
    pub currency: String,
    pub charge: String,
    pub payment_intent: String,
    pub reason: String,
    pub status: String,
    pub evidence: Option<String>,
    pub metadata: Metadata,
}

/// A payment each month.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Subscription {
    pub id: String,
    pub created: i64,
    pub item: String,
    pub price: String,
    pub quantity: i64,
    pub customer: String,
    pub status: String,
    pub description: Option<String>,
    pub default_payment_method: Option<String>,
    /// The card that pays first pays the renewals too.
    pub saves_payment_method: bool,
    pub period_start: i64,
    pub period_end: i64,
    /// The day of the month comes from here, so that the 31st comes back after a shorter month.
    pub anchor: i64,
    pub cancel_at_period_end: bool,
    pub cancel_at: Option<i64>,
    pub canceled_at: Option<i64>,
    pub ended_at: Option<i64>,
    pub cancellation_reason: Option<String>,
    pub latest_invoice: Option<String>,
    pub metadata: Metadata,
}

/// What a subscription's month costs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Invoice {
    pub id: String,
    pub created: i64,
    pub number: Option<String>,
    pub customer: String,
    pub subscription: String,
    pub subscription_item: String,
    pub line: String,
    /// Of the invoice payment that ties it to its payment intent.
    pub payment: String,
    pub price: String,
    pub amount: i64,
    pub currency: String,
    pub billing_reason: String,
    pub status: String,
    pub period_start: i64,
    pub period_end: i64,
    pub payment_intent: Option<String>,
    pub attempts: i64,
    pub next_attempt: Option<i64>,
    pub finalizes_at: Option<i64>,
    pub finalized_at: Option<i64>,
    pub paid_at: Option<i64>,
    pub voided_at: Option<i64>,
    pub metadata: Metadata,
}

/// Where events go.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WebhookEndpoint {
    pub id: String,
    pub created: i64,
    pub url: String,
    /// Each signs: two while one replaces the other.
    pub secrets: Vec<String>,
    /// `*` stands for all.
    pub enabled_events: Vec<String>,
    pub description: Option<String>,
    pub metadata: Metadata,
}

/// Something that happened.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Event {
    pub id: String,
    pub created: i64,
    #[serde(rename = "type")]
    pub kind: String,
    /// The object as it was then.
    pub object: serde_json::Value,
    pub previous: Option<serde_json::Value>,
    /// The call that caused it.
    pub request: Option<(String, Option<String>)>,
}

/// An event on its way to an endpoint.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Delivery {
    pub event: String,
    pub endpoint: String,
    pub attempts: usize,
    /// `None` once it was taken, or given up.
    pub due: Option<i64>,
    pub delivered: bool,
}

/// A visit to the customer portal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PortalSession {
    pub id: String,
    pub created: i64,
    pub token: String,
    pub customer: String,
    pub return_url: Option<String>,
}

/// A clock that its customers live by.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TestClock {
    pub id: String,
    pub created: i64,
    pub frozen_time: i64,
    pub name: Option<String>,
}
