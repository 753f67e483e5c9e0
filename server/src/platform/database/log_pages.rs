//! The pages that were committed, read from SQLite's write-ahead log before it is overwritten, and the file below it. Together
//! they are the database as it was after the last commit (<https://sqlite.org/fileformat2.html#walformat>).

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Write},
    os::unix::fs::{FileExt, MetadataExt},
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

use super::{
    log_format::{FRAME_HEAD, HEAD, word},
    sqlite_file::{Identity, SqliteFile},
};

/// How many bytes of the database are copied at a time.
const COPIED: usize = 1 << 18;

/// Takes what was committed before the log that has it may be overwritten.
pub trait LogCopier: Send + 'static {
    /// Called before each checkpoint. It must not block.
    fn prepare(&mut self);

    /// `counted` frames are in the log, all of them committed and none of them overwritten before this returns. It may block.
    fn copy(&mut self, counted: Counted);

    /// Called once, when the server stops.
    fn end(&mut self);
}

/// What a checkpoint said about the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// How many it has.
    pub frames: u32,
    /// Whether all of them are in the database, so that the next writer may begin the log anew.
    pub are_checkpointed: bool,
}

/// Reads a log from where it stopped the last time.
#[derive(Debug)]
pub struct LogReader {
    database: PathBuf,
    log: PathBuf,
    position: Option<Position>,
    /// The log's salts before the checkpoint that counted its frames.
    seen: Option<[u32; 2]>,
}

/// What a reading found.
#[derive(Debug)]
pub enum Read {
    Pages(CommittedPages),
    /// The log began anew after it was counted, so the count is of the log before.
    Later,
    /// The log was overwritten before all of it was read.
    Overwritten,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Position {
    salts: [u32; 2],
    counted: Counted,
}

/// The newest version of each page that was committed since the last reading.
#[derive(Debug)]
pub struct CommittedPages {
    log: File,
    /// Bytes.
    pub page_size: u32,
    /// The size of the database after the last commit, in pages.
    pub database_pages: u32,
    /// Where in the log each page is, by its number, which counts from 1.
    places: BTreeMap<u32, u64>,
}

impl CommittedPages {
    /// How many pages there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether nothing was committed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Hands out each page with its number, in order.
    ///
    /// # Errors
    ///
    /// When the log can't be read, or `take` fails.
    pub fn each(&self, mut take: impl FnMut(u32, &[u8]) -> io::Result<()>) -> io::Result<()> {
        let mut page = vec![0; to_usize(self.page_size)];
        for (number, place) in &self.places {
            self.log.read_exact_at(&mut page, *place)?;
            take(*number, &page)?;
        }
        Ok(())
    }
}

impl LogReader {
    /// Reads the log of `file`, from its beginning.
    #[must_use]
    pub fn of(file: &SqliteFile) -> Self {
        Self {
            database: file.path().to_owned(),
            log: file.log(),
            position: None,
            seen: None,
        }
    }

    /// Notes which log is there, before its frames are counted.
    pub fn look(&mut self) {
        self.seen = self.head().ok().map(|(_, salts)| salts);
    }

    /// The log's page size and salts.
    fn head(&self) -> io::Result<(u32, [u32; 2])> {
        let mut head = [0; HEAD];
        File::open(&self.log)?.read_exact_at(&mut head, 0)?;
        Ok((word(&head, 2), [word(&head, 4), word(&head, 5)]))
    }

    /// Reads from the log's beginning again what a copy of the database lacks that is made now: nothing, if all that was
    /// `counted` is in the database. The next writer may then begin the log anew at any moment, also while it is read.
    pub fn rewind(&mut self, counted: Counted) {
        let seen = self.seen.filter(|_| counted.are_checkpointed);
        self.position = seen.map(|salts| Position { salts, counted });
    }

    /// What was committed since the last reading, up to the frames that were `counted` in the log that [`LogReader::look`] saw.
    ///
    /// # Errors
    ///
    /// When the log can't be read.
    pub fn read(&mut self, counted: Counted) -> io::Result<Read> {
        let frames = counted.frames;
        let (page_size, salts) = self.head()?;
        if self.seen != Some(salts) {
            return Ok(Read::Later);
        }
        let from = match self.position {
            None => 0,
            Some(at) if at.salts == salts && at.counted.frames <= frames => at.counted.frames,
            // A log begins anew after it was copied into the database as a whole, with the next number as its first salt.
            Some(at) if at.counted.are_checkpointed && at.salts[0].wrapping_add(1) == salts[0] => 0,
            Some(_) => return Ok(Read::Overwritten),
        };
        let mut read = CommittedPages {
            log: File::open(&self.log)?,
            page_size,
            database_pages: 0,
            places: BTreeMap::new(),
        };
        if !read.look_through(from, frames, salts)? {
            return Ok(Read::Overwritten);
        }
        self.position = Some(Position { salts, counted });
        Ok(Read::Pages(read))
    }

    /// Copies the database's file. What it lacks is in the log ([`LogReader::rewind`]).
    ///
    /// # Errors
    ///
    /// When it can't be read, or `to` fails.
    pub fn copy_database(&self, to: &mut impl Write) -> io::Result<u64> {
        let mut kept = KEPT_OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        let data = fs::metadata(&self.database)?;
        let identity = (data.dev(), data.ino());
        let file = match kept.iter().find(|(of, _)| *of == identity) {
            Some((_, file)) => file,
            None => {
                kept.push((identity, File::open(&self.database)?));
                &kept.last().ok_or(io::ErrorKind::NotFound)?.1
            }
        };
        let (mut piece, mut copied) = (vec![0; COPIED], 0);
        loop {
            let read = file.read_at(&mut piece, copied)?;
            if read == 0 {
                return Ok(copied);
            }
            to.write_all(piece.get(..read).unwrap_or_default())?;
            copied += read as u64;
        }
    }
}

/// Databases that were read beside SQLite. They are never closed: that would drop all of this process's locks on them, SQLite's
/// among them (<https://sqlite.org/howtocorrupt.html>, section 2.2).
static KEPT_OPEN: Mutex<Vec<(Identity, File)>> = Mutex::new(Vec::new());

impl CommittedPages {
    /// Notes where each page is. `false` if a frame isn't of this log, or the last one ends no commit.
    fn look_through(&mut self, from: u32, frames: u32, salts: [u32; 2]) -> io::Result<bool> {
        let frame = FRAME_HEAD as u64 + u64::from(self.page_size);
        let mut ends_commit = from == frames;
        for number in from..frames {
            let place = HEAD as u64 + u64::from(number) * frame;
            let mut head = [0; FRAME_HEAD];
            self.log.read_exact_at(&mut head, place)?;
            if [word(&head, 2), word(&head, 3)] != salts {
                return Ok(false);
            }
            let pages_after_commit = word(&head, 1);
            ends_commit = pages_after_commit > 0;
            if ends_commit {
                self.database_pages = pages_after_commit;
            }
            self.places
                .insert(word(&head, 0), place + FRAME_HEAD as u64);
        }
        Ok(ends_commit)
    }
}

fn to_usize(bytes: u32) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}
