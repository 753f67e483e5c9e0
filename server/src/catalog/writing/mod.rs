//! How owners and the administrator write: through an act. Its rows, the change feed and its audit log entry are one
//! transaction, and the writing node shows the result at once. Votes, events and imports have their own writers.

mod act;
mod feed_entries;
mod fold;
mod later_acts;
mod log_entries;
mod recorded;
mod restoring;
mod tables;
mod undo;
mod undo_policy;

pub use act::{Act, Acted, Ledger};
pub use feed_entries::record_changes;
pub use fold::fold_into_previous;
pub use log_entries::Subject;
pub use recorded::{Parent, PersonalColumns, Recorded};
pub(in crate::catalog) use restoring::is_still;
pub use restoring::{restore, restore_columns};
pub use tables::RecordedTable;
pub use undo::{TakenBack, UndoBeside, UndoGuard, undo, undo_beside};
pub use undo_policy::{ACTS, BULK_EDIT, UndoneBy, is_of_bulk_edit, is_owners_alone, undo_refusal};
