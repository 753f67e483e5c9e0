//! The pages that were committed, read from SQLite's write-ahead log before it is overwritten, and the file below it. Together
//! they are the database as it was after the last commit (<https://sqlite.org/fileformat2.html#walformat>).

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{self, Write},
    os::unix::fs::{FileExt, MetadataExt},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use super::{
    log_format::{FRAME_HEAD, HEAD, LogState, unreadable, word},
    sqlite_file::{Identity, SqliteFile},
};

/// How many bytes of the database are copied at a time.
const COPIED: usize = 1 << 18;

/// Takes what was committed before the log that has it may be overwritten.
pub trait LogCopier: Send + 'static {
    /// Called before each checkpoint. It must not block.
    fn prepare(&mut self);

    /// No frame that the log had in [`LogCopier::prepare`] is overwritten before this returns, unless another program put it into
    /// the database earlier. It may block.
    fn copy(&mut self, counted: Counted);

    /// Called once, when the server stops.
    fn end(&mut self);
}

/// What a checkpoint said about the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// How many it has.
    pub frames: u32,
    /// How many of them aren't in the database yet.
    pub left: u32,
    /// Whether all of them are in the database, so that the next writer may begin the log anew.
    pub are_checkpointed: bool,
}

/// Reads a log from where it stopped the last time.
#[derive(Debug)]
pub struct LogReader {
    database: PathBuf,
    log: PathBuf,
    index: PathBuf,
    /// Up to where it was read.
    position: Option<LogState>,
    /// The log before the checkpoint.
    seen: Option<LogState>,
}

/// What a reading found.
#[derive(Debug)]
pub enum Read {
    Pages(CommittedPages),
    /// Something was committed that the log has no more.
    Overwritten,
}

/// The newest version of each page that was committed since the last reading.
#[derive(Debug)]
pub struct CommittedPages {
    log: File,
    salts: [u32; 2],
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
    /// When the log can't be read or was overwritten meanwhile, or `take` fails.
    pub fn each(&self, mut take: impl FnMut(u32, &[u8]) -> io::Result<()>) -> io::Result<()> {
        let mut page = vec![0; to_usize(self.page_size)];
        for (number, place) in &self.places {
            self.log.read_exact_at(&mut page, *place)?;
            take(*number, &page)?;
        }
        // Whoever begins the log anew writes its header first.
        if !self.is_empty() && head(&self.log)?.1 != self.salts {
            return Err(io::Error::other(
                "the log was overwritten while it was read",
            ));
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
            index: file.index(),
            position: None,
            seen: None,
        }
    }

    /// Notes how far the log goes, while a reader of the database keeps it from being overwritten.
    pub fn look(&mut self) {
        self.seen = self.state().ok();
    }

    fn state(&self) -> io::Result<LogState> {
        with_kept_open(&self.index, LogState::read)
    }

    /// Reads from the log's beginning again what a copy of the database's file lacks that has just been made: nothing, if all that
    /// [`LogReader::look`] saw is in the file. It is if the checkpoint `counted` so, and if the log has begun anew since.
    ///
    /// # Errors
    ///
    /// When the log's index can't be read.
    pub fn rewind(&mut self, counted: Counted) -> io::Result<()> {
        let now = self.state()?;
        let is_in_file = |seen: &LogState| counted.are_checkpointed || now.salts != seen.salts;
        self.position = self.seen.filter(is_in_file);
        Ok(())
    }

