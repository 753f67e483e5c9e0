#![doc = include_str!("../README.md")]

mod address;
mod coordinates;
mod draft;
mod error;
mod field;
mod format;
mod geometry;
mod hstore;
mod input;
mod json;
mod loose;
mod open;
mod osm;
mod parquet;
mod pbf;
mod properties;
mod record;
mod table;
mod text;
mod values;

pub use error::{FileError, MAX_RECORD_BYTES, Problem, RecordError};
pub use field::{Field, UnknownField};
pub use format::{Container, FORMAT_NAMES, Format, FormatHint, Schema, detect};
pub use open::{OpenOptions, PlaceFile, open, open_reader, parse_mapping};
pub use record::{
    ClosedReason, Item, Note, PlaceRecord, Position, SkipReason, Skipped, SourceKind,
};
pub use table::Column;
