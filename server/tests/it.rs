//! All tests that need a server, a database or the repository itself, in one binary: it links once. The tests of a room
//! lie beside its code and are included from there.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "helpers of tests may fail a test"
)]

#[macro_use]
mod support;

#[path = "../src/features/demo/tests.rs"]
mod demo;
#[path = "../src/features/shops/tests.rs"]
mod shops;
