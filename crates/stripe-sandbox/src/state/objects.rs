//! The sandbox's objects. `wire` converts them to Stripe's format.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::cards::Behavior;

/// The caller's own keys and values on an object.
pub type Metadata = BTreeMap<String, String>;

/// A product.
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

/// A price.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Price {
    pub id: String,
    pub created: i64,
    pub active: bool,
    pub product: String,
    pub currency: String,
    /// In cents.
    pub unit_amount: i64,
    /// Monthly; otherwise one-time.
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
    /// In cents; below zero it is a credit, which pays the next invoices.
    #[serde(default)]
    pub balance: i64,
    pub metadata: Metadata,
}

/// A saved card.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PaymentMethod {
    pub id: String,
    pub created: i64,
    pub customer: Option<String>,
    pub number: String,
    pub exp_month: i64,
    pub exp_year: i64,
    pub behavior: Behavior,
    /// Can be charged without its holder.
    pub is_set_up: bool,
    pub billing: Billing,
    pub metadata: Metadata,
}

/// Name and address of a cardholder.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Billing {
    pub name: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub postal_code: Option<String>,
    pub country: Option<String>,
}

/// A requested payment.
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

/// Why a payment was declined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentFailure {
    pub code: String,
    pub decline_code: Option<String>,
    pub message: String,
    pub charge: Option<String>,
    pub payment_method: Option<String>,
}

/// One attempt to charge a card.
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

/// Returned money.
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

/// A cardholder's request to the bank to return a payment.
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

/// A monthly payment.
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
    /// The card that pays first also pays renewals.
    pub saves_payment_method: bool,
    pub period_start: i64,
    pub period_end: i64,
    /// Determines the day of the month, so that the 31st returns after a shorter month.
    pub anchor: i64,
    pub cancel_at_period_end: bool,
    pub cancel_at: Option<i64>,
    pub canceled_at: Option<i64>,
    pub ended_at: Option<i64>,
    pub cancellation_reason: Option<String>,
    pub latest_invoice: Option<String>,
    /// What a coupon takes off each further invoice, in cents.
    #[serde(default)]
    pub discount: i64,
    /// What tax adds to each further invoice, in cents.
    #[serde(default)]
    pub tax: i64,
    pub metadata: Metadata,
}

/// The bill for a subscription's month.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Invoice {
    pub id: String,
    pub created: i64,
    pub number: Option<String>,
    pub customer: String,
    pub subscription: String,
    pub subscription_item: String,
    pub line: String,
    /// The ID of the invoice payment that links it to its payment intent.
    pub payment: String,
    pub price: String,
    /// Before discount and tax.
    pub amount: i64,
    #[serde(default)]
    pub discount: i64,
    #[serde(default)]
    pub tax: i64,
    /// The customer's balance before it was finalized.
    #[serde(default)]
    pub balance: i64,
    /// What the customer's credit pays.
    #[serde(default)]
    pub credit: i64,
    /// Paid outside of Stripe.
    #[serde(default)]
    pub out_of_band: bool,
    /// Payment intents that paid parts of it.
    #[serde(default)]
    pub parts: Vec<String>,
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

impl Invoice {
    /// With discount and tax.
    #[must_use]
    pub const fn total(&self) -> i64 {
        let total = self.amount - self.discount + self.tax;
        if total > 0 { total } else { 0 }
    }

    /// What the credit leaves to be paid.
    #[must_use]
    pub const fn due(&self) -> i64 {
        self.total() - self.credit
    }
}

/// Receives events.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WebhookEndpoint {
    pub id: String,
    pub created: i64,
    pub url: String,
    /// Each signs; two while one is being replaced.
    pub secrets: Vec<String>,
    /// `*` means all.
    pub enabled_events: Vec<String>,
    pub description: Option<String>,
    pub metadata: Metadata,
}

/// An event.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Event {
    pub id: String,
    pub created: i64,
    #[serde(rename = "type")]
    pub kind: String,
    /// The object at that time.
    pub object: serde_json::Value,
    pub previous: Option<serde_json::Value>,
    /// The call that caused it.
    pub request: Option<(String, Option<String>)>,
}

/// A delivery of an event to an endpoint.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Delivery {
    pub event: String,
    pub endpoint: String,
    pub attempts: usize,
    /// `None` once accepted or given up.
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

/// A clock for its customers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TestClock {
    pub id: String,
    pub created: i64,
    pub frozen_time: i64,
    pub name: Option<String>,
}
