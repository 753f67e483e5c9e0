//! The tables of a database, with the columns and keys for reading and writing rows.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::{ConnectionTrait, QueryResult, Statement};
use serde::{Deserialize, Serialize};

use crate::platform::{
    database::{Engine, engine_of},
    error::{Error, Result},
};

/// The table that records migrations.
pub(super) const MIGRATIONS: &str = "seaql_migrations";

/// The table that describes the schema itself. It is written by the program that makes the tables, never by a backup.
const RELEASE: &str = "schema_release";

/// A table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) name: String,
    /// Sorted by name, because the engines may order them differently.
    pub(super) columns: Vec<Column>,
    /// Its primary key, as indexes into `columns`.
    pub(super) key: Vec<usize>,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) family: Family,
}

/// Type families that both engines have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Family {
    Uuid,
    Json,
    Time,
    Bool,
    Integer,
    Float,
    Text,
}

impl Family {
    /// Maps the engine's type name.
    fn of(type_name: &str) -> Option<Self> {
        let name = type_name.to_lowercase();
        let families = [
            ("uuid", Self::Uuid),
            ("json", Self::Json),
            ("timestamp", Self::Time),
            ("bool", Self::Bool),
            ("int", Self::Integer),
            ("double", Self::Float),
            ("real", Self::Float),
            ("char", Self::Text),
            ("text", Self::Text),
        ];
        families
            .into_iter()
            .find_map(|(part, family)| name.contains(part).then_some(family))
    }
}

const SQLITE_COLUMNS: &str = "SELECT m.name AS table_name, p.name AS column_name, p.type AS type_name, p.pk AS key_place \
    FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'";
const POSTGRES_COLUMNS: &str = "SELECT t.relname::text AS table_name, a.attname::text AS column_name, \
    format_type(a.atttypid, NULL) AS type_name, COALESCE((SELECT k.place FROM pg_index i \
    CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k(attribute, place) \
    WHERE i.indrelid = t.oid AND i.indisprimary AND k.attribute = a.attnum), 0)::bigint AS key_place \
    FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid \
    WHERE t.relkind = 'r' AND t.relnamespace = current_schema()::regnamespace AND a.attnum > 0 AND NOT a.attisdropped";
const SQLITE_PARENTS: &str = "SELECT m.name AS child, f.\"table\" AS parent \
    FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'";
const POSTGRES_PARENTS: &str = "SELECT c.relname::text AS child, p.relname::text AS parent FROM pg_constraint f \
    JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class p ON p.oid = f.confrelid \
    WHERE f.contype = 'f' AND c.relnamespace = current_schema()::regnamespace";

/// All tables, referenced ones first.
pub(super) async fn tables(connection: &impl ConnectionTrait) -> Result<Vec<Table>> {
    let (columns, parents) = match engine_of(connection) {
        Engine::Sqlite => (SQLITE_COLUMNS, SQLITE_PARENTS),
        Engine::Postgres => (POSTGRES_COLUMNS, POSTGRES_PARENTS),
    };
    let mut by_name: BTreeMap<String, BTreeMap<String, (Family, i64)>> = BTreeMap::new();
    for row in query(connection, columns).await? {
        let table: String = row.try_get("", "table_name")?;
        let column: String = row.try_get("", "column_name")?;
        let type_name: String = row.try_get("", "type_name")?;
        let family = Family::of(&type_name).ok_or_else(|| {
            Error::Setup(format!(
                "the database has a table that is not of Townperk: {table}, with a column of the type {type_name}. Give Townperk a database of its own."
            ))
        })?;
        let key_place = row.try_get("", "key_place")?;
        by_name
            .entry(table)
            .or_default()
            .insert(column, (family, key_place));
    }
    by_name.remove(RELEASE);
    let mut waits: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in query(connection, parents).await? {
        let (child, parent): (String, String) =
            (row.try_get("", "child")?, row.try_get("", "parent")?);
        if child != parent {
            waits.entry(child).or_default().insert(parent);
        }
    }
    Ok(in_order(by_name, &waits))
}

/// Orders tables so that each comes after those it references; a cycle is broken anywhere.
fn in_order(
    mut by_name: BTreeMap<String, BTreeMap<String, (Family, i64)>>,
    waits: &BTreeMap<String, BTreeSet<String>>,
) -> Vec<Table> {
    let mut tables = Vec::with_capacity(by_name.len());
    loop {
        let is_free = |name: &&String| {
            let parents = waits.get(*name);
            parents.is_none_or(|parents| parents.iter().all(|it| !by_name.contains_key(it)))
        };
        let next = by_name.keys().find(is_free).or(by_name.keys().next());
        let Some(name) = next.cloned() else {
            return tables;
        };
        let columns = by_name.remove(&name).unwrap_or_default();
        tables.push(table(name, columns));
    }
}

fn table(name: String, columns: BTreeMap<String, (Family, i64)>) -> Table {
    let mut key: Vec<(i64, usize)> = columns
        .values()
        .enumerate()
        .filter_map(|(index, (_, place))| (*place > 0).then_some((*place, index)))
        .collect();
    key.sort_unstable();
    Table {
        name,
        columns: columns
            .into_iter()
            .map(|(name, (family, _))| Column { name, family })
            .collect(),
        key: key.into_iter().map(|(_, index)| index).collect(),
    }
}

async fn query(connection: &impl ConnectionTrait, sql: &str) -> Result<Vec<QueryResult>> {
    let statement = Statement::from_string(connection.get_database_backend(), sql);
    Ok(connection.query_all_raw(statement).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parents_come_before_their_children() {
        let names = ["boosts", "cities", "shops", "votes"];
        let by_name = names.map(|name| (name.to_owned(), BTreeMap::new()));
        let waits = [("shops", "cities"), ("boosts", "shops"), ("votes", "shops")]
            .map(|(child, parent)| (child.to_owned(), BTreeSet::from([parent.to_owned()])));
        let tables = in_order(by_name.into(), &waits.into());
        let order: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
        assert_eq!(order, ["cities", "shops", "boosts", "votes"]);
    }
}
