//! Files on this machine that wait for the vault.

use std::{
    collections::VecDeque,
    fs::File,
    io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use chrono::{DateTime, TimeZone, Utc};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use uuid::Uuid;

use super::segment::is_more;
use crate::platform::{
    data_folder::{DataFolder, private_file},
    database::CommittedPages,
    error::Result,
    scratch::Scratch,
};

const FOLDER: &str = "backup-spool";
/// Bytes of segments that may wait. Beyond, the recording ends, and a new one begins when half of them have gone. A copy of the
/// database isn't counted: one at most waits.
const LIMIT: u64 = 1 << 30;

/// A file for the vault.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) recording: Uuid,
    pub(super) part: Part,
    pub(super) file: SpoolFile,
    /// When its first commit was seen in the log.
    pub(super) since: DateTime<Utc>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A copy of the database.
    Base,
    /// The number of a segment.
    Segment(u32),
}

/// Where waiting files are written.
#[derive(Clone, Debug)]
pub(super) struct Spool {
    folder: Arc<Scratch>,
    /// Of segments.
    bytes: Arc<AtomicU64>,
    bases: Arc<AtomicU64>,
    waiting: UnboundedSender<Waiting>,
}

/// Opens an empty spool. An earlier process's files are worth nothing: what it recorded has ended.
pub(super) fn open(folder: &DataFolder) -> Result<(Spool, UnboundedReceiver<Waiting>)> {
    let (waiting, taken) = unbounded_channel();
    let spool = Spool {
        folder: Arc::new(Scratch::make(folder, FOLDER)?),
        bytes: Arc::default(),
        bases: Arc::default(),
        waiting,
    };
    Ok((spool, taken))
}

impl Spool {
    /// Whether there is no place for more.
    pub(super) fn is_full(&self) -> bool {
        self.bytes.load(Ordering::Relaxed) >= LIMIT
    }

    /// Whether a recording may begin: there is place for its segments, and no copy of the database waits already.
    pub(super) fn has_room(&self) -> bool {
        self.bytes.load(Ordering::Relaxed) < LIMIT / 2 && self.bases.load(Ordering::Relaxed) == 0
    }

    pub(super) fn create(&self, recording: Uuid, part: Part) -> io::Result<(SpoolFile, File)> {
        let name = match part {
            Part::Base => format!("{recording}-base"),
            Part::Segment(number) => format!("{recording}-{number}"),
        };
        let path = self.folder.path().join(name);
        let file = private_file().create_new(true).open(&path)?;
        let (of, counted) = match part {
            Part::Base => (&self.bases, 1),
            Part::Segment(_) => (&self.bytes, 0),
        };
        of.fetch_add(counted, Ordering::Relaxed);
        let spooled = SpoolFile {
            path,
            counted,
            of: of.clone(),
            _folder: self.folder.clone(),
        };
        Ok((spooled, file))
    }

    /// Hands a file to whoever ships it.
    pub(super) fn hand_over(&self, waiting: Waiting) {
        // Without a receiver the server is stopping, and the file is removed.
        let _ = self.waiting.send(waiting);
    }
}

/// A file of the spool, removed when dropped.
#[derive(Debug)]
pub(super) struct SpoolFile {
    path: PathBuf,
    counted: u64,
    /// What it is counted in.
    of: Arc<AtomicU64>,
    _folder: Arc<Scratch>,
}

impl SpoolFile {
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    fn count(&mut self, bytes: u64) {
        self.counted += bytes;
        self.of.fetch_add(bytes, Ordering::Relaxed);
    }
}

impl Drop for SpoolFile {
    fn drop(&mut self) {
        self.of.fetch_sub(self.counted, Ordering::Relaxed);
        if let Err(error) = std::fs::remove_file(&self.path) {
            tracing::debug!(%error, path = %self.path.display(), "removing a file of the spool");
        }
    }
}

/// A segment being written: batches of pages, each with a header of 20 bytes.
pub(super) struct OpenSegment {
    file: SpoolFile,
    writer: BufWriter<File>,
    since: DateTime<Utc>,
}

impl OpenSegment {
    pub(super) fn begin(
        spool: &Spool,
        (recording, number): (Uuid, u32),
        since: DateTime<Utc>,
    ) -> io::Result<Self> {
        let (file, writer) = spool.create(recording, Part::Segment(number))?;
        Ok(Self {
            file,
            writer: BufWriter::new(writer),
            since,
        })
    }

    pub(super) fn add(&mut self, pages: &CommittedPages, at: DateTime<Utc>) -> io::Result<()> {
        let count = u32::try_from(pages.len()).unwrap_or(u32::MAX);
        self.writer
            .write_all(&at.timestamp_millis().to_be_bytes())?;
        for number in [pages.page_size, pages.database_pages, count] {
            self.writer.write_all(&number.to_be_bytes())?;
        }
        pages.each(|number, page| {
            self.writer.write_all(&number.to_be_bytes())?;
            self.writer.write_all(page)
        })?;
        self.file
            .count(u64::from(count) * u64::from(pages.page_size));
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<(SpoolFile, DateTime<Utc>)> {
        self.writer.flush()?;
        Ok((self.file, self.since))
    }
}

/// A finished segment: the newest version of each of its pages.
pub(super) struct FinishedSegment {
    reader: BufReader<File>,
    pub(super) at: DateTime<Utc>,
    pub(super) page_size: u32,
    pub(super) database_pages: u32,
    /// Each page's number and place in the file, in the order of the places.
    places: VecDeque<(u32, u64)>,
}

impl FinishedSegment {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let mut reader = BufReader::new(File::open(path)?);
        let mut newest = std::collections::BTreeMap::new();
        let (mut at, mut page_size, mut database_pages) = (0, 0, 0);
        let mut word = [0; 4];
        while is_more(&mut reader, &mut word)? {
            let high = i64::from(i32::from_be_bytes(word)) << 32;
            at = high | i64::from(read_number(&mut reader)?);
            page_size = read_number(&mut reader)?;
            database_pages = read_number(&mut reader)?;
            for _ in 0..read_number(&mut reader)? {
                let number = read_number(&mut reader)?;
                newest.insert(number, reader.stream_position()?);
                reader.seek_relative(i64::from(page_size))?;
            }
        }
        // What the last commit cut off isn't part of the database any more.
        newest.retain(|number, _| *number <= database_pages);
        let mut places: Vec<(u32, u64)> = newest.into_iter().collect();
        places.sort_unstable_by_key(|(_, place)| *place);
        Ok(Self {
            reader,
            at: Utc
                .timestamp_millis_opt(at)
                .single()
                .ok_or_else(|| io::Error::other("a moment out of range"))?,
            page_size,
            database_pages,
            places: places.into(),
        })
    }

    /// The next page with its number; `None` after the last.
    pub(super) fn next_page(&mut self, page: &mut Vec<u8>) -> io::Result<Option<u32>> {
        let Some((number, place)) = self.places.pop_front() else {
            return Ok(None);
        };
        page.resize(usize::try_from(self.page_size).unwrap_or_default(), 0);
        self.reader.seek(SeekFrom::Start(place))?;
        self.reader.read_exact(page)?;
        Ok(Some(number))
    }
}

fn read_number(from: &mut impl Read) -> io::Result<u32> {
    let mut number = [0; 4];
    from.read_exact(&mut number)?;
    Ok(u32::from_be_bytes(number))
}
