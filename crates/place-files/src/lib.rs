#![doc = include_str!("../README.md")]

mod address;
mod cell;
mod column;
mod coordinates;
mod detect;
mod draft;
mod error;
mod field;
mod format;
mod formula;
mod geometry;
mod hours;
mod hstore;
mod html;
mod input;
mod json;
mod kind;
mod lists;
mod loose;
mod map_link;
mod names;
mod numbers;
mod open;
mod osm;
mod packed;
mod parquet;
mod pbf;
mod properties;
mod record;
mod records;
mod source;
mod table;
mod text;
mod values;

pub use column::{Column, SampledColumn};
pub use detect::detect;
pub use error::{FileError, MAX_RECORD_BYTES, Problem, RecordError};
pub use field::{Field, UnknownField};
pub use format::{Container, FORMAT_NAMES, Format, FormatHint, Schema, UnknownFormatName};
pub use hours::lacks_closing_times;
pub use html::shown as text_of_html;
pub use map_link::is_link as is_map_link;
pub use open::{OpenOptions, PlaceFile, Sample, open, open_reader, parse_mapping, sample};
pub use record::{
    ClosedReason, Item, Note, OtherKind, PlaceRecord, Position, SkipReason, Skipped, SourceKind,
};
