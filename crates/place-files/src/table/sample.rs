//! What the columns of a table contain, for somebody who is about to import it.

use crate::column::{SAMPLED, SampledColumn};
use crate::error::FileError;
use crate::field::Field;
use crate::input::Window;
use crate::text::{self, Repairs};

use super::begin;
use super::rows::Step;

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
    for _ in 0..SAMPLED {
        match rows.step()? {
            Step::Row(_) => {}
            Step::TooLong { .. } => continue,
            Step::End => break,
        }
        for (column, field) in sampled.iter_mut().zip(rows.fields()) {
            let mut repairs = Repairs::default();
            let decoded = text::decode(field, &mut repairs);
            if let Some(value) = text::clean(&decoded, &mut repairs) {
                column.note(&value);
            }
        }
    }
    Ok(sampled)
}
