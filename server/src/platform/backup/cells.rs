//! One value of a row, converted between database, file and statement.

use chrono::{DateTime, SecondsFormat, Utc};
use sea_orm::{QueryResult, Value as Bound};
use serde_json::Value;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::schema::{Column, Family};
use crate::platform::{
    error::{Error, Result},
    keys::hexadecimal,
};

/// The value of `column`. Floats are stored as text because JSON readers round them, JSON as text because the engines
/// format it differently.
pub(super) fn of_row(row: &QueryResult, column: &Column) -> Result<Value> {
    let name = column.name.as_str();
    Ok(match column.family {
        Family::Uuid => text(row.try_get::<Option<Uuid>>("", name)?),
        Family::Time => row
            .try_get::<Option<DateTime<Utc>>>("", name)?
            .map_or(Value::Null, |time| {
                Value::String(time.to_rfc3339_opts(SecondsFormat::Micros, true))
            }),
        Family::Bool => row.try_get::<Option<bool>>("", name)?.into(),
        Family::Integer => row.try_get::<Option<i64>>("", name)?.into(),
        Family::Float => row
            .try_get::<Option<f64>>("", name)?
            .map_or(Value::Null, |number| Value::String(format!("{number:?}"))),
        Family::Json | Family::Text => text(row.try_get::<Option<String>>("", name)?),
    })
}

fn text(value: Option<impl ToString>) -> Value {
    value.map_or(Value::Null, |value| Value::String(value.to_string()))
}

/// The value, bound for a statement.
pub(super) fn bound(cell: &Value, column: &Column) -> Result<Bound> {
    let wrong = || {
        Error::Setup(format!(
            "the backup has a value that is none of its column: {cell} in {}",
            column.name
        ))
    };
    let text = match cell {
        Value::Null => None,
        Value::String(text) => Some(text.as_str()),
        _ if matches!(column.family, Family::Bool | Family::Integer) => None,
        _ => return Err(wrong()),
    };
    fn parsed<T: std::str::FromStr>(text: Option<&str>) -> std::result::Result<Option<T>, T::Err> {
        text.map(str::parse).transpose()
    }
    Ok(match column.family {
        Family::Uuid => parsed::<Uuid>(text).map_err(|_| wrong())?.into(),
        Family::Time => parsed::<DateTime<Utc>>(text).map_err(|_| wrong())?.into(),
        Family::Float => parsed::<f64>(text).map_err(|_| wrong())?.into(),
        Family::Bool if cell.is_null() => Bound::from(None::<bool>),
        Family::Bool => cell.as_bool().ok_or_else(wrong)?.into(),
        Family::Integer if cell.is_null() => Bound::from(None::<i64>),
        Family::Integer => cell.as_i64().ok_or_else(wrong)?.into(),
        Family::Json | Family::Text => text.map(str::to_owned).into(),
    })
}

/// A hash of rows, independent of their order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RowsDigest {
    rows: u64,
    lanes: [u64; 4],
}

impl RowsDigest {
    /// Adds a row with cells in the order of `columns`.
    pub(super) fn add(&mut self, cells: &[Value], columns: &[Column]) {
        let mut hash = Sha256::new();
        for (cell, column) in cells.iter().zip(columns) {
            let text = match cell {
                // Normalizes whitespace and key order, which depend on the engine.
                Value::String(json) if column.family == Family::Json => {
                    serde_json::from_str::<Value>(json)
                        .map_or_else(|_| json.clone(), |value| value.to_string())
                }
                other => other.to_string(),
            };
            hash.update(column.name.as_bytes());
            hash.update(b"=");
            hash.update(text.len().to_be_bytes());
            hash.update(text.as_bytes());
        }
        let hash = hash.finalize();
        for (lane, bytes) in self.lanes.iter_mut().zip(hash.as_chunks::<8>().0) {
            *lane = lane.wrapping_add(u64::from_be_bytes(*bytes));
        }
        self.rows += 1;
    }

    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    pub(super) fn text(&self) -> String {
        let bytes: Vec<u8> = self
            .lanes
            .iter()
            .flat_map(|lane| lane.to_be_bytes())
            .collect();
        hexadecimal(&bytes)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn column(family: Family) -> Column {
        Column {
            name: "value".to_owned(),
            family,
        }
    }

    #[test]
    fn what_is_no_value_of_its_column_is_refused() {
        for (family, cell) in [
            (Family::Uuid, json!("x")),
            (Family::Time, json!("yesterday")),
            (Family::Float, json!(1.5)),
            (Family::Bool, json!("true")),
            (Family::Integer, json!(1.5)),
            (Family::Text, json!(1)),
        ] {
            assert!(bound(&cell, &column(family)).is_err(), "{family:?} {cell}");
            assert!(bound(&Value::Null, &column(family)).is_ok(), "{family:?}");
        }
    }

    #[test]
    fn a_digest_knows_rows_in_any_order_and_json_in_any_spelling() {
        let columns = [column(Family::Json)];
        let digest = |rows: &[&str]| {
            let mut digest = RowsDigest::default();
            rows.iter()
                .for_each(|row| digest.add(&[json!(row)], &columns));
            digest.text()
        };
        let one = digest(&[r#"{"a":1,"b":2}"#, "[]"]);
        assert_eq!(one, digest(&["[]", r#"{"b": 2, "a": 1}"#]));
        assert_ne!(one, digest(&["[]", r#"{"b": 2, "a": 2}"#]));
        assert_ne!(one, digest(&["[]", "[]"]));
    }
}
