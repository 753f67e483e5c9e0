//! How connections are opened, how long callers wait for them, and when one isn't reused.

use std::{
    fmt,
    future::{Future, ready},
    io,
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

use super::{
    Engine,
    checkpoints::{LONG, LONG_BYTES},
    hosts::{Hosts, accepts_writes, for_pooler},
    recent_trouble::RecentTrouble,
    sqlite_file::REMEDY,
};
use crate::platform::{
    database_errors,
    error::{Error, Result},
};

/// How many rows SQLite's thread may read ahead. With fewer, reader and thread wake each other for almost every row.
const ROWS_AHEAD: usize = 500;

/// PostgreSQL cancels statements that take longer; none is supposed to.
const LONGEST_STATEMENT: Duration = Duration::from_secs(60);

/// Maximum wait for a connection, however long the caller would wait.
const LONGEST_FOR_CONNECTION: Duration = Duration::from_secs(10);

/// A returned connection that doesn't respond for this long isn't reused.
const PROMPT: Duration = Duration::from_secs(2);

/// How long a command waits for a PostgreSQL server that is starting.
const STARTING: Duration = Duration::from_secs(10);

/// How long a server waits for one. The machine may have restarted, and both start at the same time.
const STARTING_WITH_US: Duration = Duration::from_secs(300);

/// How long nobody among several servers is asked again.
const HOSTS_PAUSE: Duration = Duration::from_millis(500);

/// How often that is logged.
const REMINDER: Duration = Duration::from_secs(10);

/// Timeouts for callers of a connection pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Timeouts {
    /// For a single statement, or a transaction with all its attempts.
    pub(super) whole: Duration,
    /// PostgreSQL ends a transaction that is idle for this long, because its node may be frozen while holding row
    /// locks.
    pub(super) idle_in_transaction: Duration,
    /// At startup, for PostgreSQL to answer.
    starting: Duration,
}

impl Timeouts {
    /// For visitors, who get an error instead of a long wait.
    pub(super) fn for_requests(whole: Duration) -> Self {
        Self {
            whole,
            idle_in_transaction: Duration::from_secs(5),
            starting: STARTING_WITH_US,
        }
    }

    /// For commands and background work, which should rather wait for their turn.
    pub(super) fn for_commands() -> Self {
        Self {
            whole: Duration::from_secs(60),
            idle_in_transaction: Duration::from_secs(60),
            starting: STARTING,
        }
    }

    /// For a connection, a row lock or SQLite's write lock: less than the whole, so that the error names the reason.
    fn lock(self) -> Duration {
        self.whole * 2 / 3
    }
}

/// Where connections lead, and through what.
#[derive(Clone, Debug)]
pub(super) struct Target<'url> {
    pub(super) engine: Engine,
    pub(super) address: &'url str,
    /// The servers in `address`, if it names several.
    pub(super) hosts: Option<Hosts>,
    /// A pooler hands each transaction to another connection of its own.
    pub(super) is_pooled: bool,
    pub(super) checkpoints: Checkpoints,
}

/// Who copies SQLite's log into the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Checkpoints {
    /// A writer that finds the log too long, because there may be no server.
    OfWriters,
    /// The server alone, four times a second: a log that a reader kept would take its writer long, or it is copied elsewhere first.
    OfTheServer,
}

