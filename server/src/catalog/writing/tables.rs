//! The tables whose rows an undo restores.

use serde_json::Value;
use uuid::Uuid;

use super::{Act, PersonalColumns, Recorded, restoring};
use crate::platform::database::TransactionFuture;

/// A table, for undo and erasure.
#[derive(Clone, Copy)]
pub struct RecordedTable {
    /// Its name in the audit log.
    pub name: &'static str,
    /// See [`Recorded::PERSONAL`].
    pub personal: PersonalColumns,
    pub(super) restore: Restore,
}

/// Restores one row; fails with `Error::ConflictWith` if it has changed since.
pub type Restore =
    for<'a> fn(&'a Act<'a>, Uuid, Option<Value>, Option<Value>) -> TransactionFuture<'a, ()>;

impl RecordedTable {
    /// The table of `M`.
    #[must_use]
    pub fn of<M: Recorded>() -> Self {
        Self {
            name: M::TABLE,
            personal: M::PERSONAL,
            restore: |act, row, before, after| {
                Box::pin(restoring::restore::<M>(act, row, before, after))
            },
        }
    }
}

impl RecordedTable {
    /// The table of `M`, whose rows are restored by `restore`.
    #[must_use]
    pub fn restored_by<M: Recorded>(restore: Restore) -> Self {
        Self {
            restore,
            ..Self::of::<M>()
        }
    }

    /// Something that isn't a single row, undone by `restore`.
    #[must_use]
    pub fn with(name: &'static str, restore: Restore) -> Self {
        Self {
            name,
            personal: PersonalColumns::NONE,
            restore,
        }
    }
}

impl std::fmt::Debug for RecordedTable {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "RecordedTable({})", self.name)
    }
}
