//! Both engines have the same schema: tables, columns, type families, nullability, defaults, indexes and foreign keys.

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

const SQLITE_DEFAULTS: &str = "SELECT m.name || '.' || p.name || ' ' || p.dflt_value AS line \
    FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table' AND p.dflt_value IS NOT NULL";
const POSTGRES_DEFAULTS: &str = "SELECT table_name || '.' || column_name || ' ' || column_default AS line \
    FROM information_schema.columns WHERE table_schema = 'public' AND column_default NOT LIKE 'nextval(%'";
const SQLITE_FOREIGN_KEYS: &str = "SELECT m.name || '.' || f.\"from\" || ' is ' || f.\"table\" || '.' || coalesce(f.\"to\", 'id') || \
    ' ' || f.on_delete AS line FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'";
const POSTGRES_FOREIGN_KEYS: &str = "SELECT t.relname || '.' || a.attname || ' is ' || f.relname || '.' || b.attname || ' ' || \
    CASE k.confdeltype WHEN 'c' THEN 'CASCADE' WHEN 'n' THEN 'SET NULL' WHEN 'r' THEN 'RESTRICT' ELSE 'NO ACTION' END AS line \
    FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid JOIN pg_class f ON f.oid = k.confrelid \
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = ANY (k.conkey) \
    JOIN pg_attribute b ON b.attrelid = f.oid AND b.attnum = ANY (k.confkey) WHERE k.contype = 'f'";

/// The query's lines, as `form` makes them comparable. The table in which the migrations are counted is left out.
async fn lines(database: &Database, query: &str, form: fn(&str) -> String) -> BTreeSet<String> {
    let connection = database.reads();
    let statement = Statement::from_string(connection.get_database_backend(), query);
    let rows = connection.query_all_raw(statement).await.unwrap();
    rows.iter()
        .map(|row| row.try_get::<String>("", "line").unwrap())
        .filter(|line| !line.starts_with("seaql_migrations"))
        .map(|line| form(&line))
        .collect()
}

/// A default without the spelling of its engine: `'{}'::jsonb`, `TRUE`.
fn plain(line: &str) -> String {
    let value = line.split("::").next().unwrap_or(line);
    value.replace('\'', "").to_lowercase()
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
    let columns = lines(&sqlite, SQLITE_COLUMNS, family).await;
    assert!(columns.len() > 60, "{}", columns.len());
    assert_eq!(columns, lines(&postgres, POSTGRES_COLUMNS, family).await);

    let mut defaults = lines(&sqlite, SQLITE_DEFAULTS, plain).await;
    // SQLite has one writer at a time, so its changes need no transaction number.
    assert!(defaults.remove("changes.txid 0"), "{defaults:?}");
    defaults.insert("changes.txid ((pg_current_xact_id())".to_owned());
    assert_eq!(defaults, lines(&postgres, POSTGRES_DEFAULTS, plain).await);

    let keys = lines(&sqlite, SQLITE_FOREIGN_KEYS, str::to_owned).await;
    assert!(keys.len() > 5, "{keys:?}");
    let theirs = lines(&postgres, POSTGRES_FOREIGN_KEYS, str::to_owned).await;
    assert_eq!(keys, theirs);

    let mut indexes = lines(&postgres, POSTGRES_INDEXES, str::to_owned).await;
    // In SQLite, an integer key is the row ID, so it has no separate index.
    for row_number in [
        "changes 1 seq",
        "change_horizon 1 id",
        "admin_passwords 1 id",
    ] {
        indexes.remove(row_number);
    }
    let ours = lines(&sqlite, SQLITE_INDEXES, str::to_owned).await;
    assert_eq!(ours, indexes);
}
