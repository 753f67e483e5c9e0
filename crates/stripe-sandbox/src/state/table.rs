//! Objects by identifier, in the order in which they were made.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// One kind of object.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Table<T> {
    rows: BTreeMap<String, T>,
    order: Vec<String>,
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Self {
            rows: BTreeMap::new(),
            order: Vec::new(),
        }
    }
}

impl<T> Table<T> {
    /// Adds an object, or puts it in the place of the one with its identifier.
    pub fn put(&mut self, id: &str, object: T) {
        if self.rows.insert(id.to_owned(), object).is_none() {
            self.order.push(id.to_owned());
        }
    }

    /// The object with this identifier.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&T> {
        self.rows.get(id)
    }

    /// The same, to change it.
    pub fn get_mut(&mut self, id: &str) -> Option<&mut T> {
        self.rows.get_mut(id)
    }

    /// Oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.order.iter().filter_map(|id| self.rows.get(id))
    }

    /// Takes an object away.
    pub fn remove(&mut self, id: &str) -> Option<T> {
        self.order.retain(|kept| kept != id);
        self.rows.remove(id)
    }
}
