//! Boosts through the API, against a Stripe sandbox on its own port.

mod addresses;
mod amounts;
mod buying;
mod customers;
mod desk;
mod erasure;
mod faults;
mod figures;
mod forgetting;
mod inbox;
mod later_faults;
mod limits;
mod managing;
mod notices;
mod offers;
mod other_products;
mod prices;
mod random;
mod refunds;
mod repairs;
mod rules;
mod store_links;
