//! Shops: one shop, the newest ones, those that a device remembers.

pub mod routes;
