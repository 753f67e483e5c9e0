//! What waits for the administrator in this room: listings that the rules couldn't decide about, objections to a
//! refused listing, and take-down requests. Each is decided once; the second of two simultaneous decisions gets an
//! error.

pub mod routes;
mod rules;
mod store;
mod takedown;

pub use rules::TakedownAction;
pub use store::{Decided, Decision, RequestQueue};
