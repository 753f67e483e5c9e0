//! The few places where the two engines differ, each a function with a name.

use sea_orm::{
    ConnectionTrait, DbErr, ExprTrait, RuntimeErr, Statement,
    sea_query::{Expr, SimpleExpr},
    sqlx,
};

use super::{Engine, engine_of};

/// Codes for "another transaction won": SQLite busy (5) and stale snapshot (517), PostgreSQL deadlock, serialization, lock timeout.
const RACE_CODES: &[&str] = &["5", "517", "40P01", "40001", "55P03"];

/// PostgreSQL's classes and codes for what passes: connection exceptions, too little of disk, memory or connections, shutting
/// down or starting up, errors of the system; a server that takes no writes, a transaction that was idle too long, a statement
/// that took too long, lost races.
const PASSING_STATES: &[&str] = &[
    "08", "53", "57P", "58", "25006", "25P03", "57014", "40P01", "40001", "55P03",
];

/// SQLite's codes for what passes: busy, locked, read-only, an input or output error, a full disk, a file that can't be opened.
const PASSING_CODES: &[u32] = &[5, 6, 8, 10, 13, 14];

/// The engine's code of an error: SQLite's extended code, or PostgreSQL's five characters.
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

/// Codes for damaged files: SQLite's `SQLITE_CORRUPT` and `SQLITE_NOTADB` with their kinds, PostgreSQL's `data_corrupted` and
/// `index_corrupted`.
#[must_use]
pub fn is_damage(error: &DbErr) -> bool {
    code_of(error).is_some_and(|code| match code.parse::<u32>() {
        Ok(number) if code.len() < 5 => matches!(number & 0xff, 11 | 26),
        _ => matches!(code.as_str(), "XX001" | "XX002"),
    })
}

/// Whether the same transaction, begun again, may succeed.
#[must_use]
pub fn lost_a_race(error: &DbErr) -> bool {
    code_of(error).is_some_and(|code| RACE_CODES.contains(&code.as_str()))
}

/// Whether the database can't be reached, or can't save anything, so that the same statement may succeed later.
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

/// Whether nobody took our connections for as long as we may wait for one: a database that is starting, perhaps.
pub(super) fn is_starting(error: &DbErr) -> bool {
    matches!(error, DbErr::Conn(RuntimeErr::SqlxError(source)) if matches!(**source, sqlx::Error::PoolTimedOut))
}

fn passes(code: &str) -> bool {
    if code.len() == 5 {
        return PASSING_STATES.iter().any(|state| code.starts_with(state));
    }
    // The lowest byte is the kind of the error, what is above says more of it.
    code.parse::<u32>()
        .is_ok_and(|code| PASSING_CODES.contains(&(code & 0xff)))
}

/// Lets the statements of this transaction take any time: loads and migrations are as long as the tables. SQLite has no such
/// limits.
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

/// Waits until no other process migrates this database. SQLite's immediate transaction does so by itself.
pub async fn lock_migrations(transaction: &impl ConnectionTrait) -> Result<(), DbErr> {
    lock_until_commit(transaction, 7_203_948).await
}

/// Waits until no other transaction holds the lock of this number. SQLite has one writer, who needs none.
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

/// The column default that notes which PostgreSQL transaction wrote a change; SQLite has one writer and needs none.
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

/// Holds for changes that no running transaction can still come before. A cursor on the sequence alone loses rows of
/// transactions that took their number early and committed late. Transactions of other databases of the cluster don't count,
/// however long they run: their numbers are among the snapshot's, and the lock that each holds on its own number says whose
/// it is. One that ended since the snapshot is not found and counts, until the next look.
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

/// Whether `tables` hold a transaction number that this PostgreSQL has yet to give: then they come from another cluster,
/// because a dump carries the numbers of where it was made.
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

/// Removes all rows of `table` at once, after those who write to it and before any other.
pub async fn empty(transaction: &impl ConnectionTrait, table: &str) -> Result<(), DbErr> {
    let sql = match engine_of(transaction) {
        Engine::Postgres => format!("TRUNCATE {table}"),
        Engine::Sqlite => format!("DELETE FROM {table}"),
    };
    transaction.execute_unprepared(&sql).await?;
    Ok(())
}
