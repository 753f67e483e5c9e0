//! Takes committed pages from SQLite's log into the spool.

use std::{
    fs::File,
    io::{self, BufWriter},
    os::unix::fs::FileExt,
    time::{Duration, Instant},
};

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    ContinuousBackup,
    spool::{OpenSegment, Part, Spool, Waiting},
};
use crate::platform::{
    clock::Clock,
    database::{Counted, LogCopier, LogRead, LogReader, SqliteFile},
    id_generator::IdGenerator,
};

/// A segment is handed over this long after its first commit.
const SEGMENT: Duration = Duration::from_secs(3);
/// When a recording is begun again after one that failed.
const PAUSE: Duration = Duration::from_secs(60);

/// How long no other recording begins after one whose copy of the whole database took `copying`: another program may break each
/// of them, and the vault takes each copy.
fn pause_after(copying: Duration) -> Duration {
    (20 * copying).clamp(Duration::from_secs(1), PAUSE)
}

/// Records what is committed.
pub(super) struct Recorder {
    log: LogReader,
    spool: Spool,
    state: ContinuousBackup,
    clock: Clock,
    identifiers: IdGenerator,
    recording: Option<Recording>,
    /// No recording begins before.
    not_before: Option<Instant>,
    /// When the log was last looked at: what was committed until then is copied.
    looked_at: DateTime<Utc>,
}

struct Recording {
    id: Uuid,
    /// How many segments were begun.
    segments: u32,
    open: Option<(OpenSegment, Instant)>,
}

impl LogCopier for Recorder {
    fn prepare(&mut self) {
        self.looked_at = self.clock.now();
        self.log.look();
    }

    fn copy(&mut self, counted: Counted) {
        if self.may_begin() && self.state.is_to_begin_anew() {
            self.end();
        }
        if let Err(error) = self.record(counted) {
            tracing::warn!(%error, "the continuous backup is interrupted; a new recording begins in a minute");
            self.not_before = Some(Instant::now() + PAUSE);
            self.interrupt();
        }
    }

    fn end(&mut self) {
        if let Some(mut recording) = self.recording.take()
            && let Err(error) = self.hand_over_segment(&mut recording)
        {
            tracing::warn!(%error, "the last segment of the continuous backup can't be written");
        }
    }
}

impl Recorder {
    pub(super) fn of(
        file: &SqliteFile,
        spool: Spool,
        state: ContinuousBackup,
        (clock, identifiers): (Clock, IdGenerator),
    ) -> Self {
        Self {
            log: LogReader::of(file),
            spool,
            state,
            looked_at: clock.now(),
            clock,
            identifiers,
            recording: None,
            not_before: None,
        }
    }

    fn record(&mut self, counted: Counted) -> io::Result<()> {
        let mut recording = match self.recording.take() {
            Some(recording) => recording,
            None if self.may_begin() => self.begin(counted)?,
            None => return Ok(()),
        };
        if !self.add_commits(&mut recording)? {
            tracing::warn!(
                "another program overwrote the database's log before it was copied; the continuous backup begins a new recording as soon as it may"
            );
            self.hand_over_segment(&mut recording)?;
            if !self.may_begin() {
                self.interrupt();
                return Ok(());
            }
            recording = self.begin(counted)?;
        }
        let is_due = |(_, began): &(OpenSegment, Instant)| began.elapsed() >= SEGMENT;
        if recording.open.as_ref().is_some_and(is_due) {
            self.hand_over_segment(&mut recording)?;
            if self.spool.is_full() {
                tracing::error!(
                    "the spool of the continuous backup is full, because the vault takes nothing; a new recording begins when it does"
                );
                self.interrupt();
                return Ok(());
            }
        }
        self.recording = Some(recording);
        Ok(())
    }

    /// Records nothing until a recording may begin.
    fn interrupt(&mut self) {
        self.recording = None;
        self.state.note_interrupted(self.looked_at);
    }

    fn may_begin(&self) -> bool {
        self.spool.has_room() && self.not_before.is_none_or(|at| at <= Instant::now())
    }

