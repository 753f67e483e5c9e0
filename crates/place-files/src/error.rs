//! Errors of a whole file and of one record.

use crate::format::FORMAT_NAMES;
use crate::record::Position;

/// Maximum length of a record in memory, in bytes.
pub const MAX_RECORD_BYTES: usize = 16 * 1024 * 1024;

/// Why a file can't be read at all. The text says what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The operating system reported an error.
    #[error("cannot read the file: {0}")]
    Io(#[from] std::io::Error),
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// A known file type that isn't supported.
    #[error("this is {kind}, which cannot be read here: {advice}")]
    Unsupported {
        /// The file type: "a ZIP archive".
        kind: &'static str,
        /// What to do about it.
        advice: &'static str,
    },
    /// No known format was detected.
    #[error(
        "the format is not recognized; name it with --format, one of: {}",
        FORMAT_NAMES.join(", ")
    )]
    UnknownFormat,
    /// Unknown encoding name.
    #[error(
        "\"{0}\" is not a known encoding; common names: utf-8, windows-1252, macintosh, shift_jis"
    )]
    UnknownEncoding(String),
    /// A table without a name column.
    #[error(
        "no column holds the places' names; name one with --map COLUMN=name. Columns found: {}",
        quoted(columns)
    )]
    NoNameColumn {
        /// The header as read.
        columns: Vec<String>,
    },
    /// A table whose first line is a place, not a header.
    #[error(
        "the table has no header: its first line looks like a place ({}). Put a line with the columns' names above it, such as name,street,city,state,zip",
        quoted(first)
    )]
    NoHeader {
        /// The cells of the first line.
        first: Vec<String>,
    },
    /// `--map` names a column that doesn't exist in the file.
    #[error(
        "the file has no column \"{column}\". Columns found: {}",
        quoted(columns)
    )]
    UnknownColumn {
        /// The requested column.
        column: String,
        /// The header as read.
        columns: Vec<String>,
    },
    /// JSON without a list of records.
    #[error("the JSON holds no list of records (\"features\", \"elements\" or an array): {0}")]
    NoRecords(String),
    /// The format can't be read from a pipe.
    #[error("{0} needs a file that can be read from any place, not a pipe; save it first")]
    NeedsFile(&'static str),
    /// The file is damaged before its first record.
    #[error("the file is damaged: {0}")]
    Damaged(String),
}

/// How many columns an error message quotes, and how much of each.
const QUOTED_COLUMNS: usize = 40;
const QUOTED_LETTERS: usize = 60;

fn quoted(columns: &[String]) -> String {
    let short = |name: &String| {
        let start: String = name.chars().take(QUOTED_LETTERS).collect();
        let dots = if start.len() < name.len() { "…" } else { "" };
        format!("\"{start}{dots}\"")
    };
    let mut names: Vec<String> = columns.iter().take(QUOTED_COLUMNS).map(short).collect();
    if let Some(more) = columns
        .len()
        .checked_sub(QUOTED_COLUMNS)
        .filter(|more| *more > 0)
    {
        names.push(format!("and {more} more"));
    }
    names.join(", ")
}

/// What is wrong with one record. The text says what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The row has fewer or more fields than the header.
    #[error(
        "{found} fields where the header has {expected}; look for a missing or an extra delimiter, \
         or a quote that is not closed"
    )]
    FieldCount {
        /// Number of columns in the header.
        expected: usize,
        /// Number of fields in this row.
        found: usize,
    },
    /// The record is longer than [`MAX_RECORD_BYTES`].
    #[error(
        "the record is longer than 16 MiB; look for a quote that is not closed, or a missing line end"
    )]
    TooLong,
    /// The record is malformed.
    #[error("not readable: {0}")]
    Malformed(String),
    /// The file ends in the middle of a record or before its closing bracket.
    #[error("the file was cut off after record {records} (byte {byte}); fetch it again")]
    CutOff {
        /// Number of records before the cut.
        records: u64,
        /// Length of the readable part, in bytes.
        byte: u64,
    },
    /// The file says that it is incomplete (Overpass `remark`).
    #[error("the server that made the file reports a failure, it is incomplete: {0}")]
    Incomplete(String),
    /// Reading failed.
    #[error("reading failed: {0}")]
    Io(std::io::Error),
}

impl Problem {
    /// Converts a read error; a compressed file that ends early is reported as cut off.
    pub(crate) fn from_io(error: std::io::Error, records: u64, byte: u64) -> Self {
        if error.kind() == std::io::ErrorKind::UnexpectedEof {
            Self::CutOff { records, byte }
        } else {
            Self::Io(error)
        }
    }
}

/// A record that can't be read, or why reading stops.
#[derive(Debug, thiserror::Error)]
#[error("{position}: {problem}")]
pub struct RecordError {
    /// Position of the record.
    pub position: Position,
    /// What is wrong.
    #[source]
    pub problem: Problem,
    /// This is the last item: the next record can't be found, or the file ends here.
    pub ends_file: bool,
}

impl RecordError {
    /// An error after which reading continues.
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
