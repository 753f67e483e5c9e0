//! SQLite and PostgreSQL behind one set of queries. The database URL decides the engine.

mod checkpoints;
mod connections;
mod counting;
pub mod dialect;
mod file_marks;
mod fitness;
mod hosts;
mod log_format;
mod log_pages;
pub(in crate::platform) mod migrate;
pub mod migrations;
mod name;
mod pooled;
mod reading;
mod recent_trouble;
mod slow_statements;
mod sqlite_file;
mod writing;

use std::{
    fmt,
    future::Future,
    pin::{Pin, pin},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, TransactionTrait};

use super::{
    data_folder::DataFolder,
    database_errors,
    error::{Error, Result},
    settings::{Pooler, Settings},
};
pub use checkpoints::Copier;
use connections::{Checkpoints, Target, Timeouts};
pub use counting::{RowCount, count_since};
use hosts::Hosts;
pub use hosts::check_hosts;
pub use log_format::is_page_size;
pub use log_pages::{CommittedPages, Counted, LogCopier, LogReader, Read as LogRead};
pub use name::name_of;
use pooled::Pooled;
pub use reading::Reads;
use recent_trouble::RecentTrouble;
pub use slow_statements::{SlowStatements, SlowSummary};
pub use sqlite_file::SqliteFile;
use writing::Writer;

/// Maximum attempts for a transaction that keeps losing races.
const ATTEMPTS: u32 = 5;

/// The two engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Sqlite,
    Postgres,
}

impl fmt::Display for Engine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Sqlite => "SQLite",
            Self::Postgres => "PostgreSQL",
        })
    }
}

/// Connections to the database. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Database {
    engine: Engine,
    reads: Reads,
    writes: Writer,
    timeout: Duration,
    trouble: RecentTrouble,
    file: Option<SqliteFile>,
    slow: SlowStatements,
}

/// What the body of a transaction returns: boxed, so that the body can be run again.
pub type TransactionFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;

impl Database {
    /// Connects and migrates, creating the database if there is none.
    ///
    /// # Errors
    ///
    /// When the database can't be reached or used, or was migrated by a newer version.
    pub async fn open(settings: &Settings, folder: &DataFolder) -> Result<Self> {
        let database = Self::connect(settings, folder).await?;
        migrate::up(&database).await?;
        Ok(database)
    }

    /// The same for a server: visitors learn within `database_timeout_ms` if nothing can be saved. A newer schema is
    /// left as it is if it names this release as one that can work with it.
    ///
    /// # Errors
    ///
    /// When the database can't be reached or used, or was migrated by a newer version.
    pub async fn open_for_visitors(settings: &Settings, folder: &DataFolder) -> Result<Self> {
        let timeout = Duration::from_millis(settings.database_timeout_ms);
        let waits = Timeouts::for_requests(timeout);
        let database = Self::with(settings, folder, waits, Checkpoints::OfTheServer).await?;
        migrate::up_or_accept(&database).await?;
        Ok(database)
    }

    /// Opens an existing database unchanged; `None` if there is no database.
    ///
    /// # Errors
    ///
    /// When the database can't be reached, or its schema isn't this version's.
    pub async fn open_unchanged(settings: &Settings, folder: &DataFolder) -> Result<Option<Self>> {
        if SqliteFile::of(settings, folder).is_some_and(|file| file.is_absent()) {
            return Ok(None);
        }
        let database = Self::connect(settings, folder).await?;
        let snapshot = database.snapshot().await?;
        let has_tables = migrate::has_tables(&snapshot).await?;
        let checked = match has_tables {
            true => migrate::refuse_other(&snapshot).await,
            false => Ok(()),
        };
        snapshot.rollback().await?;
        if !has_tables {
            database.close().await?;
            return Ok(None);
        }
        checked.map(|()| Some(database))
    }

    /// Refuses a PostgreSQL database that no server can work with: for its encoding, its schema, or the role's rights.
    ///
    /// # Errors
    ///
    /// A sentence with the remedy.
    pub async fn expect_fit(&self) -> Result<()> {
        let snapshot = self.snapshot().await?;
        let checked = migrate::refuse_unfit(&snapshot).await;
        snapshot.rollback().await?;
        checked
    }

