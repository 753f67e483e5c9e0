//! Boosts through the API, against a Stripe sandbox on its own port.

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