    /// What was committed since the last reading, up to what [`LogReader::look`] saw.
    ///
    /// # Errors
    ///
    /// When the log or its index can't be read.
    pub fn read(&mut self) -> io::Result<Read> {
        let seen = self.seen.ok_or_else(unreadable)?;
        let from = match self.position {
            Some(at) if at.salts == seen.salts => at.frames,
            _ => 0,
        };
        let mut read = CommittedPages {
            log: File::open(&self.log)?,
            salts: seen.salts,
            page_size: 0,
            database_pages: 0,
            places: BTreeMap::new(),
        };
        let commits = match read.look_through(from, seen.frames) {
            Ok(Some(commits)) => commits,
            Ok(None) => return Ok(Read::Overwritten),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return Ok(Read::Overwritten);
            }
            Err(error) => return Err(error),
        };
        // Another program may have put commits into the database and begun the log anew before they were read.
        if self
            .position
            .is_some_and(|at| at.commits.wrapping_add(commits) != seen.commits)
        {
            return Ok(Read::Overwritten);
        }
        self.position = Some(seen);
        Ok(Read::Pages(read))
    }

    /// Copies the database's file. What it lacks is in the log ([`LogReader::rewind`]).
    ///
    /// # Errors
    ///
    /// When it can't be read, or `to` fails.
    pub fn copy_database(&self, to: &mut impl Write) -> io::Result<u64> {
        with_kept_open(&self.database, |file| {
            let (mut piece, mut copied) = (vec![0; COPIED], 0);
            loop {
                let read = file.read_at(&mut piece, copied)?;
                if read == 0 {
                    return Ok(copied);
                }
                to.write_all(piece.get(..read).unwrap_or_default())?;
                copied += read as u64;
            }
        })
    }
}

/// Databases and indexes of logs that were read beside SQLite. They are never closed: that would drop all of this process's locks on
/// them, SQLite's among them (<https://sqlite.org/howtocorrupt.html>, section 2.2).
static KEPT_OPEN: Mutex<Vec<(Identity, Arc<File>)>> = Mutex::new(Vec::new());

fn with_kept_open<T>(path: &Path, read: impl FnOnce(&File) -> io::Result<T>) -> io::Result<T> {
    let data = fs::metadata(path)?;
    let identity = (data.dev(), data.ino());
    let file = {
        let mut kept = KEPT_OPEN.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept.iter().find(|(of, _)| *of == identity);
        match known.map(|(_, file)| file.clone()) {
            Some(file) => file,
            None => {
                let file = Arc::new(File::open(path)?);
                kept.push((identity, file.clone()));
                file
            }
        }
    };
    read(&file)
}

/// Waits until the disk has what was copied into the database.
pub(super) fn sync(file: &SqliteFile) -> io::Result<()> {
    with_kept_open(file.path(), File::sync_data)
}

/// The log's page size and salts.
fn head(log: &File) -> io::Result<(u32, [u32; 2])> {
    let mut head = [0; HEAD];
    log.read_exact_at(&mut head, 0)?;
    Ok((word(&head, 2), [word(&head, 4), word(&head, 5)]))
}

impl CommittedPages {
    /// Notes where each page is, and returns how many commits there are. `None` if a frame isn't of this log, or the last one ends no
    /// commit.
    fn look_through(&mut self, from: u32, frames: u32) -> io::Result<Option<u32>> {
        if from == frames {
            return Ok(Some(0));
        }
        let (page_size, salts) = head(&self.log)?;
        if salts != self.salts {
            return Ok(None);
        }
        self.page_size = page_size;
        let frame = FRAME_HEAD as u64 + u64::from(page_size);
        let (mut commits, mut ends_commit) = (0, false);
        for number in from..frames {
            let place = HEAD as u64 + u64::from(number) * frame;
            let mut head = [0; FRAME_HEAD];
            self.log.read_exact_at(&mut head, place)?;
            if [word(&head, 2), word(&head, 3)] != salts {
                return Ok(None);
            }
            let pages_after_commit = word(&head, 1);
            ends_commit = pages_after_commit > 0;
            if ends_commit {
                self.database_pages = pages_after_commit;
                commits += 1;
            }
            self.places
                .insert(word(&head, 0), place + FRAME_HEAD as u64);
        }
        Ok(ends_commit.then_some(commits))
    }
}

fn to_usize(bytes: u32) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}
