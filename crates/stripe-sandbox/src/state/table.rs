//! Objects by ID, in creation order.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Objects of one kind.
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
    /// Adds an object, or replaces the one with its ID.
    pub fn put(&mut self, id: &str, object: T) {
        if self.rows.insert(id.to_owned(), object).is_none() {
            self.order.push(id.to_owned());
        }
    }

    /// The object with this ID.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&T> {
        self.rows.get(id)
    }

    /// The same, mutable.
    pub fn get_mut(&mut self, id: &str) -> Option<&mut T> {
        self.rows.get_mut(id)
    }

    /// Oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.order.iter().filter_map(|id| self.rows.get(id))
    }

    /// Removes the oldest objects that `may_go`, until at most `most` of those are left.
    pub fn forget_oldest(&mut self, most: usize, may_go: impl Fn(&T) -> bool) {
        if self.order.len() <= most {
            return;
        }
        let forgettable = self.iter().filter(|object| may_go(object)).count();
        let mut surplus = forgettable.saturating_sub(most);
        if surplus == 0 {
            return;
        }
        let rows = &mut self.rows;
        self.order.retain(|id| {
            let goes = surplus > 0 && rows.get(id).is_some_and(&may_go);
            if goes {
                surplus -= 1;
                rows.remove(id);
            }
            !goes
        });
    }

    /// Removes an object.
    pub fn remove(&mut self, id: &str) -> Option<T> {
        self.order.retain(|kept| kept != id);
        self.rows.remove(id)
    }
}
