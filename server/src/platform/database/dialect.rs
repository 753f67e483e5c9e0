//! The few differences between the two engines, each behind a named function.

use sea_orm::{
    ConnectionTrait, DbErr, ExprTrait, RuntimeErr, Statement,
    sea_query::{Expr, SimpleExpr},
    sqlx,
};

use super::{Engine, engine_of};

/// Codes for "another transaction won": SQLite busy (5) and stale snapshot (517), PostgreSQL deadlock, serialization, lock timeout.
const RACE_CODES: &[&str] = &["5", "517", "40P01", "40001", "55P03"];

/// PostgreSQL's classes and codes for temporary errors: connection exceptions, insufficient resources, shutdown or
/// startup, system errors; also a read-only server, an idle transaction timeout, a canceled statement, and lost races.
const PASSING_STATES: &[&str] = &[
    "08", "53", "57P", "58", "25006", "25P03", "57014", "40P01", "40001", "55P03",
];

/// SQLite's codes for temporary errors: busy, locked, read-only, I/O error, full disk, can't open the file.
const PASSING_CODES: &[u32] = &[5, 6, 8, 10, 13, 14];

/// The engine's error code: SQLite's extended code, or PostgreSQL's five characters.
#[must_use]
pub fn code_of(error: &DbErr) -> Option<String> {
    let (DbErr::Exec(RuntimeErr::SqlxError(source))
    | DbErr::Query(RuntimeErr::SqlxError(source))
    | DbErr::Conn(RuntimeErr::SqlxError(source))) = error
    else {
        return None;
    };
    let code = source.as_database_error()?.code()?;
    Some(code.into_owned())
}

/// Whether files are damaged: SQLite's `SQLITE_CORRUPT` and `SQLITE_NOTADB` with their variants, PostgreSQL's
/// `data_corrupted` and `index_corrupted`.
#[must_use]
pub fn is_damage(error: &DbErr) -> bool {
    code_of(error).is_some_and(|code| match code.parse::<u32>() {
        Ok(number) if code.len() < 5 => matches!(number & 0xff, 11 | 26),
        _ => matches!(code.as_str(), "XX001" | "XX002"),
    })
}

/// Whether retrying the same transaction may succeed.
#[must_use]
pub fn lost_a_race(error: &DbErr) -> bool {
    code_of(error).is_some_and(|code| RACE_CODES.contains(&code.as_str()))
}

