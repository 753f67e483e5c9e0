//! Shops: one shop, the newest ones.

pub mod routes;
