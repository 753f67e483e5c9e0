//! SQLite's write-ahead log, as bytes (<https://sqlite.org/fileformat2.html#walformat>).

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
