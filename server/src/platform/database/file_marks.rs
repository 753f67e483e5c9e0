//! Marks by which a SQLite file and its log show that they belong together. SQLite doesn't tie one to the other: it would apply a log
//! to any file of that name, page by page.
//!
//! Page 1 has the file's mark (`user_version`) and the mark before it (`application_id`). A marked commit gives it a new random one. The
//! first page 1 in a log therefore names the mark that the file had when the log began, and a checkpoint gives the file a mark that is in
//! the log. An older copy of the file has neither, nor has another installation's.

use std::{
    fs::File,
    io::{self, ErrorKind},
    os::unix::fs::FileExt,
    path::Path,
    time::{Duration, Instant},
};

use sea_orm::{ConnectionTrait, DatabaseTransaction, Statement};

use super::log_format::{FRAME_HEAD, HEAD, checksum, is_page_size, word};
use crate::platform::error::Result;

/// Commits that are no farther apart may have the same mark, so that not every vote writes another page.
const APART: Duration = Duration::from_millis(250);

/// The file's first bytes, which have its marks, and how they begin.
const FILE_HEAD: usize = 100;
const FILE_MAGIC: &[u8] = b"SQLite format 3\0";

/// How often a log that is written meanwhile is read again.
const ATTEMPTS: usize = 5;

/// What the writer knows about the marks that it made.
#[derive(Debug, Default)]
pub(super) struct Marking {
    last: Option<Instant>,
    /// How many rows its connection had changed when that was last asked.
    changes: i64,
}

impl Marking {
    /// Marks a transaction that is about to be committed, if it changed rows. `log_may_be_new`: the log may begin with it.
    pub(super) async fn mark(
        &mut self,
        transaction: &DatabaseTransaction,
        log_may_be_new: bool,
    ) -> Result<bool> {
        let is_recent = self.last.is_some_and(|at| at.elapsed() < APART);
        if is_recent && !log_may_be_new {
            return Ok(false);
        }
        let asked = "SELECT total_changes() AS changes";
        let asked = Statement::from_string(transaction.get_database_backend(), asked);
        let Some(row) = transaction.query_one_raw(asked).await? else {
            return Ok(false);
        };
        let changes: i64 = row.try_get("", "changes")?;
        if changes == self.changes {
            return Ok(false);
        }
        self.renew(transaction).await?;
        self.changes = changes;
        Ok(true)
    }

    /// Gives the file another mark.
    pub(super) async fn renew(&mut self, transaction: &DatabaseTransaction) -> Result<()> {
        let asked = Statement::from_string(
            transaction.get_database_backend(),
            "SELECT user_version AS mark, 1 + (random() & 2147483646) AS next FROM pragma_user_version",
        );
        let Some(row) = transaction.query_one_raw(asked).await? else {
            return Ok(());
        };
        let (mark, next): (i64, i64) = (row.try_get("", "mark")?, row.try_get("", "next")?);
        let marked = format!("PRAGMA application_id = {mark}; PRAGMA user_version = {next}");
        transaction.execute_unprepared(&marked).await?;
        // A file with its first mark is like any other that has one, so the next commit gives it another.
        self.last = (mark != 0).then(Instant::now);
        Ok(())
    }
}

/// The marks of one copy of page 1. A file that was never marked has zeros.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Marks {
    current: u32,
    previous: u32,
}

impl Marks {
    fn of(page: &[u8]) -> Self {
        Self {
            current: word(page, 15),
            previous: word(page, 17),
        }
    }

    /// `None` if it is no database: SQLite says so.
    fn of_file(file: &Path) -> io::Result<Option<Self>> {
        let mut head = [0; FILE_HEAD];
        let read = File::open(file).and_then(|file| file.read_exact_at(&mut head, 0));
        match read {
            Ok(()) => Ok(head.starts_with(FILE_MAGIC).then(|| Self::of(&head))),
            Err(error) if is_end(&error) || error.kind() == ErrorKind::NotFound => {
                Ok(Some(Self::default()))
            }
            Err(error) => Err(error),
        }
    }

    /// Whether a file with these marks may be the one in which a log begins whose first page 1 has the marks `first`. Somebody else
    /// may have changed one of the two numbers there; nobody changes both.
    fn may_begin(self, first: Self) -> bool {
        self.current == first.previous
            || self.current == first.current
            || self.previous == first.previous
    }
}

/// Whether `log` is that of another database than `file`. `false` as well if the log doesn't say. Only for a process that hasn't opened
/// the database: closing the file would drop SQLite's locks.
///
/// # Errors
///
/// When one of them can't be read. A file or log that isn't there, and a log's torn end, are no errors.
pub(super) fn is_of_another(file: &Path, log: &Path) -> io::Result<bool> {
    let log = match File::open(log) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        opened => opened?,
    };
    for _ in 0..ATTEMPTS {
        let before = (read::<HEAD>(&log, 0)?, Marks::of_file(file)?);
        let (Some(head), Some(found)) = before else {
            return Ok(false);
        };
        if !disagrees(&log, &head, found)? {
            return Ok(false);
        }
        if (read::<HEAD>(&log, 0)?, Marks::of_file(file)?) == before {
            return Ok(true);
        }
    }
    // Somebody who has opened both is writing them.
    Ok(false)
}

/// Whether the file with the marks `found` is neither the one in which the log begins, nor one into which it was copied.
fn disagrees(log: &File, head: &[u8; HEAD], found: Marks) -> io::Result<bool> {
    let is_big_endian = match word(head, 0) {
        0x377f_0682 => false,
        0x377f_0683 => true,
        _ => return Ok(false),
    };
    let (page_size, salts) = (word(head, 2), [word(head, 4), word(head, 5)]);
    let mut sum = checksum((0, 0), head.get(..24).unwrap_or_default(), is_big_endian);
    if !is_page_size(page_size) || sum != (word(head, 6), word(head, 7)) {
        // SQLite takes nothing from such a log.
        return Ok(false);
    }
    let mut page = vec![0; usize::try_from(page_size).unwrap_or_default()];
    let (mut at, mut has_first) = (HEAD as u64, false);
    while let Some(frame) = read::<FRAME_HEAD>(log, at)? {
        if [word(&frame, 2), word(&frame, 3)] != salts {
            break;
        }
        let is_first_page = word(&frame, 0) == 1;
        // Up to the first page 1, everything must be as SQLite wrote it. Behind it, a damaged frame hides no mark.
        if !has_first || is_first_page {
            match log.read_exact_at(&mut page, at + FRAME_HEAD as u64) {
                Err(error) if is_end(&error) => break,
                whole => whole?,
            }
        }
        if !has_first {
            sum = checksum(sum, frame.get(..8).unwrap_or_default(), is_big_endian);
            sum = checksum(sum, &page, is_big_endian);
            if sum != (word(&frame, 4), word(&frame, 5)) {
                return Ok(false);
            }
        }
        if is_first_page {
            let marks = Marks::of(&page);
            if found.current == marks.current || (!has_first && found.may_begin(marks)) {
                return Ok(false);
            }
            has_first = true;
        }
        at += FRAME_HEAD as u64 + u64::from(page_size);
    }
    Ok(has_first)
}

/// `None` if the file ends before.
fn read<const BYTES: usize>(file: &File, at: u64) -> io::Result<Option<[u8; BYTES]>> {
    let mut bytes = [0; BYTES];
    match file.read_exact_at(&mut bytes, at) {
        Ok(()) => Ok(Some(bytes)),
        Err(error) if is_end(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

fn is_end(error: &io::Error) -> bool {
    error.kind() == ErrorKind::UnexpectedEof
}

#[cfg(test)]
mod tests;