    /// Copies the database as it was after the last commit that is in the log: it may be restored before a segment follows.
    fn begin(&mut self, counted: Counted) -> io::Result<Recording> {
        let began = Instant::now();
        let id = self.identifiers.next();
        let (file, writer) = self.spool.create(id, Part::Base)?;
        let mut writer = BufWriter::new(writer);
        self.log.copy_database(&mut writer)?;
        self.log.rewind(counted)?;
        self.add_log(&writer.into_inner()?)?;
        self.not_before = Some(Instant::now() + pause_after(began.elapsed()));
        self.state.note_begun();
        let since = self.looked_at;
        self.state.note_waiting(since);
        self.spool.hand_over(Waiting {
            recording: id,
            part: Part::Base,
            file,
            since,
        });
        Ok(Recording {
            id,
            segments: 0,
            open: None,
        })
    }

    /// Adds to a copy of the database's file what only the log has. A checkpoint that a reader stopped leaves pages of several
    /// moments in the file.
    fn add_log(&mut self, copy: &File) -> io::Result<()> {
        let pages = match self.log.read()? {
            LogRead::Pages(pages) => pages,
            LogRead::Overwritten => {
                return Err(io::Error::other(
                    "another program overwrote the database's log while it was copied",
                ));
            }
        };
        if pages.is_empty() {
            return Ok(());
        }
        let size = u64::from(pages.page_size);
        pages.each(|number, page| {
            copy.write_all_at(page, u64::from(number.saturating_sub(1)) * size)
        })?;
        copy.set_len(u64::from(pages.database_pages) * size)
    }

    /// Adds what was committed since the last time. `false` if some of it was overwritten.
    fn add_commits(&mut self, recording: &mut Recording) -> io::Result<bool> {
        let pages = match self.log.read()? {
            LogRead::Pages(pages) => pages,
            LogRead::Overwritten => return Ok(false),
        };
        if pages.is_empty() {
            return Ok(true);
        }
        let now = self.looked_at;
        if recording.open.is_none() {
            recording.segments += 1;
            let number = (recording.id, recording.segments);
            let segment = OpenSegment::begin(&self.spool, number, now)?;
            recording.open = Some((segment, Instant::now()));
        }
        match &mut recording.open {
            Some((segment, _)) => segment.add(&pages, now).map(|()| true),
            None => Ok(true),
        }
    }

