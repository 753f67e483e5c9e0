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
/// One copy is always whole, but this program may be put aside between them.
const ATTEMPTS: usize = 10;
/// The checksum at its end is of what is before it.
const INDEX_CHECKED: usize = 40;

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
            // The second copy is complete before the first is written.
            let (first, second) = heads.split_at(INDEX_HEAD);
            if let Some(state) = Self::of(first).or_else(|| Self::of(second)) {
                return Ok(state);
            }
            std::hint::spin_loop();
        }
        Err(unreadable())
    }

    /// `None` if it isn't written yet, or is being written.
    fn of(head: &[u8]) -> Option<Self> {
        // Numbers are as they are in this machine's memory; the salts are as in the log.
        let number = |at| u32::from_ne_bytes(word(head, at).to_be_bytes());
        let is_written = head.get(12) == Some(&1);
        let checked = head.get(..INDEX_CHECKED).unwrap_or_default();
        let is_whole =
            checksum((0, 0), checked, cfg!(target_endian = "big")) == (number(10), number(11));
        (is_written && is_whole).then(|| Self {
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

/// SQLite's checksum of `bytes`, continuing from `before`.
pub(super) fn checksum(before: (u32, u32), bytes: &[u8], is_big_endian: bool) -> (u32, u32) {
    let (mut one, mut two) = before;
    let number = |bytes: [u8; 4]| {
        if is_big_endian {
            u32::from_be_bytes(bytes)
        } else {
            u32::from_le_bytes(bytes)
        }
    };
    for [a, b, c, d, e, f, g, h] in bytes.as_chunks::<8>().0.iter().copied() {
        one = one.wrapping_add(number([a, b, c, d])).wrapping_add(two);
        two = two.wrapping_add(number([e, f, g, h])).wrapping_add(one);
    }
    (one, two)
}
