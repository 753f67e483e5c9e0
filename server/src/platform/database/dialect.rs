//! The few differences between the two engines, each behind a named function.

use sea_orm::{
    ConnectionTrait, DbErr, ExprTrait, Statement,
    sea_query::{Expr, SimpleExpr},
};

use super::{Engine, engine_of};

/// Removes the statement timeout for this transaction, since loads and migrations take as long as the tables are.
/// SQLite has no such timeout.
pub(in crate::platform) async fn disable_timeouts(
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

/// Who is connected, for a sentence. Without the password.
pub async fn who_is_connected(connection: &impl ConnectionTrait) -> Result<String, DbErr> {
    if engine_of(connection) == Engine::Sqlite {
        return Ok("this user".to_owned());
    }
    let query = Statement::from_string(
        connection.get_database_backend(),
        "SELECT 'the role ' || quote_ident(current_user) || ' of the database ' || quote_ident(current_database()) AS who",
    );
    let row = connection.query_one_raw(query).await?;
    row.map_or(Ok("this role".to_owned()), |row| row.try_get("", "who"))
}

/// Removes all rows of `table` at once, after current writers and before any others.
pub async fn empty(transaction: &impl ConnectionTrait, table: &str) -> Result<(), DbErr> {
    let sql = match engine_of(transaction) {
        Engine::Postgres => format!("TRUNCATE {table}"),
        Engine::Sqlite => format!("DELETE FROM {table}"),
    };
    transaction.execute_unprepared(&sql).await?;
    Ok(())
}
