//! Tests of the public interface, in one binary.

mod schedule;
mod structured_data;
// `cfg(test)` holds anyway; it tells Clippy that helpers may panic.
#[cfg(test)]
mod support;
