//! Photos by owner, while the catalog is loaded.

use std::collections::HashMap;

use uuid::Uuid;

use super::Photo;
use crate::catalog::entities::photo::{self, OwnerKind};

/// Photos on their way from the database to the catalog.
#[derive(Debug, Default)]
pub(in crate::catalog) struct OwnedPhotos {
    shown: HashMap<(OwnerKind, Uuid), Vec<photo::Model>>,
    /// Keys of removed photos that still have files.
    pub(in crate::catalog) removed: Vec<Box<str>>,
}

impl OwnedPhotos {
    /// Adds rows that have files.
    pub(in crate::catalog) fn extend(&mut self, rows: Vec<photo::Model>) {
        for row in rows.into_iter().filter(|row| row.width > 0) {
            if row.removed_at.is_some() {
                self.removed.push(row.key.into());
            } else {
                let owner = (row.owner_kind, row.owner_id);
                self.shown.entry(owner).or_default().push(row);
            }
        }
    }

    /// Takes an owner's photos, in order.
    pub(in crate::catalog) fn take(&mut self, kind: OwnerKind, id: Uuid) -> Box<[Photo]> {
        let mut rows = self.shown.remove(&(kind, id)).unwrap_or_default();
        rows.sort_by_key(|row| (row.position, row.id));
        rows.into_iter().map(Photo::from).collect()
    }

    /// The keys of all visible photos.
    pub(in crate::catalog) fn shown_keys(&self) -> impl Iterator<Item = &str> {
        self.shown.values().flatten().map(|row| row.key.as_str())
    }
}
