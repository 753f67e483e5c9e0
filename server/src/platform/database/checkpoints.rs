//! Checkpoints SQLite's write-ahead log. By default, the writer that makes the log too long has to do it; here a
//! separate connection does, while writers continue.

use std::{path::Path, time::Duration};

use sea_orm::ConnectionTrait;

use super::{Database, Engine, SqliteFile, sqlite_file::Seen};
use crate::platform::background::Stopping;

/// Time between checkpoints. A quarter of a second of votes at full speed is about thirty megabytes.
const PAUSE: Duration = Duration::from_millis(250);

impl Database {
    /// Checkpoints until the server stops. PostgreSQL has its own processes for that.
    pub fn keep_log_short(self, stopping: Stopping) -> impl Future<Output = ()> + Send {
        // Before the first poll, which may come late: the files are those that were opened.
        let files = self.file.as_ref().map(SqliteFile::seen).unwrap_or_default();
        self.checkpoint(files, stopping)
    }

    async fn checkpoint(self, mut files: Vec<Seen>, stopping: Stopping) {
        if self.engine != Engine::Sqlite {
            return;
        }
        let (mut fails, mut misses) = (false, false);
        while stopping.pause(PAUSE).await {
            if !misses && let Some(file) = files.iter_mut().find_map(taken_away) {
                misses = true;
                tracing::error!(
                    "{} was taken away under the running server. Stop the server now with SIGTERM: as it ends, it copies into the database what its connections still hold. What was saved since may be lost, so compare with the last backup.",
                    file.display()
                );
            }
            // Doesn't wait: what readers and writers still use is left for the next time.
            let copied = self
                .reads
                .connection()
                .execute_unprepared("PRAGMA wal_checkpoint(PASSIVE)")
                .await;
            match copied {
                Ok(_) => fails = false,
                Err(error) => {
                    // A full disk stays full for a while, so one line when it starts is enough.
                    if !fails {
                        tracing::warn!(%error, "the database's log can't be copied into it now");
                    }
                    fails = true;
                }
            }
        }
    }
}

fn taken_away(file: &mut Seen) -> Option<&Path> {
    file.was_taken_away().then(|| file.path())
}
