//! Takes committed pages from SQLite's log into the spool.

use std::{
    io::{self, BufWriter, Write},
    time::{Duration, Instant},
};

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
/// When a recording is begun again after one that broke.
const PAUSE: Duration = Duration::from_secs(60);

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
}

struct Recording {
    id: Uuid,
    /// How many segments were begun.
    segments: u32,
    open: Option<(OpenSegment, Instant)>,
}

impl LogCopier for Recorder {
    fn prepare(&mut self) {
        self.log.look();
    }

    fn copy(&mut self, counted: Counted) {
        if self.state.is_to_begin_anew() {
            self.end();
        }
        if let Err(error) = self.record(counted) {
            tracing::warn!(%error, "the continuous backup is interrupted; a new recording begins in a minute");
            self.recording = None;
            self.not_before = Some(Instant::now() + PAUSE);
            self.state.note_interrupted(self.clock.now());
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
        if !self.add_commits(&mut recording, counted)? {
            tracing::warn!(
                "another program overwrote the database's log before it was copied; the continuous backup begins a new recording"
            );
            self.hand_over_segment(&mut recording)?;
            recording = self.begin(counted)?;
            self.add_commits(&mut recording, counted)?;
        }
        let is_due = |(_, began): &(OpenSegment, Instant)| began.elapsed() >= SEGMENT;
        if recording.open.as_ref().is_some_and(is_due) {
            self.hand_over_segment(&mut recording)?;
            if self.spool.is_full() {
                tracing::error!(
                    "the spool of the continuous backup is full, because the vault takes nothing; a new recording begins when it does"
                );
                self.state.note_interrupted(self.clock.now());
                return Ok(());
            }
        }
        self.recording = Some(recording);
        Ok(())
    }

    fn may_begin(&self) -> bool {
        self.spool.has_room() && self.not_before.is_none_or(|at| at <= Instant::now())
    }

    /// Copies the database. What the copy lacks is read from the log then.
    fn begin(&mut self, counted: Counted) -> io::Result<Recording> {
        let id = self.identifiers.next();
        let (file, writer) = self.spool.create(&format!("{id}-base"))?;
        let mut writer = BufWriter::new(writer);
        self.log.rewind(counted);
        self.log.copy_database(&mut writer)?;
        writer.flush()?;
        self.state.note_begun();
        let since = self.clock.now();
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

    /// Adds what was committed since the last time. `false` if some of it was overwritten.
    fn add_commits(&mut self, recording: &mut Recording, counted: Counted) -> io::Result<bool> {
        if counted.frames == 0 {
            return Ok(true);
        }
        let pages = match self.log.read(counted)? {
            LogRead::Pages(pages) => pages,
            LogRead::Later => return Ok(true),
            LogRead::Overwritten => return Ok(false),
        };
        if pages.is_empty() {
            return Ok(true);
        }
        let now = self.clock.now();
        if recording.open.is_none() {
            recording.segments += 1;
            let name = format!("{}-{}", recording.id, recording.segments);
            let segment = OpenSegment::begin(&self.spool, &name, now)?;
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
