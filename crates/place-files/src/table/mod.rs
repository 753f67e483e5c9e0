//! CSV, TSV and similar: a header, then one place per row.

mod header;
mod looks;
mod rows;
mod sample;

use crate::column::{self, Column};
use crate::draft::Draft;
use crate::error::{FileError, Problem, RecordError};
use crate::field::{self, Field};
use crate::format::Schema;
use crate::input::{HEAD_BYTES, Window};
use crate::properties::{self, Meaning};
use crate::record::{Item, Position, SkipReason, Skipped};
use crate::records::Records;

use rows::{Row, Rows, Step};
pub(crate) use sample::sample;

/// Reads up to the first row below the header.
fn begin(
    mut window: Window,
    map: &[(String, Option<Field>)],
    delimiter: Option<u8>,
) -> Result<(Rows, Vec<Column>), FileError> {
    window.fill_to(HEAD_BYTES)?;
    let layout = header::layout(window.bytes(), delimiter, map)?;
    let head = window.bytes().to_vec();
    let mut rows = Rows::new(window, layout.delimiter);
    for _ in 0..=layout.preamble {
        match rows.step()? {
            Step::Row(_) => {}
            Step::End => return Err(FileError::Empty),
            Step::TooLong { .. } => {
                return Err(FileError::Damaged(
                    "its first line is longer than 16 MiB".to_owned(),
                ));
            }
        }
    }
    let mut columns = column::columns(header::header_names(&rows), map);
    if looks::is_data(rows.fields()) && columns.iter().all(|column| column.field.is_none()) {
        return Err(FileError::NoHeader {
            first: column::names(&columns),
        });
    }
    column::check_map(&columns, map)?;
    let looks = looks::of_columns(&head, layout.delimiter, layout.preamble + 1, columns.len())?;
    header::add_looks(&mut columns, looks, map);
    Ok((rows, columns))
}

/// Reads the rows of a table.
pub(crate) struct Table {
    rows: Rows,
    columns: Vec<Column>,
    /// Recognized columns, most specific name of each field first.
    order: Vec<(usize, Field, u8)>,
    /// Columns that aren't recognized by name but may contain nested values as text.
    nested: Vec<usize>,
    meaning: Meaning,
    /// Columns up to the last named one: spreadsheets write empty ones after it.
    width: usize,
    record: u64,
    done: bool,
}

impl Table {
    /// Reads the header.
    ///
    /// # Errors
    /// [`FileError::NoNameColumn`], [`FileError::UnknownColumn`], or a read error.
    pub(crate) fn new(
        window: Window,
        meaning: Meaning,
        delimiter: Option<u8>,
    ) -> Result<Self, FileError> {
        let (rows, columns) = begin(window, &meaning.map, delimiter)?;
        let named = |column: &Column| {
            column.field.is_some_and(Field::names_a_place)
                || (meaning.schema == Schema::Overture && column.name == "names")
        };
        if !columns.iter().any(named) {
            return Err(FileError::NoNameColumn {
                columns: column::names(&columns),
            });
        }
        let mut order: Vec<(usize, Field, u8)> = columns
            .iter()
            .enumerate()
            .filter_map(|(index, column)| column.field.map(|field| (index, field, column.rank)))
            .collect();
        order.sort_by_key(|(index, _, rank)| (*rank, *index));
        let nested = columns
            .iter()
            .enumerate()
            .filter(|(_, column)| column.field.is_none())
            .map(|(index, _)| index)
            .collect();
        let width = columns
            .iter()
            .rposition(|column| !column.name.is_empty())
            .map_or(0, |last| last + 1);
        Ok(Self {
            rows,
            order,
            nested,
            columns,
            meaning,
            width,
            record: 0,
            done: false,
        })
    }

