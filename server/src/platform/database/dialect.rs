//! The few places where the two engines differ, each a function with a name.

use sea_orm::{
    ConnectionTrait, DbErr, ExprTrait, RuntimeErr,
    sea_query::{Expr, SimpleExpr},
    sqlx,
};

use super::{Engine, engine_of};

/// Codes for "another transaction won": SQLite busy (5) and stale snapshot (517), PostgreSQL deadlock, serialisation, lock timeout.
const RACE_CODES: &[&str] = &["5", "517", "40P01", "40001", "55P03"];

/// Whether the same transaction, begun again, may succeed.
#[must_use]
pub fn lost_a_race(error: &DbErr) -> bool {
    let (DbErr::Exec(RuntimeErr::SqlxError(source)) | DbErr::Query(RuntimeErr::SqlxError(source))) =
        error
    else {
        return false;
    };
    source
        .as_database_error()
        .and_then(|error| error.code())
        .is_some_and(|code| RACE_CODES.contains(&code.as_ref()))
}

/// Whether the database can't be reached, so that the same statement may succeed later.
#[must_use]
pub fn is_away(error: &DbErr) -> bool {
    match error {
        DbErr::ConnectionAcquire(_) | DbErr::Conn(_) => true,
        DbErr::Exec(RuntimeErr::SqlxError(source))
        | DbErr::Query(RuntimeErr::SqlxError(source)) => {
            match &**source {
                sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed => true,
                // PostgreSQL's class 57P: it is shutting down or starting up.
                sqlx::Error::Database(error) => {
                    error.code().is_some_and(|code| code.starts_with("57P"))
                }
                _ => false,
            }
        }
        _ => false,
    }
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
