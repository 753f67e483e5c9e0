//! SQLite and PostgreSQL behind one set of queries. The database URL decides the engine.

mod checkpoints;
mod connections;
pub mod dialect;
pub(in crate::platform) mod migrate;
pub mod migrations;
mod name;
mod reading;
mod recent_trouble;
mod sqlite_file;
mod writing;

use std::{fmt, future::Future, pin::Pin, time::Duration};

use sea_orm::{
    AccessMode, ConnectionTrait, DatabaseTransaction, DbBackend, IsolationLevel,
    TransactionOptions, TransactionTrait,
};

use super::{
    data_folder::DataFolder,
    error::{Error, Result},
    settings::Settings,
};
use connections::Waits;
pub use name::name_of;
pub use reading::Reads;
use recent_trouble::RecentTrouble;
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
}

/// What the body of a transaction returns: boxed, so that the body can be run again.
pub type TransactionFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;

impl Database {
    /// Connects and migrates, creating the database if there is none.
    ///
    /// # Errors
    ///
    /// When the database can't be reached, or was migrated by a newer version.
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
    /// When the database can't be reached, or was migrated by a newer version.
    pub async fn open_for_visitors(settings: &Settings, folder: &DataFolder) -> Result<Self> {
        let timeout = Duration::from_millis(settings.database_timeout_ms);
        let database = Self::with(settings, folder, Waits::of_visitors(timeout)).await?;
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
        let connection = database.reads.connection();
        if !migrate::has_tables(connection).await? {
            database.close().await?;
            return Ok(None);
        }
        migrate::refuse_other(connection).await?;
        Ok(Some(database))
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
        Self::with(settings, folder, Waits::of_commands()).await
    }

    async fn with(settings: &Settings, folder: &DataFolder, waits: Waits) -> Result<Self> {
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
        let reads = connections::connect(engine, &address, most, waits, &trouble).await?;
        // SQLite allows one writer at a time.
        let writes = if engine == Engine::Sqlite {
            connections::connect(engine, &address, 1, waits, &trouble).await?
        } else {
            reads.clone()
        };
        Ok(Self {
            engine,
            reads: Reads::new(reads, waits.whole, trouble.clone()),
            writes: Writer::new(engine, writes),
            timeout: waits.whole,
            trouble,
            file,
        })
    }

    /// The same connections for background work, with longer timeouts.
    #[must_use]
    pub fn patient(&self) -> Self {
        self.waiting(Waits::of_commands().whole)
    }

    fn waiting(&self, timeout: Duration) -> Self {
        Self {
            reads: Reads::new(
                self.reads.connection().clone(),
                timeout,
                self.trouble.clone(),
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

    /// The time limit for a statement, or for a transaction with all its attempts.
    #[must_use]
    pub fn timeout(&self) -> Duration {
        self.timeout
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
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn snapshot(&self) -> Result<DatabaseTransaction> {
        let options = TransactionOptions {
            isolation_level: (self.engine == Engine::Postgres)
                .then_some(IsolationLevel::RepeatableRead),
            access_mode: (self.engine == Engine::Postgres).then_some(AccessMode::ReadOnly),
            sqlite_transaction_mode: None,
        };
        let snapshot = self.reads.connection().begin_with_options(options).await?;
        dialect::take_your_time(&snapshot).await?;
        Ok(snapshot)
    }

    /// Runs `body` in one transaction and commits it; afterwards, every other connection sees the result. Retries when
    /// the engine chose it as the loser of a race. A transaction that doesn't finish in time fails as if the database
    /// were down; then it isn't known whether it was committed.
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
        let result = self.trouble.in_time(left, self.attempts(body)).await?;
        if let Err(Error::Database(error)) = &result {
            self.trouble.look_at(error);
        }
        result
    }

    async fn attempts<T, F>(&self, body: F) -> Result<T>
    where
        F: for<'a> Fn(&'a DatabaseTransaction) -> TransactionFuture<'a, T> + Send + Sync,
        T: Send,
    {
        let mut attempt = 1;
        loop {
            match self.writes.attempt(&body).await {
                Err(Error::Database(error))
                    if attempt < ATTEMPTS && dialect::lost_a_race(&error) =>
                {
                    tokio::time::sleep(Duration::from_millis(10 << attempt)).await;
                    attempt += 1;
                }
                result => return result,
            }
        }
    }

    /// Gives SQLite's write connection the memory that bulk writes need.
    ///
    /// # Errors
    ///
    /// When the database fails.
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
