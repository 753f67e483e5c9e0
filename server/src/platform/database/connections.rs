//! How connections are made, what they may wait for, and when one is not used again.

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

use super::{Engine, dialect, sqlite_file::REMEDY, strain::Strain};
use crate::platform::error::{Error, Result};

/// Rows that SQLite's thread may be ahead of who reads them: with fewer, the two wake each other for almost every row.
const ROWS_AHEAD: usize = 500;

/// A statement of PostgreSQL that takes longer is ended by the server: nothing here is meant to.
const LONGEST_STATEMENT: Duration = Duration::from_secs(60);

/// However patient somebody is, a connection is had sooner or not at all.
const LONGEST_FOR_CONNECTION: Duration = Duration::from_secs(10);

/// A connection that was given back and says nothing for so long is not used again.
const PROMPT: Duration = Duration::from_secs(2);

/// At the start, a PostgreSQL that is starting too is waited for.
const STARTING: Duration = Duration::from_secs(10);

/// What callers of a set of connections may wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Waits {
    /// A statement by itself, and a transaction with all of its attempts.
    pub(super) whole: Duration,
    /// A transaction in which nothing happens is ended by PostgreSQL, because the node may be frozen and holds rows.
    pub(super) idle_in_transaction: Duration,
}

impl Waits {
    /// For visitors, who are told so rather than kept waiting.
    pub(super) fn of_visitors(whole: Duration) -> Self {
        Self {
            whole,
            idle_in_transaction: Duration::from_secs(5),
        }
    }

    /// For commands and work in the background, which do better to wait for their turn.
    pub(super) fn of_commands() -> Self {
        Self {
            whole: Duration::from_secs(60),
            idle_in_transaction: Duration::from_secs(60),
        }
    }

    /// For a connection, a row or SQLite's write lock: less than the whole, so that the reason is told and not the delay.
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
    strain: &Strain,
) -> Result<DatabaseConnection> {
    let mut options = ConnectOptions::new(address);
    options
        .max_connections(most)
        .acquire_timeout(waits.lock().min(LONGEST_FOR_CONNECTION))
        .sqlx_logging(false)
        .test_before_acquire(false);
    match engine {
        Engine::Sqlite => sqlite(&mut options, waits),
        Engine::Postgres => postgres(&mut options, waits, strain),
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

fn sqlite(options: &mut ConnectOptions, waits: Waits) {
    options
        .map_sqlx_sqlite_opts(move |sqlite| {
            sqlite
                .journal_mode(SqliteJournalMode::Wal)
                .synchronous(SqliteSynchronous::Full)
                .foreign_keys(true)
                .busy_timeout(waits.lock())
                .create_if_missing(true)
                .row_buffer_size(ROWS_AHEAD)
                // Kibibytes. When a page was split, SQLite looks through all that a connection keeps at the end of the
                // transaction: with 64 megabytes that was a fifth of its time for votes.
                .pragma("cache_size", "-8192")
                // What a statement must be able to undo lies in memory, not in files that come and go.
                .pragma("temp_store", "MEMORY")
                // The server copies the log into the database beside its writers (`checkpoints.rs`); who writes does it when
                // sixty-four megabytes have come together all the same.
                .pragma("wal_autocheckpoint", "16000")
        })
        .map_sqlx_sqlite_pool_opts(|pool| {
            pool.after_release(|connection, _| outside_transaction(connection))
        });
}

fn postgres(options: &mut ConnectOptions, waits: Waits, strain: &Strain) {
    let set = format!(
        "SET lock_timeout = {}; SET statement_timeout = {}; SET idle_in_transaction_session_timeout = {}",
        waits.lock().as_millis(),
        LONGEST_STATEMENT.as_millis(),
        waits.idle_in_transaction.as_millis(),
    );
    let strain = strain.clone();
    options.map_sqlx_postgres_pool_opts(move |pool| {
        let (set, strain) = (set.clone(), strain.clone());
        pool.after_connect(move |connection, _| {
            let set = set.clone();
            Box::pin(async move {
                connection.execute(sqlx::AssertSqlSafe(set)).await?;
                Ok(())
            })
        })
        .after_release(move |connection, _| {
            if strain.is_felt() {
                return Box::pin(answers(connection));
            }
            outside_transaction(connection)
        })
    });
}

/// Whether somebody still answers on a connection that was given back. The pool would wait for it for ever.
async fn answers(connection: &mut PgConnection) -> std::result::Result<bool, sqlx::Error> {
    match tokio::time::timeout(PROMPT, connection.ping()).await {
        Ok(answer) => answer.map(|()| true),
        Err(late) => Err(sqlx::Error::Io(late.into())),
    }
}

type IsFit<'a> = Pin<Box<dyn Future<Output = std::result::Result<bool, sqlx::Error>> + Send + 'a>>;

/// Whether a connection that was given back has left its transaction; one that has not is closed. SQLite may roll back by
/// itself when a disk is full: the `ROLLBACK` that follows fails, the driver goes on counting from one, and what it took for
/// the next transactions would be savepoints of one that nobody ever commits.
fn outside_transaction<C: Connection>(connection: &mut C) -> IsFit<'_> {
    if !connection.is_in_transaction() {
        return Box::pin(ready(Ok(true)));
    }
    Box::pin(async move {
        // A transaction that was dropped is rolled back by now, or can't be.
        connection.ping().await?;
        let is_fit = !connection.is_in_transaction();
        if !is_fit {
            tracing::warn!("a transaction could not be ended; its connection is closed");
        }
        Ok(is_fit)
    })
}
