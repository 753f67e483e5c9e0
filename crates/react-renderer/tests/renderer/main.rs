//! The crate from the outside: small bundles, real threads.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests fail by panicking, as tests do"
)]

mod faults;
mod pool;
mod script;
mod stuck;
mod support;
