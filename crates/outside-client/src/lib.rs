#![doc = include_str!("../README.md")]

mod answer;
mod client;
mod problem;
mod retry_after;

pub use answer::Answer;
pub use client::{Client, Policy, Transport, may_pass};
pub use problem::{Cause, Problem, Refusal, RefusalKind};
pub use retry_after::retry_after;
