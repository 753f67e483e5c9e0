//! Objects, with the fields that are used. Times are seconds since 1970, amounts are cents.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::reference::{Identified, Ref};

/// What we put on an object.
pub type Metadata = BTreeMap<String, String>;

/// A list, or a part of one.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct List<T> {
    pub data: Vec<T>,
    pub has_more: bool,
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
    pub livemode: bool,
}

/// How often it is paid.
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

/// A payment each month.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Subscription {
    pub id: String,
    /// `incomplete`, `active`, `past_due`, `canceled`, `incomplete_expired`, `unpaid`, … and what Stripe adds.
    pub status: String,
    pub customer: Ref<Customer>,
    pub created: i64,
    pub cancel_at: Option<i64>,
    pub cancel_at_period_end: bool,
    pub ended_at: Option<i64>,
    pub items: List<SubscriptionItem>,
    pub latest_invoice: Option<Ref<Invoice>>,
    pub metadata: Metadata,
    pub livemode: bool,
}

/// What is subscribed to, and the period that runs.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct SubscriptionItem {
    pub id: String,
    pub price: Price,
    pub current_period_start: i64,
    /// Moves on when a period begins, before it is paid.
    pub current_period_end: i64,
}

/// What a period costs.
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
    /// Only where it was asked for.
    #[serde(default)]
    pub confirmation_secret: Option<ConfirmationSecret>,
    /// Only where it was asked for.
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

/// One line of an invoice.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Line {
    pub amount: i64,
    pub period: Period,
    pub pricing: Option<Pricing>,
}

/// From when to when, in seconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Period {
    pub start: i64,
    pub end: i64,
}

/// Which price a line is of.
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

/// What ties an invoice to its payment.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct InvoicePayment {
    pub id: String,
    pub invoice: Ref<Invoice>,
    /// `open`, `paid`, `canceled`.
    pub status: String,
    pub payment: PaymentOfInvoice,
}

/// The payment itself.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PaymentOfInvoice {
    #[serde(default)]
    pub payment_intent: Option<Ref<PaymentIntent>>,
}

/// A payment that is asked for.
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

/// One attempt to take money.
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

/// Money that goes back.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Refund {
    pub id: String,
    pub created: i64,
    pub amount: i64,
    pub status: Option<String>,
    pub payment_intent: Option<Ref<PaymentIntent>>,
}

/// A holder who wants the money back from the bank.
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

/// What we need of an event: which one it is, and what it is about. The object is read again from the API, because events
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

/// The object as it was then.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct EventData {
    pub object: serde_json::Value,
}

impl Event {
    /// A member of the object that is text, such as `id` or `payment_intent`; of an expanded member its identifier.
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
    Subscription
);
