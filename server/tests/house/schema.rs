//! Both engines have the same schema: tables, columns, type families, nullability and indexes.

use std::collections::BTreeSet;

use sea_orm::{ConnectionTrait, Statement};
use townperk::platform::database::Database;

use crate::support::{Engine, TestDatabase};

const SQLITE_COLUMNS: &str = "SELECT m.name || '.' || p.name || ' ' || lower(p.type) || ' ' || (p.\"notnull\" OR p.pk > 0) AS line \
    FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'";
const POSTGRES_COLUMNS: &str = "SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || \
    CASE WHEN is_nullable = 'NO' THEN 1 ELSE 0 END AS line FROM information_schema.columns WHERE table_schema = 'public'";
const SQLITE_INDEXES: &str = "SELECT m.name || ' ' || i.\"unique\" || ' ' || \
    (SELECT group_concat(c.name, ',') FROM pragma_index_info(i.name) c) AS line \
    FROM sqlite_master m JOIN pragma_index_list(m.name) i WHERE m.type = 'table'";
const POSTGRES_INDEXES: &str = "SELECT t.relname || ' ' || CASE WHEN i.indisunique THEN 1 ELSE 0 END || ' ' || \
    string_agg(a.attname, ',' ORDER BY k.place) AS line \
    FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid JOIN pg_namespace n ON n.oid = t.relnamespace \
    CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k(attribute, place) \
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attribute \
    WHERE n.nspname = 'public' GROUP BY t.relname, i.indexrelid, i.indisunique";

async fn lines(database: &Database, query: &str) -> BTreeSet<String> {
    let connection = database.reads();
    let statement = Statement::from_string(connection.get_database_backend(), query);
    let rows = connection.query_all_raw(statement).await.unwrap();
    rows.iter()
        .map(|row| family(&row.try_get::<String>("", "line").unwrap()))
        .collect()
}

/// The engines have different names for the same type.
fn family(line: &str) -> String {
    let mut parts: Vec<String> = line.split(' ').map(str::to_owned).collect();
    if parts.len() < 3 {
        return line.to_owned();
    }
    let nullable = parts.pop().unwrap();
    let column = parts.remove(0);
    let name = parts.join(" ");
    let family = [
        ("uuid", "uuid"),
        ("json", "json"),
        ("timestamp", "time"),
        ("bool", "bool"),
        ("int", "integer"),
        ("double", "float"),
        ("char", "text"),
        ("text", "text"),
    ];
    let family = family
        .iter()
        .find(|(start, _)| name.contains(start))
        .map_or(name.as_str(), |(_, family)| family);
    format!("{column} {family} {nullable}")
}

#[tokio::test(flavor = "multi_thread")]
async fn both_engines_have_the_same_schema() {
    let sqlite = TestDatabase::on(Engine::Sqlite).await.unwrap();
    let Some(postgres) = TestDatabase::on(Engine::Postgres).await else {
        return;
    };
    let (sqlite, postgres) = (sqlite.open().await, postgres.open().await);
    let ours = |lines: BTreeSet<String>| -> BTreeSet<String> {
        lines
            .into_iter()
            .filter(|line| !line.starts_with("seaql_migrations"))
            .collect()
    };
    let columns = (
        ours(lines(&sqlite, SQLITE_COLUMNS).await),
        ours(lines(&postgres, POSTGRES_COLUMNS).await),
    );
    assert!(columns.0.len() > 60, "{}", columns.0.len());
    assert_eq!(columns.0, columns.1);
    // In SQLite, an integer key is the row ID, so it has no separate index.
    let row_numbers = [
        "changes 1 seq",
        "change_horizon 1 id",
        "admin_passwords 1 id",
    ];
    let indexes = |lines: BTreeSet<String>| -> BTreeSet<String> {
        ours(lines)
            .into_iter()
            .filter(|line| !row_numbers.contains(&line.as_str()))
            .collect()
    };
    assert_eq!(
        indexes(lines(&sqlite, SQLITE_INDEXES).await),
        indexes(lines(&postgres, POSTGRES_INDEXES).await)
    );
}
