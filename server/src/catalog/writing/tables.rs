//! The tables whose rows an undo restores.

use serde_json::Value;
use uuid::Uuid;

use super::{
    Act, PersonalColumns, Recorded,
    restoring::{self, RowChange},
};
use crate::platform::{database::TransactionFuture, error::Result};

/// A table, for undo and erasure.
#[derive(Clone, Copy)]
pub struct RecordedTable {
    /// Its name in the audit log.
    pub name: &'static str,
    /// See [`Recorded::PERSONAL`].
    pub personal: PersonalColumns,
    pub(super) restore: Restore,
    rewrite: Option<Rewrite>,
}

/// Restores one row; fails with `Error::ConflictWith` if it has changed since.
pub type Restore =
    for<'a> fn(&'a Act<'a>, Uuid, Option<Value>, Option<Value>) -> TransactionFuture<'a, ()>;

/// Changes one row without recording it; returns whether it did.
type Rewrite = for<'a> fn(&'a Act<'a>, Uuid, &'a RowChange<'a>) -> TransactionFuture<'a, bool>;

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
            rewrite: Some(|act, row, change| Box::pin(restoring::rewrite::<M>(act, row, change))),
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
            rewrite: None,
        }
    }

    /// Changes one row by what `change` makes of its image, without recording what it was. Returns whether it did; `false` also
    /// where this isn't a table of rows.
    pub async fn rewrite<'a>(
        &self,
        act: &'a Act<'a>,
        row: Uuid,
        change: &'a RowChange<'a>,
    ) -> Result<bool> {
        match self.rewrite {
            Some(rewrite) => rewrite(act, row, change).await,
            None => Ok(false),
        }
    }
}

impl std::fmt::Debug for RecordedTable {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "RecordedTable({})", self.name)
    }
}
