//! Parquet: rows of columns, of which only the relevant ones are read.

mod pages;

use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::reader::{ReaderIter, TreeBuilder};
use parquet::record::{Field as Cell, Row};
use parquet::schema::types::{SchemaDescriptor, Type};
use serde_json::Value;

use crate::column::{self, Column};
use crate::detect;
use crate::draft::Draft;
use crate::error::{FileError, Problem, RecordError};
use crate::field::Field;
use crate::format::Schema;
use crate::geometry;
use crate::kind;
use crate::properties::{self, Flat, Meaning};
use crate::record::{Item, Position, SkipReason, Skipped};
use crate::records::Records;

/// Columns with nested fields whose own name has no meaning.
const NESTED: [&str; 16] = [
    "names",
    "categories",
    "taxonomy",
    "basic_category",
    "addresses",
    "brand",
    "websites",
    "phones",
    "emails",
    "sources",
    "bbox",
    "geometry",
    "location",
    "chains",
    "tags",
    "operating_status",
];

/// Reads the rows of a Parquet file, one row group at a time.
pub(crate) struct Parquet {
    reader: SerializedFileReader<File>,
    /// The same file, for checking pages before they are decompressed.
    file: File,
    /// The schema of the columns to read.
    wanted: Arc<SchemaDescriptor>,
    columns: Vec<Column>,
    meaning: Meaning,
    rows: Option<ReaderIter>,
    group: usize,
    record: u64,
    /// Row count and length of the file, for the progress.
    all: u64,
    total: u64,
    progress: Arc<AtomicU64>,
    done: bool,
}

impl Parquet {
    /// Reads the file's footer. `options` contains what the caller set; the rest comes from the columns.
    ///
    /// # Errors
    /// [`FileError::Damaged`], [`FileError::NoNameColumn`], [`FileError::UnknownColumn`].
    pub(crate) fn new(
        file: File,
        total: u64,
        progress: Arc<AtomicU64>,
        mut meaning: Meaning,
        schema: Option<Schema>,
    ) -> Result<Self, FileError> {
        progress.store(0, Ordering::Relaxed);
        let pages = file
            .try_clone()
            .map_err(|error| FileError::Damaged(error.to_string()))?;
        let reader = guarded(|| SerializedFileReader::new(file)).map_err(FileError::Damaged)?;
        if !is_consistent(&reader) {
            return Err(FileError::Damaged(CONTRADICTION.to_owned()));
        }
        let about = reader.metadata().file_metadata();
        let root = about.schema();
        let names: Vec<String> = root
            .get_fields()
            .iter()
            .map(|field| field.name().to_owned())
            .collect();
        let has = |key: &str| names.iter().any(|name| name == key);
        meaning.schema = schema.unwrap_or_else(|| detect::schema_of_keys(has));
        let columns = column::columns(names, &meaning.map);
        column::check_map(&columns, &meaning.map)?;
        let named = |column: &Column| {
            column.field.is_some_and(Field::names_a_place)
                || (column.field.is_none() && column.name == "names")
        };
        let is_sample = meaning.seen.is_some();
        if !is_sample && !columns.iter().any(named) {
            return Err(FileError::NoNameColumn {
                columns: column::names(&columns),
            });
        }
        let osm = meaning.schema == Schema::Osm;
        let used = |column: &Column| {
            osm || is_sample || column.field.is_some() || NESTED.contains(&column.name.as_str())
        };
        let fields = root
            .get_fields()
            .iter()
            .zip(&columns)
            .filter(|(_, column)| used(column));
        let projection = Type::group_type_builder(root.name())
            .with_fields(fields.map(|(field, _)| Arc::clone(field)).collect());
        let projection = projection
            .build()
            .map_err(|error| FileError::Damaged(error.to_string()))?;
        let all = u64::try_from(about.num_rows()).unwrap_or_default();
        Ok(Self {
            wanted: Arc::new(SchemaDescriptor::new(Arc::new(projection))),
            reader,
            file: pages,
            columns,
            meaning,
            rows: None,
            group: 0,
            record: 0,
            all,
            total,
            progress,
            done: false,
        })
    }

    /// The next row; `None` at the end.
    fn row(&mut self) -> Option<Result<Row, String>> {
        loop {
            if let Some(rows) = &mut self.rows {
                let row = guarded(|| rows.next().transpose());
                match row {
                    Ok(Some(row)) => return Some(Ok(row)),
                    Ok(None) => self.rows = None,
                    Err(error) => return Some(Err(error)),
                }
            }
            if self.group >= self.reader.num_row_groups() {
                return None;
            }
            if let Err(problem) = self.check_group() {
                return Some(Err(problem));
            }
            let (reader, group, wanted) = (&self.reader, self.group, Arc::clone(&self.wanted));
            let rows = guarded(|| {
                let group = reader.get_row_group(group)?;
                TreeBuilder::new().as_iter(wanted, group.as_ref())
            });
            self.group += 1;
            match rows {
                Ok(rows) => self.rows = Some(rows),
                Err(error) => return Some(Err(error)),
            }
        }
    }

    /// Refuses the next row group if its pages wouldn't fit in memory.
    fn check_group(&self) -> Result<(), String> {
        let fields = self.wanted.root_schema().get_fields();
        let is_wanted = |name: &str| fields.iter().any(|field| field.name() == name);
        let group = self.reader.metadata().row_group(self.group);
        pages::check(&self.file, group, is_wanted)
    }

