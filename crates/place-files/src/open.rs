//! Opens a file and iterates over its records.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use encoding_rs::Encoding;

use crate::column::{self, Column, SAMPLED, SampledColumn, Seen};
use crate::detect;
use crate::error::{FileError, RecordError};
use crate::field::{Field, UnknownField};
use crate::format::{Container, Format, FormatHint, Schema};
use crate::input::{self, Counting, HEAD_BYTES, Window};
use crate::json::{JsonDocument, JsonLines, Reopen};
use crate::packed;
use crate::parquet::Parquet;
use crate::pbf::Pbf;
use crate::properties::Meaning;
use crate::record::{Item, SourceKind};
use crate::records::Records;
use crate::source::Source;
use crate::table::{self, Table};

/// What the caller knows about a file. Everything else is detected.
#[derive(Debug, Clone, Default)]
pub struct OpenOptions {
    hint: FormatHint,
    encoding: Option<&'static Encoding>,
    map: Vec<(String, Option<Field>)>,
    everything: bool,
    seen: Option<Seen>,
}

impl OpenOptions {
    /// Detects everything.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the format, parsed from one of [`crate::FORMAT_NAMES`] or built from its parts.
    #[must_use]
    pub const fn format(mut self, hint: FormatHint) -> Self {
        self.hint = hint;
        self
    }

    /// Sets the encoding of a text file ("macintosh", "shift_jis").
    ///
    /// # Errors
    /// [`FileError::UnknownEncoding`].
    pub fn encoding(mut self, name: &str) -> Result<Self, FileError> {
        let encoding = Encoding::for_label(name.as_bytes());
        self.encoding = Some(encoding.ok_or_else(|| FileError::UnknownEncoding(name.to_owned()))?);
        Ok(self)
    }

    /// Sets the field of a column or property; `None` ignores it.
    #[must_use]
    pub fn map(mut self, column: impl Into<String>, field: Option<Field>) -> Self {
        self.map.push((column.into(), field));
        self
    }

    /// Returns places of all kinds, instead of skipping some as [`crate::SkipReason::NotCoffee`].
    #[must_use]
    pub const fn every_kind(mut self, every_kind: bool) -> Self {
        self.everything = every_kind;
        self
    }
}

/// Parses `COLUMN=FIELD`; the field `ignore` means that the column is ignored.
///
/// # Errors
/// [`UnknownField`], also if the equals sign is missing.
pub fn parse_mapping(text: &str) -> Result<(String, Option<Field>), UnknownField> {
    let (column, field) = text.rsplit_once('=').ok_or_else(|| UnknownField {
        name: text.to_owned(),
    })?;
    let field = if field.trim().eq_ignore_ascii_case("ignore") {
        None
    } else {
        Some(field.trim().parse()?)
    };
    Ok((column.trim().to_owned(), field))
}

/// An open file: an iterator over its records.
pub struct PlaceFile {
    records: Box<dyn Records>,
    format: Format,
    read: Arc<AtomicU64>,
    total: Option<u64>,
}

impl std::fmt::Debug for PlaceFile {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (format, total) = (self.format, self.total);
        out.debug_struct("PlaceFile")
            .field("format", &format)
            .field("total", &total)
            .finish_non_exhaustive()
    }
}

impl PlaceFile {
    /// The format, as detected or given.
    #[must_use]
    pub const fn format(&self) -> Format {
        self.format
    }

    /// Bytes of the file read so far (compressed bytes, if it is compressed).
    #[must_use]
    pub fn bytes_read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }

    /// The final value of [`PlaceFile::bytes_read`]; `None` for a pipe. This is the file's length, or twice that for
    /// OpenStreetMap PBF, which takes more than one pass.
    #[must_use]
    pub const fn total_bytes(&self) -> Option<u64> {
        self.total
    }

    /// Columns of a table and the fields they were recognized as; empty for other formats.
    #[must_use]
    pub fn columns(&self) -> &[Column] {
        self.records.columns()
    }

    /// The data's date, as far as the file has stated it (Overpass and overpass-turbo do).
    #[must_use]
    pub fn as_of(&self) -> Option<&str> {
        self.records.as_of()
    }
}

impl Iterator for PlaceFile {
    type Item = Result<Item, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.records.next()
    }
}

/// Opens a file of any supported format.
///
/// # Errors
/// See [`FileError`]; only the start of the file has been read.
pub fn open(path: impl AsRef<Path>, options: &OpenOptions) -> Result<PlaceFile, FileError> {
    let path = path.as_ref();
    let file = File::open(path)?;
    let about = file.metadata()?;
    if about.is_dir() {
        return Err(FileError::Unsupported {
            kind: "a folder",
            advice: "name the file in it",
        });
    }
    let name = path.file_name().and_then(|name| name.to_str());
    let whole = about.is_file().then_some(Whole {
        path,
        length: about.len(),
    });
    open_source(Box::new(file), name, whole, options)
}

/// A file as somebody sees it before importing it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// The format, as detected or given.
    pub format: Format,
    /// The columns of a table or a Parquet file, or the properties of JSON by their dotted names; empty for OpenStreetMap's
    /// formats, whose tags have their meaning.
    pub columns: Vec<SampledColumn>,
}

