//! Checkpoints SQLite's write-ahead log. By default, the writer that makes the log too long has to do it; here a
//! separate connection does, while writers continue.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use sea_orm::{ConnectionTrait, Statement};

use super::{Counted, Database, Engine, LogCopier, SqliteFile, log_pages, sqlite_file::Seen};
use crate::platform::{
    background::Stopping,
    error::{Error, Result},
};

/// Time between checkpoints. A quarter of a second of votes at full speed is about thirty megabytes.
const PAUSE: Duration = Duration::from_millis(250);

/// The log begins anew only if nobody commits while it is copied. From this many frames on, sixty-four megabytes, writers are
/// kept waiting for that. Beside no server, a writer copies it itself (`connections.rs`).
pub(super) const LONG: u32 = 16_000;

/// The same in bytes, with SQLite's pages.
pub(super) const LONG_BYTES: u32 = LONG * 4_096;

/// Writers are kept waiting only while no more frames than these are copied, sixteen megabytes. A log that a reader kept is longer.
const SHORT: u32 = 4_000;

/// How long writers aren't kept waiting again after that didn't help, because somebody reads.
const IN_VAIN: Duration = Duration::from_secs(5);

/// Copies the log's new pages elsewhere before each checkpoint.
pub type Copier = Box<dyn LogCopier>;

impl Database {
    /// Checkpoints until the server stops, with `copier` before each one. PostgreSQL has its own processes for that.
    pub fn keep_log_short(
        self,
        copier: Option<Copier>,
        stopping: Stopping,
    ) -> impl Future<Output = ()> + Send {
        // Before the first poll, which may come late: the files are those that were opened.
        let files = self.file.as_ref().map(SqliteFile::seen).unwrap_or_default();
        self.checkpoint(files, copier, stopping)
    }

    async fn checkpoint(
        self,
        mut files: Vec<Seen>,
        mut copier: Option<Copier>,
        stopping: Stopping,
    ) {
        if self.engine != Engine::Sqlite {
            return;
        }
        let (mut fails, mut misses, mut not_before) = (false, false, None);
        while stopping.pause(PAUSE).await {
            if !misses && let Some(file) = files.iter_mut().find_map(taken_away) {
                misses = true;
                tracing::error!(
                    "{} was taken away under the running server. Stop the server now with SIGTERM: as it ends, it copies into the database what its connections still hold. What was saved since may be lost, so compare with the last backup.",
                    file.display()
                );
            }
            match self.checkpoint_once(&mut copier, &mut not_before).await {
                Ok(()) => fails = false,
                Err(error) => {
                    // A full disk stays full for a while, so one line when it starts is enough.
                    if !fails {
                        tracing::warn!(%error, "the database's log can't be copied into it now");
                    }
                    fails = true;
                }
            }
        }
        if copier.is_some() {
            if let Err(error) = self.copy_and_checkpoint(&mut copier).await {
                tracing::warn!(%error, "what was committed last isn't copied elsewhere");
            }
            if let Some(copier) = &mut copier {
                copier.end();
            }
        }
    }

    /// Doesn't wait for anybody: what readers and writers still use is left for the next time. If only little is left of a long log,
    /// writers wait while that is copied, but not before `not_before`.
    async fn checkpoint_once(
        &self,
        copier: &mut Option<Copier>,
        not_before: &mut Option<Instant>,
    ) -> Result<()> {
        let counted = self.copy_and_checkpoint(copier).await?;
        if counted.frames < LONG
            || counted.left > SHORT
            || not_before.is_some_and(|at| Instant::now() < at)
        {
            return Ok(());
        }
        if let Some(file) = self.file.clone() {
            // The last checkpoint of a log waits for the disk, and writers needn't wait for all that was copied earlier.
            let synced = tokio::task::spawn_blocking(move || log_pages::sync(&file)).await;
            synced
                .map_err(|error| Error::Internal(error.to_string()))?
                .map_err(|error| Error::Internal(error.to_string()))?;
        }
        // Even if nothing was left: SQLite doesn't count what was committed while it copied.
        let pause = self.writes.pause().await?;
        let copied = self.copy_and_checkpoint(copier).await;
        pause.end().await?;
        if !copied?.are_checkpointed {
            *not_before = Some(Instant::now() + IN_VAIN);
            return Ok(());
        }
        // It keeps its size until the next commit, which may be far off.
        self.writes.begin_log_anew().await
    }

