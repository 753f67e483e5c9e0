//! SQLite and PostgreSQL behind one set of queries. The engine is told by the address.

mod checkpoints;
pub mod dialect;
mod migrate;
pub mod migrations;

use std::{fmt, future::Future, pin::Pin, time::Duration};

use sea_orm::{
    AccessMode, ConnectOptions, ConnectionTrait, DatabaseConnection, DatabaseTransaction,
    DbBackend, IsolationLevel, SqliteTransactionMode, TransactionOptions, TransactionTrait,
    sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous},
};

use super::{
    data_folder::DataFolder,
    error::{Error, Result},
    settings::Settings,
};

/// Takes SQLite's write lock at the start, so that a transaction can't fail half-way because another one wrote;
/// PostgreSQL ignores it.
const IMMEDIATE: TransactionOptions = TransactionOptions {
    isolation_level: None,
    access_mode: None,
    sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
};

/// How often a transaction that lost a race is begun again.
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

/// Connections to the ledger. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Database {
    engine: Engine,
    reads: DatabaseConnection,
    writes: DatabaseConnection,
}

/// What the body of a transaction gives: boxed, so that the body can be begun again.
pub type TransactionFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;

impl Database {
    /// Connects and brings the schema up to date. Fails when the database is newer than this program.
    pub async fn open(settings: &Settings, folder: &DataFolder) -> Result<Self> {
        let database = Self::connect(settings, folder).await?;
        migrate::up(&database).await?;
        Ok(database)
    }

    /// Connects without touching the schema.
    pub async fn connect(settings: &Settings, folder: &DataFolder) -> Result<Self> {
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
        let reads = connect(&address, settings.database_connections).await?;
        // SQLite has one writer at a time; a pool of one is a fair queue for it.
        let writes = if engine == Engine::Sqlite {
            connect(&address, 1).await?
        } else {
            reads.clone()
        };
        Ok(Self {
            engine,
            reads,
            writes,
        })
    }

    /// Which engine is behind it.
    #[must_use]
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// For queries that change nothing.
    #[must_use]
    pub fn reads(&self) -> &DatabaseConnection {
        &self.reads
    }

    /// One state of the whole database for several reads; dropping it ends it.
    pub async fn snapshot(&self) -> Result<DatabaseTransaction> {
        let options = TransactionOptions {
            isolation_level: (self.engine == Engine::Postgres)
                .then_some(IsolationLevel::RepeatableRead),
            access_mode: (self.engine == Engine::Postgres).then_some(AccessMode::ReadOnly),
            sqlite_transaction_mode: None,
        };
        Ok(self.reads.begin_with_options(options).await?)
    }

    /// Runs `body` in one transaction and commits it. Begun again when the engine chose it as the loser of a race.
    /// After an error the transaction is left: PostgreSQL would answer a commit with success and keep nothing.
    pub async fn transaction<T, F>(&self, body: F) -> Result<T>
    where
        F: for<'a> Fn(&'a DatabaseTransaction) -> TransactionFuture<'a, T> + Send + Sync,
        T: Send,
    {
        let mut attempt = 1;
        loop {
            match self.attempt(&body).await {
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

    async fn attempt<T, F>(&self, body: &F) -> Result<T>
    where
        F: for<'a> Fn(&'a DatabaseTransaction) -> TransactionFuture<'a, T> + Send + Sync,
    {
        let transaction = self.writes.begin_with_options(IMMEDIATE).await?;
        match body(&transaction).await {
            Ok(value) => {
                transaction.commit().await?;
                Ok(value)
            }
            Err(error) => {
                // A database that ran out of space has rolled back by itself; the error that led here says more.
                if let Err(second) = transaction.rollback().await {
                    tracing::debug!(error = %second, "rolling back");
                }
                Err(error)
            }
        }
    }

    /// Gives SQLite's writing connection the memory that many rows in few transactions need.
    pub async fn expect_many_rows(&self) -> Result<()> {
        if self.engine == Engine::Sqlite {
            self.writes
                .execute_unprepared("PRAGMA cache_size = -65536")
                .await?;
        }
        Ok(())
    }

    /// Ends all connections; what was committed is on disk.
    pub async fn close(&self) -> Result<()> {
        self.writes.close_by_ref().await?;
        if self.engine == Engine::Sqlite {
            self.reads.close_by_ref().await?;
        }
        Ok(())
    }
}

/// Rows that SQLite's thread may be ahead of who reads them: with fewer, the two wake each other for almost every row.
const ROWS_AHEAD: usize = 500;

async fn connect(address: &str, connections: u32) -> Result<DatabaseConnection> {
    let mut options = ConnectOptions::new(address);
    options
        .max_connections(connections)
        .acquire_timeout(Duration::from_secs(10))
        .sqlx_logging(false)
        .test_before_acquire(false)
        .map_sqlx_sqlite_opts(|sqlite| {
            sqlite
                .journal_mode(SqliteJournalMode::Wal)
                .synchronous(SqliteSynchronous::Full)
                .foreign_keys(true)
                .busy_timeout(Duration::from_secs(10))
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
        });
    sea_orm::Database::connect(options).await.map_err(|error| {
        Error::Setup(format!("can't open the database: {error}. Check TOWNPERK_DATABASE_URL and that the database runs."))
    })
}

/// The engine of an open transaction or connection.
pub fn engine_of(connection: &impl sea_orm::ConnectionTrait) -> Engine {
    match connection.get_database_backend() {
        DbBackend::Postgres => Engine::Postgres,
        _ => Engine::Sqlite,
    }
}
