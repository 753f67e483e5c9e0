//! The one way to write for owners and the administrator: an act. Its rows, the change feed and its entry in the audit log are
//! one transaction; the node that wrote shows it at once. Votes, events and imports have writers of their own.

mod act;
mod feed_entries;
mod fold;
mod recorded;
mod undo;

pub use act::{Act, Acted, Ledger, Subject};
pub use feed_entries::record_changes;
pub use fold::fold_into_previous;
pub use recorded::{Recorded, RecordedTable};
pub use undo::undo;
