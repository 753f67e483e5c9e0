//! Admission: what every shop has to pass before it is in the directory, whoever brings it. Imports, listings, merging and
//! expansion ask the same questions, so they have the same answers.
//!
//! A record becomes a candidate with a town (`classify` for records of place lists, `typed` and `place` for what a person
//! typed into a form), is told from chains (`chains`), compared with the shops that we have (`similarity` says how alike two are,
//! `duplicates` finds whom to compare a list's record with), gets its town's row (`town`), a free slug (`slug`) and its own row
//! (`shop`, from `facts`). What several forms ask for is checked once (`typed_fields`). All of this is pure. Only `rows` and the store of `chains` talk to the database: `rows` is what a
//! transaction asks that admits a shop, and its word counts above the catalog's.

pub mod chains;
mod classify;
pub mod contact;
pub mod duplicates;
pub mod facts;
mod names;
pub mod origins;
pub mod place;
pub mod rows;
pub mod shop;
pub mod similarity;
pub mod slug;
pub mod street;
pub mod town;
pub mod typed;
pub mod typed_fields;

pub use classify::{Candidate, Classifier, Refusal};