    fn hand_over_segment(&self, recording: &mut Recording) -> io::Result<()> {
        if let Some((segment, _)) = recording.open.take() {
            let (file, since) = segment.finish()?;
            self.state.note_waiting(since);
            self.spool.hand_over(Waiting {
                recording: recording.id,
                part: Part::Segment(recording.segments),
                file,
                since,
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use chrono::TimeDelta;
    use sea_orm::{ConnectionTrait, Statement};
    use tempfile::TempDir;
    use tokio::sync::mpsc::UnboundedReceiver;

    use super::*;
    use crate::platform::{
        backup::continuous::spool,
        data_folder::DataFolder,
        database::{Database, Reads},
        settings::{Secret, Settings},
    };

    /// A database whose commits are recorded.
    struct Recorded {
        home: TempDir,
        settings: Settings,
        folder: DataFolder,
        database: Database,
        recorder: Recorder,
        handed_over: UnboundedReceiver<Waiting>,
        state: ContinuousBackup,
        clock: Clock,
    }

    impl Recorded {
        async fn begin() -> Self {
            let home = tempfile::tempdir().unwrap();
            let mut settings = Settings::defaults().unwrap();
            settings.data_dir = home.path().to_path_buf();
            let folder = DataFolder::open(home.path()).unwrap();
            let database = Database::open(&settings, &folder).await.unwrap();
            let table = "CREATE TABLE words (word TEXT PRIMARY KEY)";
            database.reads().execute_unprepared(table).await.unwrap();
            let (spool, handed_over) = spool::open(&folder).unwrap();
            let clock = Clock::manual(Clock::system().now());
            let identifiers = IdGenerator::new(clock.clone());
            let state = ContinuousBackup::default();
            let recorder = Recorder::of(
                database.file().unwrap(),
                spool,
                state.clone(),
                (clock.clone(), identifiers),
            );
            Self {
                home,
                settings,
                folder,
                database,
                recorder,
                handed_over,
                state,
                clock,
            }
        }

        async fn add_words(&self) {
            let added = "WITH RECURSIVE counter (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM counter WHERE number < 500) \
                INSERT INTO words SELECT hex(randomblob(16)) FROM counter";
            let reads = self.database.reads();
            reads.execute_unprepared(added).await.unwrap();
        }

        /// Records while a reader holds the log, as the server does.
        async fn record(&mut self) {
            let reader = self.database.snapshot().await.unwrap();
            let look = "SELECT 1 FROM words";
            reader.execute_unprepared(look).await.unwrap();
            self.recorder.prepare();
            self.clock.advance(TimeDelta::seconds(1));
            let checkpoint = "PRAGMA wal_checkpoint(PASSIVE)";
            let reads = self.database.reads();
            let frames = number(reads, checkpoint, "log").await;
            self.recorder.copy(Counted {
                frames: frames.try_into().unwrap(),
                ..Counted::default()
            });
            reader.rollback().await.unwrap();
        }

        /// Another program empties the log before its last commit is recorded.
        async fn overwrite(&self) {
            self.add_words().await;
            let truncate = "PRAGMA wal_checkpoint(TRUNCATE)";
            let reads = self.database.reads();
            reads.execute_unprepared(truncate).await.unwrap();
            self.add_words().await;
        }
    }

    async fn number(reads: &Reads, statement: &str, column: &str) -> i64 {
        let statement = Statement::from_string(reads.get_database_backend(), statement);
        let row = reads.query_one_raw(statement).await.unwrap().unwrap();
        row.try_get("", column).unwrap()
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_copy_is_whole_before_a_segment_follows() {
        let mut recorded = Recorded::begin().await;
        recorded.add_words().await;
        // In the middle of the log: the checkpoint gets no further, and passes over pages that were written again behind it.
        let reader = recorded.database.snapshot().await.unwrap();
        let look = "SELECT 1 FROM words";
        reader.execute_unprepared(look).await.unwrap();
        recorded.add_words().await;
        recorded.record().await;
        reader.rollback().await.unwrap();

        let base = recorded.handed_over.try_recv().unwrap();
        assert_eq!(base.part, Part::Base);
        let copy = recorded.home.path().join("copy.sqlite");
        fs::copy(base.file.path(), &copy).unwrap();
        let mut settings = recorded.settings.clone();
        settings.database_url = Secret::new(format!("sqlite://{}", copy.display()));
        let copied = Database::connect(&settings, &recorded.folder)
            .await
            .unwrap();
        assert_eq!(copied.damage().await.unwrap(), [""; 0]);
        let count = "SELECT count(*) AS found FROM words";
        assert_eq!(number(copied.reads(), count, "found").await, 1_000);
        copied.close().await.unwrap();
        recorded.database.close().await.unwrap();
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn no_copy_is_made_while_one_waits() {
        let mut recorded = Recorded::begin().await;
        recorded.add_words().await;
        recorded.record().await;
        let base = recorded.handed_over.try_recv().unwrap();
        assert_eq!(base.part, Part::Base);
        // Whenever the pause between two copies ends.
        recorded.recorder.not_before = None;
        for _ in 0..2 {
            recorded.overwrite().await;
            recorded.record().await;
        }
        assert!(recorded.handed_over.try_recv().is_err());
        let interrupted = recorded.state.state().interrupted_since;
        assert!(interrupted > Some(base.since), "{interrupted:?}");

        drop(base);
        recorded.record().await;
        let next = recorded.handed_over.try_recv().unwrap();
        assert_eq!(next.part, Part::Base);
        assert_eq!(recorded.state.state().interrupted_since, None);
        recorded.database.close().await.unwrap();
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_recording_has_the_moment_at_which_the_log_was_looked_at() {
        let mut recorded = Recorded::begin().await;
        let looked_at = recorded.clock.now();
        recorded.record().await;
        assert!(recorded.clock.now() > looked_at);
        assert_eq!(recorded.handed_over.try_recv().unwrap().since, looked_at);
        recorded.add_words().await;
        let looked_at = recorded.clock.now();
        recorded.record().await;
        recorded.recorder.end();
        let segment = recorded.handed_over.try_recv().unwrap();
        assert_eq!((segment.part, segment.since), (Part::Segment(1), looked_at));
        recorded.database.close().await.unwrap();
    }
}
