//! Invented shops in real towns, so that a new install has something to show.
//!
//! The towns are looked up in the gazetteer; every shop, phone number and web address is invented and marked as a
//! sample. The content only fills an empty directory, and is always the same except for its dates, which are relative
//! to now.

#[cfg(test)]
mod checks;
mod content;
mod decks;
mod extras;
mod facts;
mod invent;
mod open_places;
mod photos;
mod seeded_random;
mod store;

pub use open_places::provide_places;
pub use photos::{AddedPhotos, add_photos};
pub use store::{Cleared, clear, seed_when_empty};
