//! What the columns of a table contain, for somebody who is about to import it.

use crate::column::SampledColumn;
use crate::error::FileError;
use crate::field::Field;
use crate::input::Window;
use crate::text::{self, Repairs};

use super::begin;
use super::rows::Step;

/// Values per column.
const VALUES: usize = 3;
/// Characters per value.
const LENGTH: usize = 80;
/// Rows that are looked at: a column that is often empty still shows a value.
const ROWS: usize = 200;

/// The columns of a table with their first different values, whether or not one of them contains names.
///
/// # Errors
/// [`FileError::UnknownColumn`], [`FileError::NoHeader`], or a read error.
pub(crate) fn sample(
    window: Window,
    map: &[(String, Option<Field>)],
    delimiter: Option<u8>,
) -> Result<Vec<SampledColumn>, FileError> {
    let (mut rows, columns) = begin(window, map, delimiter)?;
    let mut sampled: Vec<SampledColumn> = columns.into_iter().map(SampledColumn::from).collect();
    for _ in 0..ROWS {
        match rows.step()? {
            Step::Row(_) => {}
            Step::TooLong { .. } => continue,
            Step::End => break,
        }
        for (column, field) in sampled.iter_mut().zip(rows.fields()) {
            if column.values.len() == VALUES {
                continue;
            }
            let mut repairs = Repairs::default();
            let decoded = text::decode(field, &mut repairs);
            let Some(value) = text::clean(&decoded, &mut repairs) else {
                continue;
            };
            let value: String = value.chars().take(LENGTH).collect();
            if !column.values.contains(&value) {
                column.values.push(value);
            }
        }
    }
    Ok(sampled)
}