/// Opens up to `most` connections to `target`.
pub(super) async fn connect(
    target: &Target<'_>,
    most: u32,
    waits: Timeouts,
    trouble: &RecentTrouble,
) -> Result<DatabaseConnection> {
    let mut patience = Patience::new(waits.starting);
    let address = match &target.hosts {
        None => target.address.to_owned(),
        Some(hosts) => loop {
            match hosts.writable().await {
                Ok(address) => break address,
                Err(problems) if patience.lasts() => {
                    patience.remind(&problems);
                    tokio::time::sleep(HOSTS_PAUSE).await;
                }
                Err(problems) => {
                    return Err(Error::Setup(format!(
                        "no server in database_url accepts writes: {problems}. Check TOWNPERK_DATABASE_URL and that one of them is the primary."
                    )));
                }
            }
        },
    };
    let mut options = ConnectOptions::new(&address);
    options
        .max_connections(most)
        .acquire_timeout(waits.lock().min(LONGEST_FOR_CONNECTION))
        .sqlx_logging(false)
        .test_before_acquire(false)
        // Without sqlx's task that closes old connections: up to 0.9.0 it may loop forever, and everything that its
        // thread would wake waits with it (https://github.com/transact-rs/sqlx/issues/3645).
        .idle_timeout(None::<Duration>)
        .max_lifetime(None::<Duration>);
    match target.engine {
        Engine::Sqlite => sqlite(&mut options, most, waits, target.checkpoints),
        Engine::Postgres => postgres(&mut options, target, waits, trouble),
    }
    loop {
        match sea_orm::Database::connect(options.clone()).await {
            Ok(connection) => {
                if let Some(hosts) = &target.hosts {
                    let pool = connection.get_postgres_connection_pool().clone();
                    tokio::spawn(hosts.clone().follow(pool, address));
                }
                return Ok(connection);
            }
            Err(error) if database_errors::is_starting(&error) && patience.lasts() => {
                patience.remind(&error);
            }
            Err(error) if !target.is_pooled && database_errors::is_from_a_pooler(&error) => {
                return Err(Error::Setup(format!(
                    "can't open the database: {error}. That looks like PgBouncer: set TOWNPERK_DATABASE_POOLER=transaction."
                )));
            }
            Err(error) if database_errors::is_damage(&error) => {
                return Err(Error::Setup(format!(
                    "the database file {} is damaged: {error}. {REMEDY}",
                    target.address.trim_start_matches("sqlite://")
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

/// How long a database that is starting is waited for, and when that was last said.
struct Patience {
    began: Instant,
    longest: Duration,
    told: Option<Instant>,
}

impl Patience {
    fn new(longest: Duration) -> Self {
        Self {
            began: Instant::now(),
            longest,
            told: None,
        }
    }

    fn lasts(&self) -> bool {
        self.began.elapsed() < self.longest
    }

    fn remind(&mut self, error: &dyn fmt::Display) {
        if self.told.is_none_or(|at| at.elapsed() >= REMINDER) {
            tracing::warn!(
                %error,
                minutes = self.longest.as_secs() / 60,
                "the database doesn't answer yet; waiting for it"
            );
            self.told = Some(Instant::now());
        }
    }
}

/// What each session is told, or with a pooler, each transaction.
pub(super) fn session_settings(waits: Timeouts, set: &str) -> String {
    format!(
        "{set} lock_timeout = {}; {set} statement_timeout = {}; {set} idle_in_transaction_session_timeout = {}",
        waits.lock().as_millis(),
        LONGEST_STATEMENT.as_millis(),
        waits.idle_in_transaction.as_millis(),
    )
}

fn sqlite(options: &mut ConnectOptions, most: u32, waits: Timeouts, checkpoints: Checkpoints) {
    let longest_log = match checkpoints {
        Checkpoints::OfWriters => LONG,
        Checkpoints::OfTheServer => 0,
    };
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
                // The server checkpoints the log separately (`checkpoints.rs`).
                .pragma("wal_autocheckpoint", longest_log.to_string())
                // A longer log is cut to this as it begins anew.
                .pragma("journal_size_limit", LONG_BYTES.to_string())
        })
        .map_sqlx_sqlite_pool_opts(|pool| {
            pool.after_release(|connection, _| outside_transaction(connection))
        });
}

fn postgres(
    options: &mut ConnectOptions,
    target: &Target<'_>,
    waits: Timeouts,
    trouble: &RecentTrouble,
) {
    // What a session is told, a pooler's next client would inherit.
    let set = (!target.is_pooled).then(|| session_settings(waits, "SET"));
    if target.is_pooled {
        options.map_sqlx_postgres_opts(for_pooler);
    }
    let (trouble, hosts) = (trouble.clone(), target.hosts.clone());
    options.map_sqlx_postgres_pool_opts(move |pool| {
        let (set, trouble) = (set.clone(), trouble.clone());
        let (chosen, hosts) = (hosts.clone(), hosts.clone());
        pool.after_connect(move |connection, _| {
            let (set, must_be_writable) = (set.clone(), chosen.is_some());
            Box::pin(async move {
                if must_be_writable {
                    let checked = accepts_writes(connection).await;
                    checked.map_err(|problem| sqlx::Error::Io(io::Error::other(problem)))?;
                }
                if let Some(set) = set {
                    connection.execute(sqlx::AssertSqlSafe(set)).await?;
                }
                Ok(())
            })
        })
        .after_release(move |connection, _| {
            if hosts.as_ref().is_some_and(Hosts::have_changed) {
                return Box::pin(async move {
                    outside_transaction(connection).await?;
                    Ok(accepts_writes(connection).await.is_ok())
                });
            }
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
