//! Sets of names that are only asked whether they hold one.

use std::{
    collections::HashSet,
    hash::{BuildHasher, RandomState},
};

/// A set of names, as their hashes: 8 bytes each instead of some 60. Two names with one hash are met once in some ten
/// million imports of a million records; then a slug gets a number that it does not need.
#[derive(Debug, Default)]
pub(super) struct Names {
    hashes: HashSet<u64>,
    state: RandomState,
}

impl Names {
    /// Adds a name; whether it was new.
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
