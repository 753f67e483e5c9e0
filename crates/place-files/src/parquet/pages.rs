//! Checks Parquet pages before decompression: a few bytes may claim to be gigabytes, and the library trusts them.

use std::io::{self, Read};

use flate2::read::MultiGzDecoder;
use parquet::basic::Compression;
use parquet::file::metadata::RowGroupMetaData;
use parquet::file::reader::ChunkReader;

/// Maximum total size of the largest page of every column, in bytes: one page per column is decompressed at a time.
/// Most writers use pages of one megabyte; some use up to a hundred.
const MAX_BYTES: u64 = 256 << 20;

/// Bytes read from the start of a page to find its header.
const HEADER: usize = 16 * 1024;

/// Maximum nesting depth of a header; the format needs three.
const DEEPEST: u32 = 8;

/// Checks that the pages of `group` fit in memory, for the columns whose first name `is_wanted`; otherwise returns the
/// reason as user-readable text.
pub(super) fn check(
    file: &impl ChunkReader,
    group: &RowGroupMetaData,
    is_wanted: impl Fn(&str) -> bool,
) -> Result<(), String> {
    let mut together = 0;
    for chunk in group.columns() {
        let name = chunk.column_path().parts().first();
        if !name.is_some_and(|name| is_wanted(name)) {
            continue;
        }
        let (start, length) = chunk.byte_range();
        let (mut place, end) = (start, start.saturating_add(length));
        let mut largest = 0;
        while place < end {
            let left = usize::try_from(end - place).unwrap_or(usize::MAX);
            let beginning = file
                .get_bytes(place, left.min(HEADER))
                .map_err(|error| error.to_string())?;
            let page = Page::read(&beginning).ok_or("the header of a page is not readable")?;
            let packed = place + page.header;
            if packed.saturating_add(page.packed) > end {
                return Err("a page is longer than its column".to_owned());
            }
            largest = largest.max(page.unpacked);
            if together + largest > MAX_BYTES {
                return Err(format!(
                    "unpacked, its pages take more than {} MB; write it again with smaller pages",
                    MAX_BYTES >> 20
                ));
            }
            if matches!(chunk.compression(), Compression::GZIP(_)) {
                check_gzip(file, packed, &page).map_err(|error| error.to_string())?;
            }
            place = packed + page.packed;
        }
        together += largest;
    }
    Ok(())
}

/// The library decompresses all of a gzip stream, whatever the page's header says.
fn check_gzip(file: &impl ChunkReader, place: u64, page: &Page) -> io::Result<()> {
    let length = usize::try_from(page.packed).unwrap_or(usize::MAX);
    let bytes = file.get_bytes(place, length).map_err(io::Error::other)?;
    // V2 pages start with uncompressed levels, which the library skips.
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(());
    }
    let mut unpacked = MultiGzDecoder::new(&*bytes).take(page.unpacked + 1);
    if io::copy(&mut unpacked, &mut io::sink())? > page.unpacked {
        return Err(io::Error::other("a page holds more than it says"));
    }
    Ok(())
}

/// The contents of a page header.
#[derive(Debug, PartialEq, Eq)]
struct Page {
    /// Length of the header itself.
    header: u64,
    unpacked: u64,
    packed: u64,
}

impl Page {
    /// Parses a `PageHeader` in Thrift's compact protocol.
    fn read(bytes: &[u8]) -> Option<Self> {
        let mut left = bytes;
        let (mut unpacked, mut packed) = (None, None);
        fields(&mut left, 0, &mut |id, value| match id {
            2 => unpacked = u64::try_from(value).ok(),
            3 => packed = u64::try_from(value).ok(),
            _ => {}
        })?;
        Some(Self {
            header: u64::try_from(bytes.len() - left.len()).ok()?,
            unpacked: unpacked?,
            packed: packed?,
        })
    }
}

/// Iterates over a struct's fields and reports the integers.
fn fields(bytes: &mut &[u8], depth: u32, note: &mut dyn FnMut(i64, i64)) -> Option<()> {
    let mut id = 0;
    loop {
        let head = byte(bytes)?;
        if head == 0 {
            return Some(());
        }
        id = match i64::from(head >> 4) {
            0 => signed(bytes)?,
            step => id + step,
        };
        if let Some(number) = value(bytes, head & 0xf, depth)? {
            note(id, number);
        }
    }
}

/// Skips a value; returns it if it is an integer.
fn value(bytes: &mut &[u8], kind: u8, depth: u32) -> Option<Option<i64>> {
    match kind {
        // A boolean's value is part of the field type.
        1 | 2 => {}
        3 => _ = byte(bytes)?,
        4..=6 => return signed(bytes).map(Some),
        7 => skip(bytes, 8)?,
        8 => {
            let length = unsigned(bytes)?;
            skip(bytes, length)?;
        }
        9 | 10 => {
            let head = byte(bytes)?;
            let count = match u64::from(head >> 4) {
                15 => unsigned(bytes)?,
                count => count,
            };
            for _ in 0..count {
                element(bytes, head & 0xf, depth)?;
            }
        }
        12 if depth < DEEPEST => fields(bytes, depth + 1, &mut |_, _| {})?,
        _ => return None,
    }
    Some(None)
}

/// In a list, a boolean takes a byte.
fn element(bytes: &mut &[u8], kind: u8, depth: u32) -> Option<()> {
    match kind {
        1 | 2 => byte(bytes).map(drop),
        kind if depth < DEEPEST => value(bytes, kind, depth + 1).map(drop),
        _ => None,
    }
}

fn byte(bytes: &mut &[u8]) -> Option<u8> {
    let (first, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(*first)
}

fn skip(bytes: &mut &[u8], length: u64) -> Option<()> {
    *bytes = bytes.get(usize::try_from(length).ok()?..)?;
    Some(())
}

fn unsigned(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let next = byte(bytes)?;
        number |= u64::from(next & 0x7f) << shift;
        if next & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

fn signed(bytes: &mut &[u8]) -> Option<i64> {
    let number = unsigned(bytes)?;
    let half = i64::try_from(number >> 1).ok()?;
    Some(if number & 1 == 0 { half } else { -half - 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_read_to_its_end() {
        // Type 0, 300 bytes uncompressed, 90 compressed, a data page header with a nested struct, and trailing bytes.
        let bytes = [
            0x15, 0x00, 0x15, 0xd8, 0x04, 0x15, 0xb4, 0x01, 0x2c, 0x15, 0x02, 0x15, 0x00, 0x1c,
            0x18, 0x02, b'a', b'b', 0x00, 0x00, 0x00, 0x77,
        ];
        let expected = Page {
            header: 21,
            unpacked: 300,
            packed: 90,
        };
        assert_eq!(Page::read(&bytes), Some(expected));
        for end in 0..21 {
            assert_eq!(Page::read(&bytes[..end]), None, "{end}");
        }
        assert_eq!(
            Page::read(&[0x15, 0x00, 0x15, 0x01, 0x15, 0x02, 0x00]),
            None
        );
    }

    #[test]
    fn structures_without_end_are_refused() {
        assert_eq!(Page::read(&[0x1c; 4000]), None);
        assert_eq!(Page::read(&[0x19; 4000]), None);
    }
}
