//! Boosts through the API, against a sandbox that speaks Stripe's wire format on a port of its own.

mod buying;
mod desk;
mod erasure;
mod faults;
mod figures;
mod inbox;
mod later_faults;
mod managing;
mod notices;
mod random;
mod repairs;
mod rules;
mod store_links;