    /// Connects for a command without migrating.
    ///
    /// # Errors
    ///
    /// When the database can't be reached.
    pub async fn connect(settings: &Settings, folder: &DataFolder) -> Result<Self> {
        if let Some(file) = SqliteFile::of(settings, folder) {
            file.settle();
        }
        let checkpoints = match settings.backup_url.reveal() {
            "" => Checkpoints::OfWriters,
            _ => Checkpoints::OfTheServer,
        };
        Self::with(settings, folder, Timeouts::for_commands(), checkpoints).await
    }

    async fn with(
        settings: &Settings,
        folder: &DataFolder,
        waits: Timeouts,
        checkpoints: Checkpoints,
    ) -> Result<Self> {
        let address = match settings.database_url.reveal() {
            "" => format!("sqlite://{}", folder.join("townperk.sqlite").display()),
            address => address.to_owned(),
        };
        let engine = match address.split_once(':').map(|(scheme, _)| scheme) {
            Some("sqlite") => Engine::Sqlite,
            Some("postgres" | "postgresql") => Engine::Postgres,
            _ => {
                return Err(Error::Setup(
                    "settings refused.\n  database_url: must start with postgres:// or sqlite://"
                        .to_owned(),
                ));
            }
        };
        let file = SqliteFile::of(settings, folder);
        // A URL with parameters may ask for an in-memory or a read-only database.
        if let Some(file) = file.as_ref().filter(|_| !address.contains('?')) {
            file.prepare();
        }
        let most = settings.database_connections;
        let trouble = RecentTrouble::none(file.as_ref().map(SqliteFile::path));
        let is_pooled =
            engine == Engine::Postgres && settings.database_pooler == Pooler::Transaction;
        let target = Target {
            engine,
            address: &address,
            hosts: match engine {
                Engine::Sqlite => None,
                Engine::Postgres => Hosts::in_url(&address)
                    .map_err(|problem| {
                        Error::Setup(format!("settings refused.\n  database_url: {problem}"))
                    })?
                    .map(|hosts| hosts.pooled(is_pooled)),
            },
            is_pooled,
            checkpoints,
        };
        let mut reads = connections::connect(&target, most, waits, &trouble).await?;
        let slow = SlowStatements::over(Duration::from_millis(settings.slow_query_ms));
        slow.measure(&mut reads);
        // SQLite allows one writer at a time.
        let writes = if engine == Engine::Sqlite {
            let mut writes = connections::connect(&target, 1, waits, &trouble).await?;
            slow.measure(&mut writes);
            writes
        } else {
            reads.clone()
        };
        let pooled = is_pooled.then(|| Pooled::new(waits));
        Ok(Self {
            engine,
            reads: Reads::new(reads, waits.whole, trouble.clone(), pooled.clone()),
            writes: Writer::new(engine, writes, pooled),
            timeout: waits.whole,
            trouble,
            file,
            slow,
        })
    }

    /// The same connections for background work, with longer timeouts.
    #[must_use]
    pub fn with_background_timeouts(&self) -> Self {
        self.waiting(Timeouts::for_commands().whole)
    }

    fn waiting(&self, timeout: Duration) -> Self {
        Self {
            reads: Reads::new(
                self.reads.connection().clone(),
                timeout,
                self.trouble.clone(),
                self.reads.pooled().cloned(),
            ),
            timeout,
            ..self.clone()
        }
    }

    /// Which engine is behind it.
    #[must_use]
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Statements that took long.
    #[must_use]
    pub fn slow_statements(&self) -> &SlowStatements {
        &self.slow
    }

    /// The file, on SQLite.
    #[must_use]
    pub fn file(&self) -> Option<&SqliteFile> {
        self.file.as_ref()
    }

    /// How long it takes to answer the simplest question.
    ///
    /// # Errors
    ///
    /// When it doesn't answer in time.
    pub async fn round_trip(&self) -> Result<Duration> {
        let began = Instant::now();
        self.reads.execute_unprepared("SELECT 1").await?;
        // With a pooler, a transaction was begun, prepared and committed around it.
        let trips = if self.reads.pooled().is_some() { 4 } else { 1 };
        Ok(began.elapsed() / trips)
    }

    /// The time limit for a statement, or for a transaction with all its attempts.
    #[must_use]
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    /// How long [`Database::transaction`] takes at most: one timeout for its statements, and one for a commit that is under way by
    /// then.
    #[must_use]
    pub fn longest_transaction(&self) -> Duration {
        self.timeout * 2
    }

