//! Detects a table's delimiter, its header and the fields of its columns.

use std::io;

use crate::column::{Column, columns, mapped};
use crate::field::Field;
use crate::input::{HEAD_BYTES, Window};
use crate::text::{self, Repairs};

use super::rows::{Rows, Step};

/// Maximum lines above the header: a title, an export date, "sep=;".
const PREAMBLE_ROWS: usize = 10;

/// Records what the values of ignored columns look like, unless another column has that field or `map` ignores the
/// column.
pub(crate) fn add_looks(
    columns: &mut [Column],
    looks: Vec<Option<Field>>,
    map: &[(String, Option<Field>)],
) {
    let known: Vec<Field> = columns.iter().filter_map(|column| column.field).collect();
    let is_known = |field: Field| {
        known.contains(&field)
            || (field == Field::Address
                && (known.contains(&Field::Street) || known.contains(&Field::FullAddress)))
    };
    for (column, looks) in columns.iter_mut().zip(looks) {
        let is_free = column.field.is_none()
            && !column.name.is_empty()
            && mapped(&column.name, map).is_none();
        column.looks_like = looks.filter(|field| is_free && !is_known(*field));
    }
}

/// A table's delimiter, and what precedes its data.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub delimiter: u8,
    /// Rows above the header.
    pub preamble: usize,
}

/// Chooses the delimiter and the header row that recognize the most columns.
pub(crate) fn layout(
    head: &[u8],
    wanted: Option<u8>,
    map: &[(String, Option<Field>)],
) -> io::Result<Layout> {
    let mut best = (
        Layout {
            delimiter: wanted.unwrap_or(b','),
            preamble: 0,
        },
        (false, 0, 0),
    );
    for delimiter in [b',', b';', b'\t', b'|'] {
        if wanted.is_some_and(|wanted| wanted != delimiter) {
            continue;
        }
        let source = Box::new(io::Cursor::new(head.to_vec()));
        let mut rows = Rows::new(Window::with_step(source, HEAD_BYTES), delimiter);
        for preamble in 0..PREAMBLE_ROWS {
            let Step::Row(_) = rows.step()? else { break };
            let columns = columns(header_names(&rows), map);
            let known = columns
                .iter()
                .filter(|column| column.field.is_some())
                .count();
            let named = columns
                .iter()
                .any(|column| column.field.is_some_and(Field::names_a_place));
            let score = (named, known, columns.len());
            // Keep a good header found earlier: data rows may contain a word such as "Store".
            let first_good = best.1.0 && best.1.1 >= 2 && best.0.delimiter == delimiter;
            // Unless that one has only titles of several columns: then each cell below is a column's name.
            let is_whole = known > best.1.1
                && columns
                    .iter()
                    .all(|column| column.name.is_empty() || column.field.is_some());
            if score > best.1 && (!first_good || is_whole) {
                best = (
                    Layout {
                        delimiter,
                        preamble,
                    },
                    score,
                );
            }
        }
    }
    Ok(best.0)
}

/// The fields of the current row as column names.
pub(crate) fn header_names(rows: &Rows) -> Vec<String> {
    let name = |bytes| {
        let mut repairs = Repairs::default();
        let decoded = text::decode(bytes, &mut repairs);
        text::clean(&decoded, &mut repairs).unwrap_or_default()
    };
    rows.fields().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(head: &str) -> (char, usize) {
        let layout = layout(head.as_bytes(), None, &[]).expect("in memory");
        (char::from(layout.delimiter), layout.preamble)
    }

    #[test]
    fn delimiter_and_header() {
        assert_eq!(found("name,city,zip\nA;B,C,1\n"), (',', 0));
        assert_eq!(found("name;city;notes, other\nA;B;C\n"), (';', 0));
        assert_eq!(found("Name\tAddress\nA\tB, C\n"), ('\t', 0));
        assert_eq!(found("name|lat|lon\n"), ('|', 0));
        assert_eq!(found("sep=;\nname;city\n"), (';', 1));
        assert_eq!(
            found("Coffee shops of 2024\n\nName,Street,City\nStore,B,C\n"),
            (',', 1)
        );
        assert_eq!(found("Name,City\nStore,Place\nx,y\n"), (',', 0));
        assert_eq!(found("name\nA\n"), (',', 0));
        assert_eq!(
            found("Shop,,Place,,\nName,Phone,Street,City,State\nA,,B,C,LA\n"),
            (',', 1)
        );
    }
}
