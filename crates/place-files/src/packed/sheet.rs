//! The first sheet of an Excel workbook that has cells, as CSV. Formulas count by their last result; all cells of a merged
//! area have its value, as they seem to on the screen.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use calamine::{DataRef, Reader, Xlsx, XlsxError};

use crate::error::FileError;
use crate::values;

/// The most columns of a sheet; a cell far to the right would make every row as wide.
const MAX_COLUMNS: u32 = 1_000;
/// The most rows, as in Excel itself.
const MAX_ROWS: u32 = 1_048_576;
/// The most cells that merged areas fill.
const MAX_MERGED: u64 = 1_000_000;

/// Cells by row and column.
type Cells = BTreeMap<(u32, u32), String>;

/// The sheet as CSV.
///
/// # Errors
/// [`FileError::Damaged`] and [`FileError::Empty`].
pub(super) fn table(bytes: &[u8]) -> Result<Vec<u8>, FileError> {
    let mut book = Xlsx::new(io::Cursor::new(bytes)).map_err(unreadable)?;
    for name in book.sheet_names() {
        let mut cells = cells(&mut book, &name)?;
        if !cells.is_empty() {
            fill_merged(&mut book, &name, &mut cells)?;
            return Ok(csv(&cells));
        }
    }
    Err(FileError::Empty)
}

fn cells(book: &mut Xlsx<io::Cursor<&[u8]>>, name: &str) -> Result<Cells, FileError> {
    let mut reader = match book.worksheet_cells_reader(name) {
        Ok(reader) => reader,
        // A sheet that is a chart.
        Err(XlsxError::WorksheetNotFound(_) | XlsxError::NotAWorksheet(_)) => {
            return Ok(Cells::new());
        }
        Err(error) => return Err(unreadable(error)),
    };
    let mut cells = Cells::new();
    while let Some(cell) = reader
        .next_cell_with_formula_metadata()
        .map_err(unreadable)?
    {
        let (row, column) = cell.pos;
        // Some programs write formulas that only a spreadsheet computes.
        if cell.formula.is_some() && matches!(cell.value, DataRef::Empty) {
            return Err(FileError::Damaged(format!(
                "the formula in cell {} has no result; open the workbook in a spreadsheet, save it, and try again",
                cell_name(row, column)
            )));
        }
        let text = text(&cell.value);
        if text.is_empty() {
            continue;
        }
        if column >= MAX_COLUMNS || row >= MAX_ROWS {
            return Err(FileError::Damaged(format!(
                "its sheet is wider than {MAX_COLUMNS} columns"
            )));
        }
        cells.insert((row, column), text);
    }
    Ok(cells)
}

/// "C3"
fn cell_name(row: u32, column: u32) -> String {
    let mut letters = Vec::new();
    let mut rest = column + 1;
    while rest > 0 {
        letters.push(char::from(
            b'A' + u8::try_from((rest - 1) % 26).unwrap_or_default(),
        ));
        rest = (rest - 1) / 26;
    }
    let letters: String = letters.into_iter().rev().collect();
    format!("{letters}{}", row + 1)
}

fn text(value: &DataRef<'_>) -> String {
    match value {
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number.to_string(),
        DataRef::String(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Bool(is) => if *is { "yes" } else { "no" }.to_owned(),
        DataRef::DateTime(moment) => {
            let serial = moment.as_f64().to_string();
            values::day_of_serial(&serial).unwrap_or(serial)
        }
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
        // "#N/A" and the like.
        DataRef::Error(_) | DataRef::Empty => String::new(),
    }
}

fn fill_merged(
    book: &mut Xlsx<io::Cursor<&[u8]>>,
    name: &str,
    cells: &mut Cells,
) -> Result<(), FileError> {
    let areas = book.merge_cells_by_sheet_name(name).map_err(unreadable)?;
    let filled: BTreeSet<u32> = cells.keys().map(|(row, _)| *row).collect();
    let mut left = MAX_MERGED;
    for area in areas {
        let Some(value) = cells.get(&area.start).cloned() else {
            continue;
        };
        // A title over the whole table isn't a value of its columns.
        if area.start.0 == area.end.0 {
            continue;
        }
        let (last_row, last_column) = (area.end.0.min(MAX_ROWS), area.end.1.min(MAX_COLUMNS));
        let rows = u64::from(last_row.saturating_sub(area.start.0)) + 1;
        let columns = u64::from(last_column.saturating_sub(area.start.1)) + 1;
        left = left
            .checked_sub(rows * columns)
            .ok_or_else(|| FileError::Damaged("its merged cells are too large".to_owned()))?;
        for row in area.start.0..=last_row {
            // A row without cells of its own is no record.
            if !filled.contains(&row) {
                continue;
            }
            for column in area.start.1..=last_column {
                cells.entry((row, column)).or_insert_with(|| value.clone());
            }
        }
    }
    Ok(())
}

/// Rows without cells are left out.
fn csv(cells: &Cells) -> Vec<u8> {
    let width = cells
        .keys()
        .map(|(_, column)| column + 1)
        .max()
        .unwrap_or_default();
    let mut text = Vec::new();
    let mut rows: BTreeMap<u32, Vec<(u32, &str)>> = BTreeMap::new();
    for ((row, column), value) in cells {
        rows.entry(*row).or_default().push((*column, value));
    }
    for row in rows.into_values() {
        let mut next = row.into_iter().peekable();
        for column in 0..width {
            if column > 0 {
                text.push(b',');
            }
            if let Some((_, value)) = next.next_if(|(at, _)| *at == column) {
                text.push(b'"');
                text.extend_from_slice(value.replace('"', "\"\"").as_bytes());
                text.push(b'"');
            }
        }
        text.push(b'\n');
    }
    text
}

fn unreadable(error: XlsxError) -> FileError {
    FileError::Damaged(format!("the workbook cannot be read ({error})"))
}
