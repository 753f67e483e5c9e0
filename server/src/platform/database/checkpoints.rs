//! SQLite's log of recent writes is copied into the database now and then. By itself SQLite lets the writer do it whose
//! commit made the log too long; here a connection that writes nothing does, and writers go on meanwhile.

use std::time::Duration;

use sea_orm::ConnectionTrait;

use super::{Database, Engine, SqliteFile};
use crate::platform::background::Stopping;

/// Between two copies. A quarter of a second of votes at full speed is some thirty megabytes.
const PAUSE: Duration = Duration::from_millis(250);

impl Database {
    /// Copies the log until the server stops. PostgreSQL has processes of its own for that.
    pub async fn keep_log_short(self, stopping: Stopping) {
        if self.engine != Engine::Sqlite {
            return;
        }
        let (mut fails, mut misses) = (false, false);
        while stopping.pause(PAUSE).await {
            let missing = self.file.as_ref().and_then(SqliteFile::missing);
            if let Some(missing) = missing.filter(|_| !misses) {
                misses = true;
                tracing::error!(
                    "{} was taken away under the running server. Stop the server now with SIGTERM: as it ends, it copies into the database what its connections still hold. What was saved since may be lost, so compare with the last backup.",
                    missing.display()
                );
            }
            // Waits for nobody: what readers and writers hold is left for the next time.
            let copied = self
                .reads
                .connection()
                .execute_unprepared("PRAGMA wal_checkpoint(PASSIVE)")
                .await;
            match copied {
                Ok(_) => fails = false,
                Err(error) => {
                    // A full disk stays so for a while; one line when it starts is enough.
                    if !fails {
                        tracing::warn!(%error, "the database's log can't be copied into it now");
                    }
                    fails = true;
                }
            }
        }
    }
}
