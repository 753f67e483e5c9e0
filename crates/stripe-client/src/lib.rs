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
    Account, CancellationDetails, Charge, ConfirmationSecret, Customer, Dispute, Event, Invoice,
    InvoicePayment, Line, List, Metadata, Parent, PaymentIntent, Period, PortalSession, Price,
    PriceDetails, Pricing, Product, Recurring, Refund, StatusTransitions, Subscription,
    SubscriptionItem,
};
pub use reference::Ref;
pub use transport::{Client, Options};

/// The API version of these types. It is sent with every call, and webhook endpoints use it.
pub const VERSION: &str = "2026-10-28.endive";
