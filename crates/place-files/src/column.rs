//! Columns of tables and Parquet files, recognized by name.

use std::sync::{Arc, Mutex, PoisonError};

use crate::error::FileError;
use crate::field::{self, Field};
use crate::text::{self, Repairs};

/// A column and the field it was recognized as.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// The header as written.
    pub name: String,
    /// Its field; `None` if the column is ignored.
    pub field: Option<Field>,
    /// What its values look like, if the column is ignored and no other column has that field.
    pub looks_like: Option<Field>,
    /// Rank of the name among the field's known names; 0 is the most specific.
    pub(crate) rank: u8,
}

/// Values per column of a sample.
const VALUES: usize = 3;
/// Characters per value.
const LENGTH: usize = 80;
/// Columns of a sample whose names come from the records.
const COLUMNS: usize = 200;
/// Records that a sample looks at: a column that is often empty still shows a value.
pub(crate) const SAMPLED: usize = 200;

/// A column and some of its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SampledColumn {
    /// The column.
    pub column: Column,
    /// The first different values, at most three.
    pub values: Vec<String>,
}

impl SampledColumn {
    /// Adds a value, unless there are enough or it is known.
    pub(crate) fn note(&mut self, value: &str) {
        note(&mut self.values, value);
    }
}

fn note(values: &mut Vec<String>, value: &str) {
    if values.len() == VALUES {
        return;
    }
    let value: String = value.chars().take(LENGTH).collect();
    if !values.contains(&value) {
        values.push(value);
    }
}

/// The values of columns, or of properties by their dotted names, noted while records are read for a sample.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seen(Arc<Mutex<Vec<Sampled>>>);

/// A property and some of its values.
type Sampled = (String, Vec<String>);

impl Seen {
    /// Notes a value of a column.
    pub(crate) fn note(&self, name: &str, value: &str) {
        let mut repairs = Repairs::default();
        let Some(value) = text::clean(value, &mut repairs) else {
            return;
        };
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = seen.iter_mut().find(|(column, _)| column == name);
        if let Some((_, values)) = known {
            note(values, &value);
        } else if seen.len() < COLUMNS {
            seen.push((name.to_owned(), vec![value.chars().take(LENGTH).collect()]));
        }
    }

    /// The names, in the order of their first values.
    pub(crate) fn names(&self) -> Vec<String> {
        let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        seen.iter().map(|(name, _)| name.clone()).collect()
    }

    /// These columns with what was noted.
    pub(crate) fn sampled(&self, columns: Vec<Column>) -> Vec<SampledColumn> {
        let seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let sampled = columns.into_iter().map(|column| {
            let known = seen.iter().find(|(name, _)| *name == column.name);
            SampledColumn {
                values: known.map_or_else(Vec::new, |(_, values)| values.clone()),
                column,
            }
        });
        sampled.collect()
    }
}

impl From<Column> for SampledColumn {
    fn from(column: Column) -> Self {
        Self {
            column,
            values: Vec::new(),
        }
    }
}

/// Recognizes columns by name; `map` takes precedence.
pub(crate) fn columns(names: Vec<String>, map: &[(String, Option<Field>)]) -> Vec<Column> {
    names
        .into_iter()
        .map(|name| {
            let (field, rank) = mapped(&name, map).unwrap_or_else(|| {
                field::recognise(&name).map_or((None, 0), |(field, rank)| (Some(field), rank))
            });
            Column {
                name,
                field,
                looks_like: None,
                rank,
            }
        })
        .collect()
}

/// The `--map` entry for a column: an exact match, else a match without case and punctuation.
pub(crate) fn mapped(name: &str, map: &[(String, Option<Field>)]) -> Option<(Option<Field>, u8)> {
    let plain = field::normalised(name);
    let exact = map.iter().find(|(column, _)| column == name);
    let found = exact.or_else(|| {
        map.iter()
            .find(|(column, _)| !plain.is_empty() && field::normalised(column) == plain)
    })?;
    Some((found.1, 0))
}

/// Checks that every column in `map` exists.
pub(crate) fn check_map(
    columns: &[Column],
    map: &[(String, Option<Field>)],
) -> Result<(), FileError> {
    for (wanted, _) in map {
        let plain = field::normalised(wanted);
        let exists = columns
            .iter()
            .any(|column| column.name == *wanted || field::normalised(&column.name) == plain);
        if !exists {
            return Err(FileError::UnknownColumn {
                column: wanted.clone(),
                columns: names(columns),
            });
        }
    }
    Ok(())
}

/// The columns' names, for error messages.
pub(crate) fn names(columns: &[Column]) -> Vec<String> {
    columns.iter().map(|column| column.name.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn map_goes_before_the_names() {
        let map = [
            ("Trading As".to_owned(), Some(Field::Name)),
            ("NAME".to_owned(), None),
        ];
        let columns = columns(
            vec!["name".into(), "Trading as".into(), "City".into()],
            &map,
        );
        let fields: Vec<Option<Field>> = columns.iter().map(|column| column.field).collect();
        assert_eq!(fields, [None, Some(Field::Name), Some(Field::City)]);
        assert!(check_map(&columns, &map).is_ok());
        let error = check_map(&columns, &[("Nam".to_owned(), None)]).expect_err("no such column");
        assert!(error.to_string().contains("\"City\""), "{error}");
    }
}
