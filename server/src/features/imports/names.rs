//! Sets of strings, for membership tests only.

use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;

/// A set of strings stored as hashes: 8 bytes each instead of about 60. With a million records, a collision happens
/// once in about ten million imports; then a slug gets an unnecessary number.
#[derive(Debug, Default)]
pub(super) struct Names {
    hashes: HashTable<u64>,
    state: RandomState,
}

impl Names {
    /// Adds a string; returns whether it was new.
    pub(super) fn insert(&mut self, name: &str) -> bool {
        let hash = self.state.hash_one(name);
        let is_new = self.hashes.find(hash, |known| *known == hash).is_none();
        if is_new {
            self.hashes.insert_unique(hash, hash, |known| *known);
        }
        is_new
    }

    /// Whether nothing was added.
    pub(super) fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    /// Whether the name is in it.
    pub(super) fn contains(&self, name: &str) -> bool {
        let hash = self.state.hash_one(name);
        self.hashes.find(hash, |known| *known == hash).is_some()
    }
}
