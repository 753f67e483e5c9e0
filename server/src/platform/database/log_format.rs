//! SQLite's write-ahead log, as bytes (<https://sqlite.org/fileformat2.html#walformat>), and its index
//! (<https://sqlite.org/walformat.html#walidxfmt>).

use std::{fs::File, io, os::unix::fs::FileExt};

/// The sizes of the log's header and of each frame's header.
pub(super) const HEAD: usize = 32;
pub(super) const FRAME_HEAD: usize = 24;

/// The number at a place in a header, which counts words of four bytes.
pub(super) fn word(head: &[u8], at: usize) -> u32 {
    let words = head.as_chunks::<4>().0;
    words.get(at).copied().map_or(0, u32::from_be_bytes)
}

/// Whether SQLite has pages of that size.
#[must_use]
pub fn is_page_size(bytes: u32) -> bool {
    (512..=65_536).contains(&bytes) && bytes.is_power_of_two()
}

/// The size of the index's header, of which there are two copies.
const INDEX_HEAD: usize = 48;
/// A header is written in an instant, so the copies rarely differ.
const ATTEMPTS: usize = 1_000;

/// How far a log goes, as its index says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LogState {
    /// Which log it is.
    pub(super) salts: [u32; 2],
    pub(super) frames: u32,
    /// Incremented by each commit, and not begun anew with the log.
    pub(super) commits: u32,
}

impl LogState {
    /// What the file of the index says now.
    ///
    /// # Errors
    ///
    /// When it can't be read, or isn't written yet.
    pub(super) fn read(index: &File) -> io::Result<Self> {
        let mut heads = [0; 2 * INDEX_HEAD];
        for _ in 0..ATTEMPTS {
            index.read_exact_at(&mut heads, 0)?;
            let (first, second) = heads.split_at(INDEX_HEAD);
            if first == second {
                return Self::of(first);
            }
            std::hint::spin_loop();
        }
        Err(unreadable())
    }

    fn of(head: &[u8]) -> io::Result<Self> {
        // Numbers are as they are in this machine's memory; the salts are as in the log.
        let number = |at| u32::from_ne_bytes(word(head, at).to_be_bytes());
        let is_written = head.get(12).is_some_and(|written| *written == 1);
        is_written.then_some(()).ok_or_else(unreadable)?;
        Ok(Self {
            salts: [word(head, 8), word(head, 9)],
            frames: number(4),
            commits: number(2),
        })
    }
}

/// The error for an index that is no index.
pub(super) fn unreadable() -> io::Error {
    io::Error::other("the index of the database's log can't be read")
}
