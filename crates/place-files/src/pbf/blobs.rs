//! The frames of an OpenStreetMap file: a length, a header, a compressed block.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};

use flate2::read::ZlibDecoder;

use super::wire::{Damage, Fields};

/// Limits from the format's specification, in bytes.
const MAX_HEADER: u32 = 64 * 1024;
const MAX_BLOCK: u64 = 32 * 1024 * 1024;

/// A frame: position and length of its block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Frame {
    /// Offset of the frame.
    pub offset: u64,
    /// Offset and length of the block's bytes.
    pub start: u64,
    pub length: u64,
    /// The block contains elements (`OSMData`), not a header.
    pub data: bool,
}

/// The result of reading a frame.
pub(crate) enum Step {
    Frame(Frame),
    End,
    /// The file ends within a frame.
    CutOff,
    /// The frame's header is invalid, so the next one can't be found.
    Broken,
}

/// Reads frames and their blocks, with one block in memory at a time.
pub(crate) struct Blobs {
    file: BufReader<File>,
    /// Offset of the next frame.
    next: u64,
    packed: Vec<u8>,
    block: Vec<u8>,
}

impl Blobs {
    pub(crate) fn new(file: File) -> Self {
        Self {
            file: BufReader::with_capacity(1 << 16, file),
            next: 0,
            packed: Vec::new(),
            block: Vec::new(),
        }
    }

    /// Reads the next frame's header and skips its block.
    pub(crate) fn step(&mut self, total: u64) -> io::Result<Step> {
        let offset = self.next;
        if offset >= total {
            return Ok(Step::End);
        }
        self.seek(offset)?;
        let mut length = [0; 4];
        if offset + 4 > total {
            return Ok(Step::CutOff);
        }
        self.file.read_exact(&mut length)?;
        let length = u32::from_be_bytes(length);
        if length > MAX_HEADER {
            return Ok(Step::Broken);
        }
        let start = offset + 4 + u64::from(length);
        if start > total {
            return Ok(Step::CutOff);
        }
        let mut header = vec![0; usize::try_from(length).unwrap_or_default()];
        self.file.read_exact(&mut header)?;
        let Ok((data, length)) = header_fields(&header) else {
            return Ok(Step::Broken);
        };
        if length > MAX_BLOCK {
            return Ok(Step::Broken);
        }
        if start + length > total {
            return Ok(Step::CutOff);
        }
        self.next = start + length;
        Ok(Step::Frame(Frame {
            offset,
            start,
            length,
            data,
        }))
    }

    fn seek(&mut self, offset: u64) -> io::Result<()> {
        let here = self.file.stream_position()?;
        // Relative seeks keep the read buffer.
        self.file
            .seek_relative(offset.cast_signed() - here.cast_signed())
    }

    /// Reads and decompresses a block.
    pub(crate) fn block(&mut self, frame: Frame) -> io::Result<Result<&[u8], Damage>> {
        self.file.seek(SeekFrom::Start(frame.start))?;
        self.packed.clear();
        self.file
            .by_ref()
            .take(frame.length)
            .read_to_end(&mut self.packed)?;
        self.block.clear();
        Ok(unpack(&self.packed, &mut self.block).map(|()| self.block.as_slice()))
    }
}

/// Whether the block contains data, and its length.
fn header_fields(header: &[u8]) -> Result<(bool, u64), Damage> {
    let (mut data, mut length) = (false, None);
    for field in Fields::new(header) {
        match field? {
            (1, kind) => data = kind.bytes() == b"OSMData",
            (3, value) => length = u64::try_from(value.signed()).ok(),
            _ => {}
        }
    }
    Ok((data, length.ok_or(Damage)?))
}

fn unpack(packed: &[u8], block: &mut Vec<u8>) -> Result<(), Damage> {
    for field in Fields::new(packed) {
        match field? {
            (1, raw) => {
                block.extend_from_slice(raw.bytes());
                return Ok(());
            }
            (3, zlib) => {
                let mut limited = ZlibDecoder::new(zlib.bytes()).take(MAX_BLOCK + 1);
                limited.read_to_end(block).map_err(|_| Damage)?;
                return if block.len() as u64 > MAX_BLOCK {
                    Err(Damage)
                } else {
                    Ok(())
                };
            }
            _ => {}
        }
    }
    // The specification allows LZMA, LZ4 and Zstandard, but no common extract uses them.
    Err(Damage)
}
