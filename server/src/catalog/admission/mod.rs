//! Admission: the checks for every new shop, wherever it comes from. Imports, listings, merging and expansion share
//! them, so they get the same answers.
//!
//! A record becomes a candidate with a town (`classify` for records from place lists, `typed` and `place` for forms).
//! It is checked for chains (`chains`) and duplicates (`similarity` scores two shops; `duplicates` finds candidates to
//! compare a list's record with), and gets its town's row (`town`), a free slug (`slug`) and its own row (`shop`, from
//! `facts`). Checks shared by several forms are in `typed_fields`. All of this is pure. Only `rows`, `new_city` and the
//! store of `chains` use the database: `rows` is for the transaction that adds a shop, and overrides what the catalog
//! said; `new_city` removes a town again that was made for shops whose addition is undone.

pub mod chains;
mod classify;
pub mod contact;
pub mod duplicates;
pub mod facts;
mod lost_letters;
mod names;
pub mod new_city;
pub mod origins;
pub mod place;
mod review_reason;
pub mod rows;
pub mod shop;
mod shown_name;
pub mod similarity;
pub mod slug;
pub mod street;
pub mod town;
pub mod typed;
pub mod typed_fields;
pub mod week;

pub use classify::{Candidate, Classifier, Refusal};
pub use review_reason::{ReviewCause, ReviewReason};