    /// Returns how long the log is.
    ///
    /// While a reader is in the middle of the log, no writer begins it anew, and no checkpoint gets past the reader. So what is
    /// checkpointed now is copied before the reader leaves, and what comes after it stays in the log until the next time. If all of
    /// the log is in the database as the reader begins, a writer may begin it anew, but nothing is checkpointed meanwhile.
    async fn copy_and_checkpoint(&self, copier: &mut Option<Copier>) -> Result<Counted> {
        if copier.is_none() {
            return self.passive_checkpoint().await;
        }
        let reader = self.snapshot().await?;
        reader
            .execute_unprepared("SELECT 1 FROM sqlite_schema LIMIT 1")
            .await?;
        if let Some(copier) = copier {
            copier.prepare();
        }
        let counted = self.passive_checkpoint().await?;
        if let Some(mut moved) = copier.take() {
            let copying = tokio::task::spawn_blocking(move || {
                moved.copy(counted);
                moved
            });
            let copied = copying.await;
            *copier = Some(copied.map_err(|error| Error::Internal(error.to_string()))?);
        }
        reader.rollback().await?;
        Ok(counted)
    }

    /// Copies what nobody reads any more into the database.
    pub(super) async fn passive_checkpoint(&self) -> Result<Counted> {
        let connection = self.reads.connection();
        let pragma = Statement::from_string(
            connection.get_database_backend(),
            "PRAGMA wal_checkpoint(PASSIVE)",
        );
        let Some(row) = connection.query_one_raw(pragma).await? else {
            return Ok(Counted::default());
        };
        let (log, checkpointed): (i64, i64) =
            (row.try_get("", "log")?, row.try_get("", "checkpointed")?);
        let counted = Counted {
            // -1 while another program checkpoints.
            frames: u32::try_from(log).unwrap_or_default(),
            left: u32::try_from(log - checkpointed).unwrap_or_default(),
            are_checkpointed: log >= 0 && log == checkpointed,
        };
        if counted.are_checkpointed {
            self.writes.note_log_copied();
        }
        Ok(counted)
    }
}

fn taken_away(file: &mut Seen) -> Option<&Path> {
    file.was_taken_away().then(|| file.path())
}

#[cfg(test)]
mod tests {
    use std::{
        fs::{self, File},
        io::Read,
    };

    use super::{super::log_format::LogState, *};
    use crate::platform::{
        data_folder::DataFolder,
        database::{LogRead, LogReader},
        settings::Settings,
    };

    async fn pages(database: &Database, log: &mut LogReader) -> usize {
        log.look();
        database.passive_checkpoint().await.unwrap();
        match log.read().unwrap() {
            LogRead::Pages(pages) => pages.len(),
            LogRead::Overwritten => panic!("overwritten"),
        }
    }

    async fn open(folder: &Path) -> Database {
        let mut settings = Settings::defaults().unwrap();
        settings.data_dir = folder.to_path_buf();
        let folder = DataFolder::open(folder).unwrap();
        Database::open(&settings, &folder).await.unwrap()
    }

