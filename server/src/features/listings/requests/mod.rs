//! What waits for the administrator in this room: listings that the rules couldn't decide about, objections to a
//! refused listing, and take-down requests. Each is decided once; the second of two simultaneous decisions gets an
//! error.

mod emails;
pub mod routes;
mod rules;
mod store;
mod takedown;

pub(super) use emails::samples as mail_samples;
pub use rules::TakedownAction;
pub use store::{Decided, Decision, RequestQueue};