    fn read(&mut self) -> Option<Result<Item, RecordError>> {
        let row = self.row();
        let position = Position {
            record: self.record + 1,
            line: None,
            offset: 0,
        };
        let row = match row? {
            Ok(row) => row,
            Err(error) => {
                self.done = true;
                return Some(Err(RecordError::last(position, Problem::Malformed(error))));
            }
        };
        self.record += 1;
        let share = u128::from(self.total) * u128::from(self.record) / u128::from(self.all.max(1));
        self.progress.store(
            u64::try_from(share).unwrap_or(self.total),
            Ordering::Relaxed,
        );
        Some(Ok(self.item(&row, position)))
    }

    fn item(&self, row: &Row, position: Position) -> Item {
        let judged = matches!(self.meaning.schema, Schema::Foursquare | Schema::Overture);
        if judged && !self.meaning.everything && !may_be_coffee(row) {
            return Item::Skipped(Skipped {
                reason: SkipReason::NotCoffee,
                count: 1,
                position,
            });
        }
        let mut draft = Draft::default();
        for (name, cell) in row.get_column_iter() {
            if let ("geometry" | "geom" | "wkb_geometry", Cell::Bytes(bytes)) =
                (name.as_str(), cell)
                && let Some(point) = geometry::wkb_point(bytes.data())
            {
                draft.set_point(point);
            }
        }
        let values: Vec<(&String, Value)> = row
            .get_column_iter()
            .map(|(name, cell)| (name, value(cell)))
            .collect();
        if let Some(seen) = &self.meaning.seen {
            for (name, value) in &values {
                match value {
                    Value::Null => {}
                    Value::String(text) => seen.note(name, text),
                    nested => seen.note(name, &nested.to_string()),
                }
            }
        }
        if self.meaning.schema == Schema::Osm {
            let pairs = values.iter().map(|(name, value)| (name.as_str(), value));
            return properties::osm_properties(pairs, None, None, draft, &self.meaning, position);
        }
        let mut flat = Flat::default();
        for (name, value) in &values {
            flat.add(name, value, &self.meaning);
        }
        flat.fill(&mut draft);
        properties::finish(draft, &self.meaning, position)
    }
}

const CONTRADICTION: &str = "its structure contradicts itself";

/// Whether the footer's offsets and lengths are plausible; the library only asserts that later.
fn is_consistent(reader: &SerializedFileReader<File>) -> bool {
    let groups = reader.metadata().row_groups().iter();
    groups.flat_map(|group| group.columns()).all(|column| {
        let start = column
            .dictionary_page_offset()
            .unwrap_or_else(|| column.data_page_offset());
        start >= 0 && column.compressed_size() >= 0
    })
}

/// Runs a step of the Parquet library. It reports some kinds of damage by panicking; those become errors here.
fn guarded<T>(step: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(step)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(ParquetError::General(message))) => Err(
            match message.strip_prefix("Disabled feature at compile time: ") {
                Some(packing) => format!(
                    "its columns are packed with {packing}; write the file again with zstd or snappy"
                ),
                None => message,
            },
        ),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err(CONTRADICTION.to_owned()),
    }
}

/// Whether a category of the row contains a coffee keyword; `true` without categories.
fn may_be_coffee(row: &Row) -> bool {
    let is_category = |name: &str| name.contains("categor") || name == "taxonomy";
    let mut texts = Vec::new();
    for (_, cell) in row.get_column_iter().filter(|(name, _)| is_category(name)) {
        collect_texts(cell, &mut texts);
    }
    texts.is_empty() || texts.iter().any(|text| kind::hints_at_coffee(text))
}

fn collect_texts<'a>(cell: &'a Cell, texts: &mut Vec<&'a str>) {
    match cell {
        Cell::Str(text) => texts.push(text),
        Cell::Group(row) => row
            .get_column_iter()
            .for_each(|(_, cell)| collect_texts(cell, texts)),
        Cell::ListInternal(list) => list
            .elements()
            .iter()
            .for_each(|cell| collect_texts(cell, texts)),
        _ => {}
    }
}

/// A cell as JSON, for the rules that all formats share.
fn value(cell: &Cell) -> Value {
    match cell {
        Cell::Null => Value::Null,
        Cell::Bool(value) => Value::Bool(*value),
        Cell::Str(text) => Value::String(text.clone()),
        Cell::Bytes(bytes) => std::str::from_utf8(bytes.data())
            .map_or(Value::Null, |text| Value::String(text.to_owned())),
        Cell::Group(row) => Value::Object(
            row.get_column_iter()
                .map(|(name, cell)| (name.clone(), value(cell)))
                .collect(),
        ),
        Cell::ListInternal(list) => Value::Array(list.elements().iter().map(value).collect()),
        Cell::MapInternal(map) => {
            let text = |cell: &Cell| match cell {
                Cell::Str(text) => text.clone(),
                other => other.to_string(),
            };
            Value::Object(
                map.entries()
                    .iter()
                    .map(|(key, cell)| (text(key), value(cell)))
                    .collect(),
            )
        }
        Cell::Float(number) => Value::from(f64::from(*number)),
        Cell::Double(number) => Value::from(*number),
        Cell::Byte(number) => Value::from(*number),
        Cell::Short(number) => Value::from(*number),
        Cell::Int(number) => Value::from(*number),
        Cell::Long(number) => Value::from(*number),
        Cell::UByte(number) => Value::from(*number),
        Cell::UShort(number) => Value::from(*number),
        Cell::UInt(number) => Value::from(*number),
        Cell::ULong(number) => Value::from(*number),
        // Dates, times and decimals: the library formats them in the usual way.
        other => Value::String(other.to_string()),
    }
}

impl Records for Parquet {
    fn next(&mut self) -> Option<Result<Item, RecordError>> {
        if self.done {
            return None;
        }
        let next = self.read();
        self.done |= next.is_none();
        next
    }

    fn columns(&self) -> &[Column] {
        &self.columns
    }

    fn schema(&self) -> Option<Schema> {
        Some(self.meaning.schema)
    }
}