/// Whether the database can't be reached or can't save anything, so that the same statement may succeed later.
#[must_use]
pub fn is_away(error: &DbErr) -> bool {
    match error {
        DbErr::ConnectionAcquire(_) | DbErr::Conn(_) => true,
        DbErr::Exec(RuntimeErr::SqlxError(source))
        | DbErr::Query(RuntimeErr::SqlxError(source)) => match &**source {
            sqlx::Error::Database(_) => code_of(error).is_some_and(|code| passes(&code)),
            sqlx::Error::Io(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed => true,
            _ => false,
        },
        _ => false,
    }
}

/// Whether nothing accepted our connections until the timeout, for example because the database is starting.
pub(super) fn is_starting(error: &DbErr) -> bool {
    matches!(error, DbErr::Conn(RuntimeErr::SqlxError(source)) if matches!(**source, sqlx::Error::PoolTimedOut))
}

fn passes(code: &str) -> bool {
    if code.len() == 5 {
        return PASSING_STATES.iter().any(|state| code.starts_with(state));
    }
    // The lowest byte is the primary error code; the higher ones are details.
    code.parse::<u32>()
        .is_ok_and(|code| PASSING_CODES.contains(&(code & 0xff)))
}

/// Removes the statement timeout for this transaction, since loads and migrations take as long as the tables are.
/// SQLite has no such timeout.
pub(in crate::platform) async fn take_your_time(
    transaction: &impl ConnectionTrait,
) -> Result<(), DbErr> {
    if engine_of(transaction) == Engine::Postgres {
        transaction
            .execute_unprepared(
                "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0",
            )
            .await?;
    }
    Ok(())
}

/// Waits until no other process is migrating this database. On SQLite, the immediate transaction already does.
///
/// # Errors
///
/// When the lock isn't granted, or the database fails.
pub async fn lock_migrations(transaction: &impl ConnectionTrait) -> Result<(), DbErr> {
    lock_until_commit(transaction, 7_203_948).await
}

/// Waits until no other transaction holds the lock with this number. SQLite has a single writer and needs none.
///
/// # Errors
///
/// When the lock isn't granted, or the database fails.
pub async fn lock_until_commit(
    transaction: &impl ConnectionTrait,
    number: i64,
) -> Result<(), DbErr> {
    if engine_of(transaction) == Engine::Postgres {
        let lock = format!("SELECT pg_advisory_xact_lock({number})");
        transaction.execute_unprepared(&lock).await?;
    }
    Ok(())
}

/// Waits until no other transaction is writing to `table`, and keeps new writers out until the commit. Statements after
/// this see everything that was committed before. SQLite has a single writer and needs none.
///
/// # Errors
///
/// When the lock isn't granted, or the database fails.
pub async fn lock_writes_until_commit(
    transaction: &impl ConnectionTrait,
    table: &str,
) -> Result<(), DbErr> {
    if engine_of(transaction) == Engine::Postgres {
        let lock = format!("LOCK TABLE {table} IN SHARE ROW EXCLUSIVE MODE");
        transaction.execute_unprepared(&lock).await?;
    }
    Ok(())
}

/// Adds the column default that records which PostgreSQL transaction wrote a change; SQLite has a single writer and
/// needs none.
///
/// # Errors
///
/// When the database fails.
pub async fn default_to_transaction_id(
    connection: &impl ConnectionTrait,
    table: &str,
    column: &str,
) -> Result<(), DbErr> {
    if engine_of(connection) == Engine::Postgres {
        let sql = format!(
            "ALTER TABLE {table} ALTER COLUMN {column} SET DEFAULT (pg_current_xact_id()::text::bigint)"
        );
        connection.execute_unprepared(&sql).await?;
    }
    Ok(())
}

/// True for changes that no running transaction can still precede. A cursor on the sequence alone would miss
/// transactions that took a number early and committed late. Transactions in other databases of the cluster don't
/// count, however long they run: their numbers are in the snapshot, and the lock that each transaction holds on its own
/// number tells which database it belongs to. A transaction that ended after the snapshot isn't found and counts until
/// the next look.
#[must_use]
pub fn is_settled(engine: Engine) -> SimpleExpr {
    match engine {
        Engine::Postgres => Expr::cust(
            "txid < COALESCE((SELECT min(running::text::bigint) \
             FROM pg_snapshot_xip(pg_current_snapshot()) AS running \
             WHERE NOT EXISTS (SELECT FROM pg_locks JOIN pg_stat_activity USING (pid) \
             WHERE locktype = 'transactionid' AND mode = 'ExclusiveLock' AND transactionid = running::xid \
             AND datname <> current_database())), \
             pg_snapshot_xmax(pg_current_snapshot())::text::bigint)",
        ),
        Engine::Sqlite => Expr::value(true).eq(true),
    }
}

/// Whether `tables` contain a transaction number that this PostgreSQL server hasn't assigned yet. Then they come from
/// another cluster, because a dump keeps its original numbers.
///
/// # Errors
///
/// When the database fails.
pub async fn is_from_another_cluster(
    connection: &impl ConnectionTrait,
    tables: &[&str],
) -> Result<bool, DbErr> {
    let any = tables
        .iter()
        .map(|table| {
            format!(
                "EXISTS (SELECT FROM {table} WHERE txid >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint)"
            )
        })
        .collect::<Vec<_>>();
    let query = Statement::from_string(
        connection.get_database_backend(),
        format!("SELECT {} AS foreign_rows", any.join(" OR ")),
    );
    let row = connection.query_one_raw(query).await?;
    row.map_or(Ok(false), |row| row.try_get("", "foreign_rows"))
}

/// Has the planner learn how large `tables` are and what they contain. SQLite chooses well without.
///
/// # Errors
///
/// When the database fails.
pub async fn collect_statistics(
    transaction: &impl ConnectionTrait,
    tables: &[&str],
) -> Result<(), DbErr> {
    if engine_of(transaction) == Engine::Postgres {
        let sql = format!("ANALYZE {}", tables.join(", "));
        transaction.execute_unprepared(&sql).await?;
    }
    Ok(())
}

/// Removes all rows of `table` at once, after current writers and before any others.
///
/// # Errors
///
/// When the database fails.
pub async fn empty(transaction: &impl ConnectionTrait, table: &str) -> Result<(), DbErr> {
    let sql = match engine_of(transaction) {
        Engine::Postgres => format!("TRUNCATE {table}"),
        Engine::Sqlite => format!("DELETE FROM {table}"),
    };
    transaction.execute_unprepared(&sql).await?;
    Ok(())
}