/// Reads the start of a file. A file with columns is accepted even if no column contains names yet.
///
/// # Errors
/// See [`FileError`].
pub fn sample(path: impl AsRef<Path>, options: &OpenOptions) -> Result<Sample, FileError> {
    let path = path.as_ref();
    let seen = Seen::default();
    let noting = OpenOptions {
        everything: true,
        seen: Some(seen.clone()),
        ..options.clone()
    };
    let mut file = match open(path, &noting) {
        Ok(file) => file,
        // Only free-form tables can lack a column of names.
        Err(FileError::NoNameColumn { .. }) => {
            let format = Format {
                container: Container::Table,
                schema: Schema::Free,
            };
            let columns = table_sample(path, options)?;
            return Ok(Sample { format, columns });
        }
        Err(error) => return Err(error),
    };
    let format = file.format();
    let columns = match format.container {
        Container::Table => table_sample(path, options)?,
        Container::Pbf => Vec::new(),
        Container::Json | Container::JsonLines | Container::Parquet => {
            let mut columns = file.columns().to_vec();
            file.by_ref().take(SAMPLED).for_each(drop);
            if columns.is_empty() {
                columns = column::columns(seen.names(), &options.map);
            }
            seen.sampled(columns)
        }
    };
    Ok(Sample { format, columns })
}

fn table_sample(path: &Path, options: &OpenOptions) -> Result<Vec<SampledColumn>, FileError> {
    let (unpacked, _) = input::unpacked(Box::new(File::open(path)?)).map_err(damaged_archive)?;
    let window = Window::new(input::converted(unpacked, options.encoding)?);
    table::sample(window, &options.map, options.hint.delimiter)
}

/// Reads from a pipe or from memory; `name` helps to detect the format.
///
/// # Errors
/// See [`FileError`]; formats that need several passes return [`FileError::NeedsFile`].
pub fn open_reader(
    reader: impl Read + Send + 'static,
    name: Option<&str>,
    options: &OpenOptions,
) -> Result<PlaceFile, FileError> {
    open_source(Box::new(reader), name, None, options)
}

/// A seekable file that can be opened again.
#[derive(Clone, Copy)]
struct Whole<'a> {
    path: &'a Path,
    length: u64,
}

fn open_source(
    source: Source,
    name: Option<&str>,
    whole: Option<Whole<'_>>,
    options: &OpenOptions,
) -> Result<PlaceFile, FileError> {
    let read = Arc::new(AtomicU64::new(0));
    let counted: Source = Box::new(Counting::new(source, Arc::clone(&read)));
    let (unpacked, packed) = input::unpacked(counted).map_err(damaged_archive)?;
    let converted = input::converted(unpacked, options.encoding)?;
    let mut window = Window::new(converted);
    window.fill_to(HEAD_BYTES).map_err(damaged_archive)?;
    let format = found(window.bytes(), name, options)?;
    if packed && matches!(format.container, Container::Pbf | Container::Parquet) {
        return Err(FileError::Unsupported {
            kind: "PBF or Parquet packed with gzip",
            advice: "unpack it first",
        });
    }
    let meaning = Meaning {
        schema: format.schema,
        kind: kind(format.container, window.bytes()),
        map: options.map.clone(),
        everything: options.everything,
        seen: options.seen.clone(),
    };
    let mut total = whole.map(|whole| whole.length);
    let records: Box<dyn Records> = match format.container {
        Container::Json => Box::new(JsonDocument::new(
            window,
            meaning,
            whole.map(|whole| reopen(whole, options)),
        )?),
        Container::JsonLines => Box::new(JsonLines::new(window, meaning)?),
        Container::Table => Box::new(Table::new(window, meaning, options.hint.delimiter)?),
        Container::Pbf => {
            let whole = whole.ok_or(FileError::NeedsFile("OpenStreetMap PBF"))?;
            total = Some(whole.length * 2);
            Box::new(Pbf::new(
                File::open(whole.path)?,
                whole.length,
                Arc::clone(&read),
            )?)
        }
        Container::Parquet => {
            let whole = whole.ok_or(FileError::NeedsFile("Parquet"))?;
            let file = File::open(whole.path)?;
            Box::new(Parquet::new(
                file,
                whole.length,
                Arc::clone(&read),
                meaning,
                options.hint.schema,
            )?)
        }
    };
    Ok(PlaceFile {
        format: Format {
            schema: records.schema().unwrap_or(format.schema),
            ..format
        },
        records,
        read,
        total,
    })
}

/// Opens the same text from its start.
fn reopen(whole: Whole<'_>, options: &OpenOptions) -> Reopen {
    let (path, encoding) = (whole.path.to_owned(), options.encoding);
    Box::new(move || {
        let file = Box::new(File::open(&path)?);
        let (unpacked, _) = input::unpacked(file).map_err(damaged_archive)?;
        Ok(Window::new(input::converted(unpacked, encoding)?))
    })
}

fn damaged_archive(error: io::Error) -> FileError {
    let error = match packed::file_error(error) {
        Ok(error) => return error,
        Err(error) => error,
    };
    match error.kind() {
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => {
            FileError::Damaged(format!("it cannot be unpacked ({error})"))
        }
        _ => FileError::Io(error),
    }
}

/// The format given by the caller, completed by what the bytes show.
fn found(head: &[u8], name: Option<&str>, options: &OpenOptions) -> Result<Format, FileError> {
    if head.trim_ascii_start().is_empty() {
        return Err(FileError::Empty);
    }
    let container = match options.hint.container {
        // Callers who ask for JSON may mean JSON lines.
        Some(Container::Json) if detect::is_lines(head.trim_ascii_start()) => Container::JsonLines,
        Some(container) => container,
        None => detect::detect(head, name)?.container,
    };
    let schema = options
        .hint
        .schema
        .unwrap_or_else(|| detect::schema(container, head));
    Ok(Format { container, schema })
}

/// Source of records whose schema implies none.
fn kind(container: Container, head: &[u8]) -> SourceKind {
    match container {
        Container::Table | Container::Parquet => SourceKind::Table,
        Container::Pbf => SourceKind::Osm,
        Container::Json | Container::JsonLines => {
            if memchr::memmem::find(head, b"\"Feature").is_some() {
                SourceKind::GeoJson
            } else {
                SourceKind::Json
            }
        }
    }
}
