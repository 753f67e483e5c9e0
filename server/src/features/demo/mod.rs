//! Invented towns' shops, so that a first start has something to show.
//!
//! The towns are real and looked up in the gazetteer; every shop, telephone number and web address is invented and marked as a
//! sample. The content fills an empty directory only, and is the same each time apart from its dates, which count back from now.

#[cfg(test)]
mod checks;
mod content;
mod decks;
mod extras;
mod facts;
mod invent;
mod photos;
mod seeded_random;
mod store;

pub use photos::{AddedPhotos, add_photos};
pub use store::{Cleared, clear, seed_when_empty};
