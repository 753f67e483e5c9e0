//! What can be wrong with a whole file, and with one record of it.

use crate::format::FORMAT_NAMES;
use crate::record::Position;

/// Longest record that is kept in memory, in bytes.
pub const MAX_RECORD_BYTES: usize = 16 * 1024 * 1024;

/// Why a file cannot be read at all. The text says what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The operating system refused.
    #[error("cannot read the file: {0}")]
    Io(#[from] std::io::Error),
    /// The file has no content.
    #[error("the file is empty")]
    Empty,
    /// The bytes are of a known kind that this crate does not read.
    #[error("this is {kind}, which cannot be read here: {advice}")]
    Unsupported {
        /// What the bytes are: "a ZIP archive".
        kind: &'static str,
        /// What to do about it.
        advice: &'static str,
    },
    /// The bytes look like no known format.
    #[error(
        "the format is not recognised; name it with --format, one of: {}",
        FORMAT_NAMES.join(", ")
    )]
    UnknownFormat,
    /// No such encoding name.
    #[error(
        "\"{0}\" is no known encoding; common names: utf-8, windows-1252, macintosh, shift_jis"
    )]
    UnknownEncoding(String),
    /// A table without a column of names.
    #[error(
        "no column holds the places' names; name one with --map COLUMN=name. Columns found: {}",
        quoted(columns)
    )]
    NoNameColumn {
        /// The header as read.
        columns: Vec<String>,
    },
    /// A table that begins with a place.
    #[error(
        "the table has no header: its first line looks like a place ({}). Put a line with the columns' names above it, such as name,street,city,state,zip",
        quoted(first)
    )]
    NoHeader {
        /// The cells of the first line.
        first: Vec<String>,
    },
    /// `--map` names a column that the file does not have.
    #[error(
        "the file has no column \"{column}\". Columns found: {}",
        quoted(columns)
    )]
    UnknownColumn {
        /// The column that was asked for.
        column: String,
        /// The header as read.
        columns: Vec<String>,
    },
    /// JSON without a list of records.
    #[error("the JSON holds no list of records (\"features\", \"elements\" or an array): {0}")]
    NoRecords(String),
    /// The format cannot be read from a pipe.
    #[error("{0} needs a file that can be read from any place, not a pipe; save it first")]
    NeedsFile(&'static str),
    /// The file is damaged before its first record.
    #[error("the file is damaged: {0}")]
    Damaged(String),
}

fn quoted(columns: &[String]) -> String {
    let names: Vec<String> = columns.iter().map(|name| format!("\"{name}\"")).collect();
    names.join(", ")
}

/// What is wrong with one record. The text says what is wrong and what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The row has fewer or more fields than the header.
    #[error(
        "{found} fields where the header has {expected}; look for a missing or an extra delimiter, \
         or a quote that is not closed"
    )]
    FieldCount {
        /// Columns of the header.
        expected: usize,
        /// Fields of this row.
        found: usize,
    },
    /// The record is longer than [`MAX_RECORD_BYTES`].
    #[error(
        "the record is longer than 16 MiB; look for a quote that is not closed, or a missing line end"
    )]
    TooLong,
    /// The record does not follow its format.
    #[error("not readable: {0}")]
    Malformed(String),
    /// The file ends in the middle of a record or before its closing bracket.
    #[error("the file was cut off after record {records} (byte {byte}); fetch it again")]
    CutOff {
        /// Records before the cut.
        records: u64,
        /// Length of what could be read, in bytes.
        byte: u64,
    },
    /// The file itself says that it is incomplete (Overpass `remark`).
    #[error("the server that made the file reports a failure, it is incomplete: {0}")]
    Incomplete(String),
    /// Reading failed.
    #[error("reading failed: {0}")]
    Io(std::io::Error),
}

impl Problem {
    /// A reading failure; a packed file that ends too early was cut off.
    pub(crate) fn from_io(error: std::io::Error, records: u64, byte: u64) -> Self {
        if error.kind() == std::io::ErrorKind::UnexpectedEof {
            Self::CutOff { records, byte }
        } else {
            Self::Io(error)
        }
    }
}

/// A record that could not be read, or the reason why reading stops.
#[derive(Debug, thiserror::Error)]
#[error("{position}: {problem}")]
pub struct RecordError {
    /// Where.
    pub position: Position,
    /// What.
    #[source]
    pub problem: Problem,
    /// Nothing follows: the format gives no way to find the next record, or the file ends here.
    pub ends_file: bool,
}

impl RecordError {
    /// An error after which reading goes on.
    pub(crate) const fn passing(position: Position, problem: Problem) -> Self {
        Self {
            position,
            problem,
            ends_file: false,
        }
    }

    /// An error that ends the file.
    pub(crate) const fn last(position: Position, problem: Problem) -> Self {
        Self {
            position,
            problem,
            ends_file: true,
        }
    }
}