    /// The error for a caller that waited that long.
    #[must_use]
    pub fn no_answer(&self) -> Error {
        Error::Database(recent_trouble::no_answer(self.timeout))
    }

    /// For read-only queries.
    #[must_use]
    pub fn reads(&self) -> &Reads {
        &self.reads
    }

    /// One snapshot of the whole database for several reads, without a time limit; dropping it ends it.
    pub async fn snapshot(&self) -> Result<DatabaseTransaction> {
        let snapshot = self.reads.connection().begin().await?;
        if self.engine == Engine::Postgres {
            // Not by the options of a transaction: those are prepared under a name, which a pooler's other client may have.
            let options = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";
            snapshot.execute_unprepared(options).await?;
        }
        if let Some(pooled) = self.reads.pooled() {
            pooled.begin(&snapshot).await?;
        }
        dialect::disable_timeouts(&snapshot).await?;
        Ok(snapshot)
    }

    /// Whether a commit is on disk when it returns, as it is unless this was asked for. Without it, a power failure loses the last
    /// commits and harms nothing; the next commit that waits takes all before it along. PostgreSQL's own settings decide there.
    ///
    /// # Errors
    ///
    /// When the database doesn't answer.
    pub async fn wait_for_disk(&self, waits: bool) -> Result<()> {
        self.writes.wait_for_disk(waits).await
    }

    /// Runs `body` in one transaction and commits it; afterwards, every other connection sees the result. Retries when
    /// the engine chose it as the loser of a race. A transaction that doesn't finish in time fails as if the database
    /// were down, and nothing of it is saved. Only a commit that is under way by then is waited for once more as long; if that isn't
    /// answered either, nobody knows whether it was committed.
    pub async fn transaction<T, F>(&self, body: F) -> Result<T>
    where
        F: for<'a> Fn(&'a DatabaseTransaction) -> TransactionFuture<'a, T> + Send + Sync,
        T: Send,
    {
        self.transaction_within(self.timeout, body).await
    }

    /// The same, for a caller that has already used part of its time.
    pub async fn transaction_within<T, F>(&self, left: Duration, body: F) -> Result<T>
    where
        F: for<'a> Fn(&'a DatabaseTransaction) -> TransactionFuture<'a, T> + Send + Sync,
        T: Send,
    {
        let commits = AtomicBool::new(false);
        let mut attempts = pin!(self.attempts(body, &commits));
        let mut result = self.trouble.in_time(left, &mut attempts).await;
        if result.is_err() && commits.load(Ordering::Relaxed) {
            result = self.trouble.in_time(self.timeout, attempts).await;
        }
        let result = result?;
        if let Err(Error::Database(error)) = &result {
            self.trouble.look_at(error);
        }
        result
    }

    async fn attempts<T, F>(&self, body: F, commits: &AtomicBool) -> Result<T>
    where
        F: for<'a> Fn(&'a DatabaseTransaction) -> TransactionFuture<'a, T> + Send + Sync,
        T: Send,
    {
        let mut attempt = 1;
        loop {
            match self.writes.attempt(&body, commits).await {
                Err(Error::Database(error))
                    if attempt < ATTEMPTS && database_errors::lost_a_race(&error) =>
                {
                    tokio::time::sleep(Duration::from_millis(10 << attempt)).await;
                    attempt += 1;
                }
                result => return result,
            }
        }
    }

    /// Gives SQLite's write connection the memory that bulk writes need.
    pub async fn expect_many_rows(&self) -> Result<()> {
        if self.engine == Engine::Sqlite {
            self.writes
                .connection
                .execute_unprepared("PRAGMA cache_size = -65536")
                .await?;
        }
        Ok(())
    }

    /// Closes all connections; committed data is already durable.
    ///
    /// # Errors
    ///
    /// When the connections don't close.
    pub async fn close(&self) -> Result<()> {
        self.writes.connection.close_by_ref().await?;
        if self.engine == Engine::Sqlite {
            self.reads.connection().close_by_ref().await?;
        }
        Ok(())
    }
}

/// The engine behind an open transaction or connection.
pub fn engine_of(connection: &impl sea_orm::ConnectionTrait) -> Engine {
    match connection.get_database_backend() {
        DbBackend::Postgres => Engine::Postgres,
        _ => Engine::Sqlite,
    }
}
