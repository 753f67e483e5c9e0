#![doc = include_str!("../README.md")]

mod brands;
mod candidate;
mod compound;
mod decide;
mod lists;
mod names;
mod reasons;
mod word_lists;

pub use candidate::Candidate;
pub use decide::decide;
pub use lists::{Lists, regional_chains};
pub use names::simplify;
pub use reasons::{Field, Reason, Sign, Verdict};