    fn read(&mut self) -> Option<Result<Item, RecordError>> {
        let row = match self.rows.step() {
            Ok(Step::Row(row)) => row,
            Ok(Step::End) => return None,
            Ok(Step::TooLong { line, offset }) => {
                self.record += 1;
                let position = Position {
                    record: self.record,
                    line: Some(line),
                    offset,
                };
                return Some(Err(RecordError::passing(position, Problem::TooLong)));
            }
            Err(error) => {
                self.done = true;
                return Some(Err(RecordError::last(
                    self.rows.position(self.record + 1),
                    Problem::from_io(error, self.record, self.rows.reached()),
                )));
            }
        };
        self.record += 1;
        let position = Position {
            record: self.record,
            line: Some(row.line),
            offset: row.offset,
        };
        if self
            .rows
            .fields()
            .all(|field| field.trim_ascii().is_empty())
            || self.is_header_again()
        {
            return Some(Ok(Item::Skipped(Skipped {
                reason: SkipReason::EmptyRow,
                count: 1,
                position,
            })));
        }
        let surplus =
            (self.columns.len()..self.rows.len()).filter_map(|index| self.rows.field(index));
        let too_many = surplus
            .into_iter()
            .any(|field| !field.trim_ascii().is_empty());
        if too_many || self.rows.len() < self.width {
            return Some(Err(self.ragged(row, position)));
        }
        if row.open_quote {
            return Some(Err(self.open_quote(row, position)));
        }
        Some(Ok(self.place(position)))
    }

    /// A second header: the first row has nothing but names of columns, or a row repeats the header, as in files that were
    /// joined.
    fn is_header_again(&self) -> bool {
        let names = header::header_names(&self.rows);
        let mut columns = self.columns.iter();
        let mut filled = 0;
        let is_header = names.iter().all(|name| {
            let column = columns.next();
            if name.is_empty() {
                return true;
            }
            filled += 1;
            column.is_some_and(|column| column.name.eq_ignore_ascii_case(name))
                || self.record == 1 && field::recognise(name).is_some()
        });
        is_header && filled >= 2
    }

    /// A row with the wrong number of fields. A last row without a newline was cut off; a row spanning several lines
    /// has an unclosed quote, so only its first line is skipped.
    fn ragged(&mut self, row: Row, position: Position) -> RecordError {
        let (expected, found) = (self.width, self.rows.len());
        let lines = self.rows.spans_lines(row);
        if lines {
            self.rows.keep_only_first_line(row);
        } else if row.unfinished && (row.open_quote || found < expected) {
            self.done = true;
            return self.cut_off(position);
        }
        RecordError::passing(position, Problem::FieldCount { expected, found })
    }

    /// Either an unclosed quote swallowed the rest of the file, or the file was cut off.
    fn open_quote(&mut self, row: Row, position: Position) -> RecordError {
        if !self.rows.spans_lines(row) {
            self.done = true;
            return self.cut_off(position);
        }
        self.rows.keep_only_first_line(row);
        RecordError::passing(
            position,
            Problem::Malformed("a quote on this line is not closed".to_owned()),
        )
    }

    const fn cut_off(&self, position: Position) -> RecordError {
        let problem = Problem::CutOff {
            records: self.record - 1,
            byte: self.rows.reached(),
        };
        RecordError::last(position, problem)
    }

    fn place(&self, position: Position) -> Item {
        let rows = &self.rows;
        if self.meaning.schema == Schema::Osm {
            let names = self.columns.iter().enumerate();
            let tags = names.filter_map(|(index, column)| {
                rows.field(index).map(|value| (column.name.as_str(), value))
            });
            return properties::osm_row(tags, &self.meaning, position);
        }
        let mut draft = Draft::default();
        for (index, field, rank) in &self.order {
            let Some(value) = rows.field(*index).filter(|value| !value.is_empty()) else {
                continue;
            };
            if matches!(value.first(), Some(b'{' | b'[')) {
                let name = self
                    .columns
                    .get(*index)
                    .map_or("", |column| column.name.as_str());
                if properties::nested_text(&mut draft, name, value, &self.meaning) {
                    continue;
                }
            }
            draft.at_rank(*rank).set_bytes(*field, value);
        }
        for index in &self.nested {
            let Some(value) = rows.field(*index) else {
                continue;
            };
            if matches!(value.first(), Some(b'{' | b'[')) {
                let name = self
                    .columns
                    .get(*index)
                    .map_or("", |column| column.name.as_str());
                properties::nested_text(&mut draft, name, value, &self.meaning);
            }
        }
        properties::finish(draft, &self.meaning, position)
    }
}

impl Records for Table {
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
}
