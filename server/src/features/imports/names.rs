//! Sets of strings, for membership tests only.

use std::{
    collections::HashSet,
    hash::{BuildHasher, RandomState},
};

/// A set of strings stored as hashes: 8 bytes each instead of about 60. With a million records, a collision happens
/// once in about ten million imports; then a slug gets an unnecessary number.
#[derive(Debug, Default)]
pub(super) struct Names {
    hashes: HashSet<u64>,
    state: RandomState,
}

impl Names {
    /// Adds a string; returns whether it was new.
    pub(super) fn insert(&mut self, name: &str) -> bool {
        self.hashes.insert(self.state.hash_one(name))
    }

    /// Whether nothing was added.
    pub(super) fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    /// Whether the name is in it.
    pub(super) fn contains(&self, name: &str) -> bool {
        self.hashes.contains(&self.state.hash_one(name))
    }
}
