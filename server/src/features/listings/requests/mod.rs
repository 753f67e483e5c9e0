//! What waits for the administrator's decision in this room: listings that a rule could not decide about, objections to a
//! refused listing, and take-down requests. Each is decided once; of two who decide at once one is told.

pub mod routes;
mod rules;
mod store;
mod takedown;

pub use rules::TakedownAction;
pub use store::{Decided, Decision, RequestQueue};
