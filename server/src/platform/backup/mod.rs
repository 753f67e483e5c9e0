//! A whole installation in one file: every row, and the photos of a folder. The format is the same for both engines, so
//! it is also how to move from one to the other.
//!
//! It is a tar file. `townperk-backup.json` describes it, `tables/NAME/NUMBER.jsonl.gz` are rows, `photos/…` files,
//! `manifest.json` has counts and hashes of all of them, and `manifest.sha256`, the manifest's hash, proves that the
//! file is complete. Rows are read in one snapshot, next to a running server. They are restored into an empty database
//! in one transaction: all of them or none.

mod archive;
mod cells;
pub mod continuous;
mod photos;
mod read;
mod rows;
mod schema;
pub mod vault;
mod write;

use serde::{Deserialize, Serialize};

pub use photos::Photos;
pub use read::{expect_empty, restore, verify};
pub use write::write;

use schema::Column;

/// Incremented by each change that older versions can't read.
const FORMAT: u32 = 1;

/// The first entry; describes the file.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Header {
    format: u32,
    /// The version that wrote it.
    pub program: String,
    pub made_at: chrono::DateTime<chrono::Utc>,
    pub engine: String,
    /// The migrations that had been applied.
    schema: Vec<String>,
    /// In an order that satisfies foreign keys.
    tables: Vec<HeaderTable>,
    /// Where the photos are, if not in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub photos_elsewhere: Option<String>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
struct HeaderTable {
    name: String,
    columns: Vec<Column>,
}

/// What the file must contain.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
struct Manifest {
    tables: Vec<TableCount>,
    entries: Vec<EntryHash>,
}

/// The rows of a table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct TableCount {
    pub name: String,
    pub rows: u64,
    /// A hash of all rows, independent of their order.
    digest: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
struct EntryHash {
    name: String,
    bytes: u64,
    sha256: String,
}

/// What was written, read or restored.
#[derive(Clone, Debug)]
pub struct Summary {
    pub header: Header,
    pub tables: Vec<TableCount>,
    pub photos: u64,
    pub bytes: u64,
}
