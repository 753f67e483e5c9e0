#![doc = include_str!("../README.md")]

mod calls;
mod error;
mod objects;
mod reference;
mod transport;
pub mod webhook;

pub use calls::{NewPaymentIntent, NewPrice, NewRefund, NewSubscription};
pub use error::{Error, Refusal, Result};
pub use objects::{
    Charge, ConfirmationSecret, Customer, Dispute, Event, Invoice, InvoicePayment, Line, List,
    Metadata, Parent, PaymentIntent, Period, PortalSession, Price, Pricing, Recurring, Refund,
    Subscription, SubscriptionItem,
};
pub use reference::Ref;
pub use transport::{Client, Options};

/// The version of the API that the types are of. It is sent with every call; endpoints are made with it.
pub const VERSION: &str = "2026-10-28.endive";
