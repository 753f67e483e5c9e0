#![doc = include_str!("../README.md")]

mod brands;
mod compound;
mod decide;
mod lists;
mod names;
mod reasons;

pub use decide::{Candidate, decide};
pub use lists::{Lists, regional_chains};
pub use names::simplify;
pub use reasons::{Field, Reason, Sign, Verdict};
