//! Write transactions, one attempt at a time.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbErr, SqliteTransactionMode,
    TransactionOptions, TransactionTrait,
};
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::{Engine, TransactionFuture, file_marks::Marking, pooled::Pooled};
use crate::platform::{
    database_errors,
    error::{Error, Result},
};

/// Takes SQLite's write lock at the start, so a transaction can't fail halfway because another one wrote. PostgreSQL
/// ignores it.
const IMMEDIATE: TransactionOptions = TransactionOptions {
    isolation_level: None,
    access_mode: None,
    sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
};

/// Connections for writing. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    pub(super) connection: DatabaseConnection,
    /// SQLite has one writer at a time; callers get its connection in the order they asked.
    turns: Option<Arc<Mutex<Marking>>>,
    /// The next commit may be the first one of SQLite's log.
    log_may_be_new: Arc<AtomicBool>,
    /// If a pooler is in between.
    pooled: Option<Pooled>,
}

impl Writer {
    pub(super) fn new(
        engine: Engine,
        connection: DatabaseConnection,
        pooled: Option<Pooled>,
    ) -> Self {
        Self {
            pooled,
            connection,
            turns: (engine == Engine::Sqlite).then(Arc::default),
            log_may_be_new: Arc::default(),
        }
    }

    /// Runs `body` in a transaction and commits it. After an error the transaction is abandoned: PostgreSQL would
    /// report a successful commit and save nothing. On SQLite, the connection is abandoned, too. `commits` tells when the commit
    /// is under way: from then on, giving up means not knowing.
    pub(super) async fn attempt<T, F>(&self, body: &F, commits: &AtomicBool) -> Result<T>
    where
        F: for<'a> Fn(&'a DatabaseTransaction) -> TransactionFuture<'a, T> + Send + Sync,
    {
        // Declared before the transaction, so it is dropped after it.
        let mut turn = self.turn().await;
        let transaction = match self.connection.begin_with_options(IMMEDIATE).await {
            Ok(transaction) => transaction,
            Err(error) => {
                turn.is_clean = nothing_began(&error);
                return Err(error.into());
            }
        };
        if let Some(pooled) = &self.pooled {
            pooled.begin(&transaction).await?;
        }
        match body(&transaction).await {
            Ok(value) => {
                let may_be_new = self.log_may_be_new.load(Ordering::Relaxed);
                if let Some(marking) = turn.marking()
                    && marking.mark(&transaction, may_be_new).await?
                {
                    // Before the commit: the log may be copied right after it.
                    self.log_may_be_new.store(false, Ordering::Relaxed);
                }
                commits.store(true, Ordering::Relaxed);
                let committed = transaction.commit().await;
                commits.store(false, Ordering::Relaxed);
                committed?;
                turn.is_clean = true;
                Ok(value)
            }
            Err(error) => {
                match transaction.rollback().await {
                    Ok(()) => turn.is_clean = !matches!(error, Error::Database(_)),
                    // A database that ran out of space has already rolled back; the original error says more.
                    Err(second) => tracing::debug!(error = %second, "rolling back"),
                }
                Err(error)
            }
        }
    }

    /// All of SQLite's log is in the database, so that the next commit may begin the log anew and is to be marked.
    pub(super) fn note_log_copied(&self) {
        self.log_may_be_new.store(true, Ordering::Relaxed);
    }

    /// Whether SQLite's commits are on disk when they return. Whoever loses its connection has one whose commits are.
    pub(super) async fn wait_for_disk(&self, waits: bool) -> Result<()> {
        if self.turns.is_none() {
            return Ok(());
        }
        let mut turn = self.turn().await;
        let level = if waits {
            "PRAGMA synchronous = FULL"
        } else {
            "PRAGMA synchronous = NORMAL"
        };
        self.connection.execute_unprepared(level).await?;
        turn.is_clean = true;
        Ok(())
    }

    /// Keeps everybody from writing until the pause is ended.
    pub(super) async fn pause(&self) -> Result<Pause> {
        let mut turn = self.turn().await;
        match self.connection.begin_with_options(IMMEDIATE).await {
            Ok(transaction) => Ok(Pause { transaction, turn }),
            Err(error) => {
                turn.is_clean = nothing_began(&error);
                Err(error.into())
            }
        }
    }

    /// Commits a mark alone. If all of SQLite's log is in the database and nobody reads it, the log begins anew with that.
    pub(super) async fn begin_log_anew(&self) -> Result<()> {
        // In this order, so that the transaction is dropped first.
        let Pause {
            mut turn,
            transaction,
        } = self.pause().await?;
        if let Some(marking) = turn.marking() {
            marking.renew(&transaction).await?;
        }
        transaction.commit().await?;
        turn.is_clean = true;
        Ok(())
    }

    async fn turn(&self) -> Turn {
        let held = match &self.turns {
            Some(turns) => Some((turns.clone().lock_owned().await, self.connection.clone())),
            None => None,
        };
        Turn {
            held,
            is_clean: false,
        }
    }
}

/// A transaction that writes nothing and keeps others from writing. Declared in this order, so that the transaction is dropped
/// before the turn.
pub(super) struct Pause {
    transaction: DatabaseTransaction,
    turn: Turn,
}

impl Pause {
    pub(super) async fn end(self) -> Result<()> {
        let Self {
            transaction,
            mut turn,
        } = self;
        transaction.rollback().await?;
        turn.is_clean = true;
        Ok(())
    }
}

/// No connection was available, or another transaction was in the way.
fn nothing_began(error: &DbErr) -> bool {
    matches!(error, DbErr::ConnectionAcquire(_) | DbErr::Conn(_))
        || database_errors::lost_a_race(error)
}

/// SQLite's write connection, for one transaction.
struct Turn {
    held: Option<(OwnedMutexGuard<Marking>, DatabaseConnection)>,
    /// The transaction was committed, or rolled back without a database error.
    is_clean: bool,
}

impl Turn {
    fn marking(&mut self) -> Option<&mut Marking> {
        self.held.as_mut().map(|(marking, _)| &mut **marking)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let Some((guard, connection)) = self.held.take() else {
            return;
        };
        if !self.is_clean {
            // Keeps other writers out until the connection is closed. In its own task, because the caller may be gone.
            tokio::spawn(async move {
                close(&connection).await;
                drop(guard);
            });
        }
    }
}

/// Closes a pool's only connection after it is returned; the next transaction opens a new one.
async fn close(pool: &DatabaseConnection) {
    match pool.get_sqlite_connection_pool().acquire().await {
        Ok(mut connection) => {
            connection.close_on_drop();
            if let Err(error) = connection.close().await {
                tracing::debug!(%error, "closing the writing connection");
            }
        }
        Err(error) => tracing::debug!(%error, "the writing connection can't be closed"),
    }
}