    async fn change(database: &Database, statement: &'static str) {
        database
            .reads()
            .execute_unprepared(statement)
            .await
            .unwrap();
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn an_index_that_is_being_written_is_readable() {
        let folder = tempfile::tempdir().unwrap();
        let database = open(folder.path()).await;
        change(&database, "CREATE TABLE first (number INTEGER)").await;
        let mut heads = [0; 96];
        let mut index = File::open(folder.path().join("townperk.sqlite-shm")).unwrap();
        index.read_exact(&mut heads).unwrap();
        let read_with = |changed: &[usize]| {
            let mut heads = heads;
            for at in changed {
                heads[*at] ^= 1;
            }
            let copy = folder.path().join("index");
            fs::write(&copy, heads).unwrap();
            LogState::read(&File::open(copy).unwrap()).ok()
        };
        let whole = read_with(&[]);
        assert!(whole.is_some());
        // A byte of its number of frames, in either copy.
        let (first, second) = (16, 48 + 16);
        assert_eq!(read_with(&[first]), whole);
        assert_eq!(read_with(&[second]), whole);
        assert_eq!(read_with(&[first, second]), None);
        database.close().await.unwrap();
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn what_a_copy_has_is_not_read_from_a_log_that_may_begin_anew() {
        let folder = tempfile::tempdir().unwrap();
        let database = open(folder.path()).await;
        change(&database, "CREATE TABLE first (number INTEGER)").await;

        let mut log = LogReader::of(database.file().unwrap());
        log.look();
        let counted = database.passive_checkpoint().await.unwrap();
        assert!(counted.frames > 0 && counted.are_checkpointed);
        log.rewind(counted).unwrap();
        let read = log.read().unwrap();
        assert!(
            matches!(&read, LogRead::Pages(pages) if pages.is_empty()),
            "{read:?}"
        );

        change(&database, "CREATE TABLE second (number INTEGER)").await;
        assert!(pages(&database, &mut log).await > 0, "of the new log");
        assert_eq!(pages(&database, &mut log).await, 0, "nothing came after it");
        database.close().await.unwrap();
    }

    /// A server's database, with a table for large rows.
    async fn with_blobs(folder: &Path) -> Database {
        let mut settings = Settings::defaults().unwrap();
        settings.data_dir = folder.to_path_buf();
        settings.database_timeout_ms = 20_000;
        let folder = DataFolder::open(folder).unwrap();
        let database = Database::open_for_visitors(&settings, &folder)
            .await
            .unwrap();
        change(&database, "CREATE TABLE blobs (content BLOB)").await;
        database
    }

    /// Commits about a thousand frames.
    async fn add_blob(database: &Database) {
        let insert = "INSERT INTO blobs VALUES (zeroblob(4194304))";
        database
            .transaction(move |transaction| {
                Box::pin(async move {
                    transaction.execute_unprepared(insert).await?;
                    Ok(())
                })
            })
            .await
            .unwrap();
    }

    /// Somebody who commits as soon as the log was copied for the first time.
    struct Hurried {
        database: Database,
        has_committed: bool,
    }

    impl LogCopier for Hurried {
        fn prepare(&mut self) {}

        fn copy(&mut self, counted: Counted) {
            if !self.has_committed {
                self.has_committed = true;
                assert!(counted.are_checkpointed, "{counted:?}");
                tokio::runtime::Handle::current().block_on(add_blob(&self.database));
            }
        }

        fn end(&mut self) {}
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_long_log_begins_anew_although_somebody_always_commits() {
        let folder = tempfile::tempdir().unwrap();
        let database = with_blobs(folder.path()).await;
        for _ in 0..17 {
            add_blob(&database).await;
        }
        let log_bytes = || database.file().unwrap().log_bytes();
        assert!(log_bytes() > u64::from(LONG_BYTES), "{}", log_bytes());
        let hurried = Hurried {
            database: database.clone(),
            has_committed: false,
        };
        let mut copier: Option<Copier> = Some(Box::new(hurried));
        let checkpointed = database.checkpoint_once(&mut copier, &mut None).await;
        checkpointed.unwrap();
        let short = log_bytes();
        assert!(short <= u64::from(LONG_BYTES), "{short}");
        database.close().await.unwrap();
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_log_that_a_reader_kept_is_short_again_once_the_reader_has_left() {
        let folder = tempfile::tempdir().unwrap();
        let database = with_blobs(folder.path()).await;
        let reader = database.snapshot().await.unwrap();
        let look = "SELECT 1 FROM sqlite_schema LIMIT 1";
        reader.execute_unprepared(look).await.unwrap();
        let log_bytes = || database.file().unwrap().log_bytes();
        let mut not_before = None;
        for _ in 0..20 {
            add_blob(&database).await;
            let checkpointed = database.checkpoint_once(&mut None, &mut not_before).await;
            checkpointed.unwrap();
        }
        let long = log_bytes();
        assert!(long > 80_000_000, "{long}");
        assert_eq!(not_before, None, "writers waited in vain");

        reader.rollback().await.unwrap();
        // Nobody writes now.
        let checkpointed = database.checkpoint_once(&mut None, &mut not_before).await;
        checkpointed.unwrap();
        let short = log_bytes();
        assert!(short <= u64::from(LONG_BYTES), "{short}");
        database.close().await.unwrap();
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_commit_that_another_program_took_out_of_the_log_is_missed() {
        let folder = tempfile::tempdir().unwrap();
        let database = open(folder.path()).await;
        change(&database, "CREATE TABLE first (number INTEGER)").await;
        let mut log = LogReader::of(database.file().unwrap());
        // The log goes on after it, though all of it is in the database.
        let reader = database.snapshot().await.unwrap();
        let look = "SELECT 1 FROM sqlite_schema LIMIT 1";
        reader.execute_unprepared(look).await.unwrap();
        assert!(pages(&database, &mut log).await > 0);
        change(&database, "CREATE TABLE second (number INTEGER)").await;
        reader.rollback().await.unwrap();
        // On one connection: another one would begin the log with salts of its own.
        let truncate = "PRAGMA wal_checkpoint(TRUNCATE); CREATE TABLE third (number INTEGER)";
        change(&database, truncate).await;
        log.look();
        let read = log.read().unwrap();
        assert!(matches!(read, LogRead::Overwritten), "{read:?}");
        database.close().await.unwrap();
    }
}
