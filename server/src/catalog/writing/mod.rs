//! How owners and the administrator write: through an act. Its rows, the change feed and its audit log entry are one
//! transaction, and the writing node shows the result at once. Votes, events and imports have their own writers.

mod act;
mod feed_entries;
mod fold;
mod recorded;
mod undo;
mod undo_policy;

pub use act::{Act, Acted, Ledger, Subject};
pub use feed_entries::record_changes;
pub use fold::fold_into_previous;
pub use recorded::{PersonalColumns, Recorded, RecordedTable};
pub(in crate::catalog) use undo::{is_still, restore};
pub use undo::{restore_columns, undo};
pub use undo_policy::undo_refusal;
