//! Reads tables page by page in key order, and writes rows in bulk.

use sea_orm::{ConnectionTrait, DbBackend, Statement, Value as Bound};
use serde_json::Value;

use super::{
    cells,
    schema::{Column, Family, Table},
};
use crate::platform::error::Result;

/// Rows read at once.
pub(super) const PAGE: usize = 2000;
/// Values per statement, within both engines' limits.
const VALUES: usize = 30_000;

/// One row: a cell for each column.
pub(super) type Row = Vec<Value>;

/// The rows after `after`, the last row of the previous page.
pub(super) async fn page(
    connection: &impl ConnectionTrait,
    table: &Table,
    after: Option<&Row>,
) -> Result<Vec<Row>> {
    let backend = connection.get_database_backend();
    let columns: Vec<String> = table
        .columns
        .iter()
        .map(|it| selected(it, backend))
        .collect();
    let key: Vec<&Column> = table
        .key
        .iter()
        .filter_map(|at| table.columns.get(*at))
        .collect();
    let names = key
        .iter()
        .map(|it| quoted(&it.name))
        .collect::<Vec<_>>()
        .join(", ");
    let mut sql = format!("SELECT {} FROM {}", columns.join(", "), quoted(&table.name));
    let mut bound = Vec::new();
    if let Some(after) = after {
        for (at, column) in table.key.iter().zip(&key) {
            bound.push(cells::bound(
                after.get(*at).unwrap_or(&Value::Null),
                column,
            )?);
        }
        let places: Vec<String> = (1..=bound.len())
            .map(|number| place(number, backend))
            .collect();
        sql += &format!(" WHERE ({names}) > ({})", places.join(", "));
    }
    if !key.is_empty() {
        sql += &format!(" ORDER BY {names} LIMIT {PAGE}");
    }
    let statement = Statement::from_sql_and_values(backend, sql, bound);
    let rows = connection.query_all_raw(statement).await?;
    let cells = |row| {
        let columns = table.columns.iter();
        columns.map(|column| cells::of_row(row, column)).collect()
    };
    rows.iter().map(cells).collect()
}

/// Whether `table` has more pages after one with this many rows.
pub(super) fn has_more(table: &Table, rows: usize) -> bool {
    rows == PAGE && !table.key.is_empty()
}

/// Writes `rows` into `table`.
pub(super) async fn insert(
    connection: &impl ConnectionTrait,
    table: &str,
    columns: &[Column],
    rows: &[Row],
) -> Result<()> {
    let backend = connection.get_database_backend();
    let names: Vec<String> = columns.iter().map(|it| quoted(&it.name)).collect();
    for some in rows.chunks(VALUES / columns.len().max(1)) {
        let mut bound: Vec<Bound> = Vec::with_capacity(some.len() * columns.len());
        let mut tuples = Vec::with_capacity(some.len());
        for row in some {
            let mut places = Vec::with_capacity(columns.len());
            for (at, column) in columns.iter().enumerate() {
                bound.push(cells::bound(row.get(at).unwrap_or(&Value::Null), column)?);
                let cast = match (column.family, backend) {
                    (Family::Json, DbBackend::Postgres) => "::jsonb",
                    _ => "",
                };
                places.push(place(bound.len(), backend) + cast);
            }
            tuples.push(format!("({})", places.join(", ")));
        }
        let sql = format!(
            "INSERT INTO {} ({}) VALUES {}",
            quoted(table),
            names.join(", "),
            tuples.join(", ")
        );
        connection
            .execute_raw(Statement::from_sql_and_values(backend, sql, bound))
            .await?;
    }
    Ok(())
}

/// Whether the table has any rows.
pub(super) async fn has_any(connection: &impl ConnectionTrait, table: &Table) -> Result<bool> {
    let sql = format!("SELECT 1 AS found FROM {} LIMIT 1", quoted(&table.name));
    let statement = Statement::from_string(connection.get_database_backend(), sql);
    Ok(connection.query_one_raw(statement).await?.is_some())
}

/// Casts to the type that [`cells::of_row`] reads, since PostgreSQL has several per family.
fn selected(column: &Column, backend: DbBackend) -> String {
    let name = quoted(&column.name);
    let cast = match (column.family, backend) {
        (Family::Integer, DbBackend::Postgres) => "bigint",
        (Family::Float, DbBackend::Postgres) => "double precision",
        (Family::Json | Family::Text, DbBackend::Postgres) => "text",
        _ => return name,
    };
    format!("{name}::{cast} AS {name}")
}

fn place(number: usize, backend: DbBackend) -> String {
    match backend {
        DbBackend::Postgres => format!("${number}"),
        _ => "?".to_owned(),
    }
}

/// Safe to quote: names come from the database itself.
fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
