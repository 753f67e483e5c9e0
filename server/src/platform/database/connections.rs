//! How connections are opened, how long callers wait for them, and when one isn't reused.

use std::{
    future::{Future, ready},
    pin::Pin,
    time::Duration,
};

use sea_orm::{
    ConnectOptions, DatabaseConnection,
    sqlx::{
        self, Connection, Executor, PgConnection,
        sqlite::{SqliteJournalMode, SqliteSynchronous},
    },
};
use tokio::time::Instant;

use super::{Engine, dialect, recent_trouble::RecentTrouble, sqlite_file::REMEDY};
use crate::platform::error::{Error, Result};

/// How many rows SQLite's thread may read ahead. With fewer, reader and thread wake each other for almost every row.
const ROWS_AHEAD: usize = 500;

/// PostgreSQL cancels statements that take longer; none is supposed to.
const LONGEST_STATEMENT: Duration = Duration::from_secs(60);

/// Maximum wait for a connection, however long the caller would wait.
const LONGEST_FOR_CONNECTION: Duration = Duration::from_secs(10);

/// A returned connection that doesn't respond for this long isn't reused.
const PROMPT: Duration = Duration::from_secs(2);

/// At startup, how long to wait for a PostgreSQL server that is also starting.
const STARTING: Duration = Duration::from_secs(10);

/// Timeouts for callers of a connection pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Waits {
    /// For a single statement, or a transaction with all its attempts.
    pub(super) whole: Duration,
    /// PostgreSQL ends a transaction that is idle for this long, because its node may be frozen while holding row
    /// locks.
    pub(super) idle_in_transaction: Duration,
}

impl Waits {
    /// For visitors, who get an error instead of a long wait.
    pub(super) fn of_visitors(whole: Duration) -> Self {
        Self {
            whole,
            idle_in_transaction: Duration::from_secs(5),
        }
    }

    /// For commands and background work, which should rather wait for their turn.
    pub(super) fn of_commands() -> Self {
        Self {
            whole: Duration::from_secs(60),
            idle_in_transaction: Duration::from_secs(60),
        }
    }

    /// For a connection, a row lock or SQLite's write lock: less than the whole, so that the error names the reason.
    fn lock(self) -> Duration {
        self.whole * 2 / 3
    }
}

/// Opens up to `most` connections to `address`.
pub(super) async fn connect(
    engine: Engine,
    address: &str,
    most: u32,
    waits: Waits,
    trouble: &RecentTrouble,
) -> Result<DatabaseConnection> {
    let mut options = ConnectOptions::new(address);
    options
        .max_connections(most)
        .acquire_timeout(waits.lock().min(LONGEST_FOR_CONNECTION))
        .sqlx_logging(false)
        .test_before_acquire(false)
        // Without sqlx's task that closes old connections: up to 0.9.0 it may loop forever, and everything that its
        // thread would wake waits with it (https://github.com/transact-rs/sqlx/issues/3645).
        .idle_timeout(None::<Duration>)
        .max_lifetime(None::<Duration>);
    match engine {
        Engine::Sqlite => sqlite(&mut options, most, waits),
        Engine::Postgres => postgres(&mut options, waits, trouble),
    }
    let began = Instant::now();
    loop {
        match sea_orm::Database::connect(options.clone()).await {
            Ok(connection) => return Ok(connection),
            Err(error) if dialect::is_starting(&error) && began.elapsed() < STARTING => {}
            Err(error) if dialect::is_damage(&error) => {
                return Err(Error::Setup(format!(
                    "the database file {} is damaged: {error}. {REMEDY}",
                    address.trim_start_matches("sqlite://")
                )));
            }
            Err(error) => {
                return Err(Error::Setup(format!(
                    "can't open the database: {error}. Check TOWNPERK_DATABASE_URL and that the database runs."
                )));
            }
        }
    }
}

fn sqlite(options: &mut ConnectOptions, most: u32, waits: Waits) {
    // The writer has eight megabytes: after a page split, SQLite searches the connection's whole page cache at the end
    // of the transaction, and with 64 that took a fifth of the time for votes. Readers have less, because each write
    // empties their caches anyway.
    let cache_kibibytes = (8_192 / most.max(1)).max(2_048);
    options
        .map_sqlx_sqlite_opts(move |sqlite| {
            sqlite
                .journal_mode(SqliteJournalMode::Wal)
                .synchronous(SqliteSynchronous::Full)
                .foreign_keys(true)
                .busy_timeout(waits.lock())
                .create_if_missing(true)
                .row_buffer_size(ROWS_AHEAD)
                .pragma("cache_size", format!("-{cache_kibibytes}"))
                // Keeps rollback journals of statements in memory, not in temporary files.
                .pragma("temp_store", "MEMORY")
                // The server checkpoints the log separately (`checkpoints.rs`); writers do it only when it reaches
                // sixty-four megabytes.
                .pragma("wal_autocheckpoint", "16000")
        })
        .map_sqlx_sqlite_pool_opts(|pool| {
            pool.after_release(|connection, _| outside_transaction(connection))
        });
}

fn postgres(options: &mut ConnectOptions, waits: Waits, trouble: &RecentTrouble) {
    let set = format!(
        "SET lock_timeout = {}; SET statement_timeout = {}; SET idle_in_transaction_session_timeout = {}",
        waits.lock().as_millis(),
        LONGEST_STATEMENT.as_millis(),
        waits.idle_in_transaction.as_millis(),
    );
    let trouble = trouble.clone();
    options.map_sqlx_postgres_pool_opts(move |pool| {
        let (set, trouble) = (set.clone(), trouble.clone());
        pool.after_connect(move |connection, _| {
            let set = set.clone();
            Box::pin(async move {
                connection.execute(sqlx::AssertSqlSafe(set)).await?;
                Ok(())
            })
        })
        .after_release(move |connection, _| {
            if trouble.is_felt() {
                return Box::pin(answers(connection));
            }
            outside_transaction(connection)
        })
    });
}

/// Whether a returned connection still responds. The pool itself would wait forever.
async fn answers(connection: &mut PgConnection) -> std::result::Result<bool, sqlx::Error> {
    match tokio::time::timeout(PROMPT, connection.ping()).await {
        Ok(answer) => answer.map(|()| true),
        Err(late) => Err(sqlx::Error::Io(late.into())),
    }
}

type IsFit<'a> = Pin<Box<dyn Future<Output = std::result::Result<bool, sqlx::Error>> + Send + 'a>>;

/// Whether a returned connection has left its transaction; otherwise it is closed. SQLite may roll back by itself when
/// a disk is full. Then `ROLLBACK` fails, the driver's depth counter stays at one, and its next transactions would be
/// savepoints of a transaction that nobody commits.
fn outside_transaction<C: Connection>(connection: &mut C) -> IsFit<'_> {
    if !connection.is_in_transaction() {
        return Box::pin(ready(Ok(true)));
    }
    Box::pin(async move {
        // A dropped transaction has been rolled back by now, or can't be.
        connection.ping().await?;
        let is_fit = !connection.is_in_transaction();
        if !is_fit {
            tracing::warn!("a transaction could not be ended; its connection is closed");
        }
        Ok(is_fit)
    })
}
