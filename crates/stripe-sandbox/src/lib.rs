#![doc = include_str!("../README.md")]
#![recursion_limit = "256"]

mod api;
mod billing;
pub mod cards;
mod error;
mod faults;
mod idempotency;
mod params;
mod sandbox;
mod server;
mod state;
mod webhooks;
mod wire;

pub use error::ApiError;
pub use faults::{Fault, FaultKind};
pub use sandbox::{Clock, Options, RecordedCall, Sandbox};
pub use webhooks::{SignedEvent, sign};

/// The only version of Stripe's API that the sandbox speaks.
pub const VERSION: &str = "2026-10-28.endive";
