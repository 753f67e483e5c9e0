//! The few places where the two engines differ, each a function with a name.

use sea_orm::{
    ConnectionTrait, DbErr, ExprTrait, RuntimeErr,
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
pub(super) async fn take_your_time(transaction: &impl ConnectionTrait) -> Result<(), DbErr> {
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
    if engine_of(transaction) == Engine::Postgres {
        transaction
            .execute_unprepared("SELECT pg_advisory_xact_lock(7203948)")
            .await?;
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
/// transactions that took their number early and committed late.
#[must_use]
pub fn is_settled(engine: Engine) -> SimpleExpr {
    match engine {
        Engine::Postgres => {
            Expr::cust("txid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint")
        }
        Engine::Sqlite => Expr::value(true).eq(true),
    }
}
