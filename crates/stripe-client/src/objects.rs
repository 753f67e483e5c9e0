//! Stripe's objects, with the fields that we use. Times are seconds since 1970, amounts are cents.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::reference::{Identified, Ref};

/// Our own data on an object.
pub type Metadata = BTreeMap<String, String>;

/// A list, or a page of one.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct List<T> {
    pub data: Vec<T>,
    pub has_more: bool,
}

/// The account that the key belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Account {
    pub id: String,
    /// Whether Stripe lets it charge cards.
    pub charges_enabled: bool,
}

/// What something costs.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Price {
    pub id: String,
    pub active: bool,
    pub currency: String,
    pub unit_amount: Option<i64>,
    pub lookup_key: Option<String>,
    pub recurring: Option<Recurring>,
    pub product: Ref<Product>,
    #[serde(default)]
    pub metadata: Metadata,
    pub livemode: bool,
}

/// What is sold at a price.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Product {
    pub id: String,
    /// Missing if it was deleted.
    #[serde(default)]
    pub name: Option<String>,
}

/// The billing interval.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Recurring {
    pub interval: String,
    pub interval_count: i64,
}

/// Who pays.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Customer {
    pub id: String,
    #[serde(default)]
    pub deleted: bool,
    #[serde(default)]
    pub email: Option<String>,
}

/// A monthly payment.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Subscription {
    pub id: String,
    /// `incomplete`, `active`, `past_due`, `canceled`, `incomplete_expired`, `unpaid`, … and what Stripe adds.
    pub status: String,
    pub customer: Ref<Customer>,
    pub created: i64,
    pub cancel_at: Option<i64>,
    pub cancel_at_period_end: bool,
    #[serde(default)]
    pub cancellation_details: Option<CancellationDetails>,
    pub ended_at: Option<i64>,
    pub items: List<SubscriptionItem>,
    pub latest_invoice: Option<Ref<Invoice>>,
    pub metadata: Metadata,
    pub livemode: bool,
}

/// Why a subscription ends.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct CancellationDetails {
    /// `cancellation_requested`, `payment_failed`, `payment_disputed`.
    pub reason: Option<String>,
}

/// What is subscribed to, and the current period.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct SubscriptionItem {
    pub id: String,
    pub price: Price,
    pub current_period_start: i64,
    /// Advances when a period begins, before it is paid.
    pub current_period_end: i64,
}

/// The bill for a period.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Invoice {
    pub id: String,
    /// `draft`, `open`, `paid`, `void`, `uncollectible`.
    pub status: Option<String>,
    pub created: i64,
    pub currency: String,
    pub amount_due: i64,
    pub amount_paid: i64,
    pub attempt_count: i64,
    pub next_payment_attempt: Option<i64>,
    pub lines: List<Line>,
    pub parent: Option<Parent>,
    #[serde(default)]
    pub status_transitions: Option<StatusTransitions>,
    /// Present only if expanded.
    #[serde(default)]
    pub confirmation_secret: Option<ConfirmationSecret>,
    /// Present only if expanded.
    #[serde(default)]
    pub payments: Option<List<InvoicePayment>>,
    pub livemode: bool,
}

impl Invoice {
    /// The subscription that it belongs to.
    #[must_use]
    pub fn subscription(&self) -> Option<&str> {
        let details = self.parent.as_ref()?.subscription_details.as_ref()?;
        Some(details.subscription.id())
    }
}

/// When an invoice got its status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct StatusTransitions {
    pub paid_at: Option<i64>,
}

/// One line of an invoice.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Line {
    /// Before discounts and tax; negative if it takes something back.
    pub amount: i64,
    pub period: Period,
    pub pricing: Option<Pricing>,
}

/// A time span, in seconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Period {
    pub start: i64,
    pub end: i64,
}

/// The price of a line.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Pricing {
    #[serde(default)]
    pub price_details: Option<PriceDetails>,
}

/// The price itself.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PriceDetails {
    pub price: Ref<Price>,
}

/// What an invoice belongs to.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Parent {
    pub subscription_details: Option<SubscriptionDetails>,
}

/// The subscription of an invoice.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct SubscriptionDetails {
    pub subscription: Ref<Subscription>,
}

/// What the browser needs to pay an invoice.
#[derive(Clone, PartialEq, Eq, Deserialize)]
pub struct ConfirmationSecret {
    pub client_secret: String,
}

impl std::fmt::Debug for ConfirmationSecret {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("ConfirmationSecret(hidden)")
    }
}

/// Links an invoice to its payment.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct InvoicePayment {
    pub id: String,
    pub invoice: Ref<Invoice>,
    /// `open`, `paid`, `canceled`.
    pub status: String,
    pub payment: PaymentOfInvoice,
}

/// The payment itself. One outside of Stripe has no payment intent.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PaymentOfInvoice {
    #[serde(default)]
    pub payment_intent: Option<Ref<PaymentIntent>>,
}

/// A requested payment.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PaymentIntent {
    pub id: String,
    /// `requires_payment_method`, `requires_action`, `processing`, `succeeded`, `canceled`, …
    pub status: String,
    pub created: i64,
    pub amount: i64,
    pub amount_received: i64,
    pub currency: String,
    pub customer: Option<Ref<Customer>>,
    pub client_secret: Option<String>,
    pub latest_charge: Option<Ref<Charge>>,
    pub metadata: Metadata,
    pub livemode: bool,
}

/// One attempt to charge a card.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Charge {
    pub id: String,
    pub created: i64,
    pub amount: i64,
    pub amount_refunded: i64,
    pub paid: bool,
    pub refunded: bool,
    pub disputed: bool,
    pub payment_intent: Option<Ref<PaymentIntent>>,
}

/// Returned money.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Refund {
    pub id: String,
    pub created: i64,
    pub amount: i64,
    pub status: Option<String>,
    pub payment_intent: Option<Ref<PaymentIntent>>,
}

/// A cardholder's request to the bank to return a payment.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Dispute {
    pub id: String,
    pub created: i64,
    /// `needs_response`, `under_review`, `won`, `lost`, …
    pub status: String,
    pub payment_intent: Option<Ref<PaymentIntent>>,
}

/// A link to the customer portal.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct PortalSession {
    pub url: String,
}

/// The parts of an event that we need: its ID and its object. The object is read again from the API, because events
/// come in any order.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Event {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub created: i64,
    pub livemode: bool,
    pub data: EventData,
}

/// The object at that time.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct EventData {
    pub object: serde_json::Value,
}

impl Event {
    /// A text member of the object, such as `id` or `payment_intent`; for an expanded member, its ID.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        let member = self.data.object.get(name)?;
        member.as_str().or_else(|| member.get("id")?.as_str())
    }
}

macro_rules! identified {
    ($($object:ty),+) => {
        $(impl Identified for $object {
            fn id(&self) -> &str {
                &self.id
            }
        })+
    };
}

identified!(
    Charge,
    Customer,
    Invoice,
    PaymentIntent,
    Price,
    Product,
    Subscription
);
