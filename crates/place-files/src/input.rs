//! Input bytes: counted, decompressed, converted to UTF-8, and buffered in a window.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use encoding_rs_io::DecodeReaderBytesBuilder;
use flate2::read::MultiGzDecoder;

use crate::error::FileError;
use crate::packed;
use crate::source::Source;

/// Bytes inspected to detect the format.
pub(crate) const HEAD_BYTES: usize = 64 * 1024;

/// Counts the bytes read, for a progress bar.
pub(crate) struct Counting<R> {
    inner: R,
    count: Arc<AtomicU64>,
}

impl<R> Counting<R> {
    pub(crate) const fn new(inner: R, count: Arc<AtomicU64>) -> Self {
        Self { inner, count }
    }
}

impl<R: Read> Read for Counting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.count.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

/// A source that failed.
struct Failed(Option<io::Error>);

impl Read for Failed {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Reads `limit` bytes, or fewer at the end of the source. An error after some bytes is reported when reading
/// continues.
fn peek(source: &mut Source, limit: usize) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    if let Err(error) = source.by_ref().take(limit as u64).read_to_end(&mut head) {
        if head.is_empty() {
            return Err(error);
        }
        *source = Box::new(Failed(Some(error)));
    }
    Ok(head)
}

/// Puts peeked bytes back in front.
fn unpeek(head: Vec<u8>, rest: Source) -> Source {
    Box::new(io::Cursor::new(head).chain(rest))
}

/// How far the root element of a KML document may be from its start.
const KML_HEAD: usize = 1024;

/// Decompresses gzip, including multiple members, and returns whether the source was compressed. Excel workbooks, KML and KMZ
/// become the text of their records.
pub(crate) fn unpacked(mut source: Source) -> io::Result<(Source, bool)> {
    let head = peek(&mut source, KML_HEAD)?;
    let gzip = head.starts_with(&[0x1F, 0x8B]);
    let archive = head.starts_with(b"PK\x03\x04");
    let start = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&head);
    let kml = start.trim_ascii_start().starts_with(b"<")
        && memchr::memmem::find(start, b"<kml").is_some();
    let whole = unpeek(head, source);
    if archive {
        return Ok((packed::text_of_archive(whole)?, true));
    }
    if kml {
        return Ok((packed::text_of_kml(whole)?, false));
    }
    if !gzip {
        return Ok((whole, false));
    }
    let buffered = io::BufReader::with_capacity(1 << 16, whole);
    Ok((Box::new(MultiGzDecoder::new(buffered)), true))
}

/// Converts to UTF-8 if a byte order mark, zero bytes or `wanted` indicate another encoding, and removes the byte order
/// mark. Invalid UTF-8 passes through: it is decoded as Windows-1252 value by value ([`crate::text::decode`]).
pub(crate) fn converted(
    mut source: Source,
    wanted: Option<&'static Encoding>,
) -> Result<Source, FileError> {
    let mut head = peek(&mut source, 1024)?;
    if head.starts_with(&[0xFF, 0xFE, 0, 0]) || head.starts_with(&[0, 0, 0xFE, 0xFF]) {
        return Err(FileError::Unsupported {
            kind: "text in UTF-32",
            advice: "save it as UTF-8",
        });
    }
    let encoding = wanted.or_else(|| utf_16(&head));
    if head.starts_with(&[0xEF, 0xBB, 0xBF]) {
        head.drain(..3);
        return Ok(unpeek(head, source));
    }
    let whole = unpeek(head, source);
    Ok(match encoding {
        None => whole,
        Some(encoding) if encoding == UTF_8 => whole,
        Some(encoding) => {
            let mut builder = DecodeReaderBytesBuilder::new();
            Box::new(
                builder
                    .encoding(Some(encoding))
                    .bom_override(true)
                    .build(whole),
            )
        }
    })
}

/// Detects UTF-16 by its byte order mark, or by zeros in every second byte of the first 64.
fn utf_16(head: &[u8]) -> Option<&'static Encoding> {
    if head.starts_with(&[0xFF, 0xFE]) {
        return Some(UTF_16LE);
    }
    if head.starts_with(&[0xFE, 0xFF]) {
        return Some(UTF_16BE);
    }
    let start = head.get(..64.min(head.len())).unwrap_or_default();
    let pairs = start.chunks_exact(2);
    let all = pairs.len();
    let zeros = |place: usize| {
        start
            .chunks_exact(2)
            .filter(|pair| pair.get(place) == Some(&0))
            .count()
    };
    let (first, second) = (zeros(0), zeros(1));
    if all < 4 {
        None
    } else if first == 0 && second * 10 >= all * 9 {
        Some(UTF_16LE)
    } else if second == 0 && first * 10 >= all * 9 {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// The buffered part of a stream: bytes read but not yet consumed.
pub(crate) struct Window {
    source: Source,
    buffer: Vec<u8>,
    /// Start and end of the unread bytes in `buffer`.
    start: usize,
    end: usize,
    /// Bytes of the stream before `start`.
    offset: u64,
    ended: bool,
    /// An error that occurred after some bytes were read; reported after those bytes.
    failure: Option<io::Error>,
}

impl Window {
    pub(crate) fn new(source: Source) -> Self {
        Self::with_step(source, 256 * 1024)
    }

    /// A window with an initial capacity of `step` bytes.
    pub(crate) fn with_step(source: Source, step: usize) -> Self {
        Self {
            source,
            buffer: vec![0; step.max(16)],
            start: 0,
            end: 0,
            offset: 0,
            ended: false,
            failure: None,
        }
    }

    /// The buffered bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.buffer.get(self.start..self.end).unwrap_or_default()
    }

    /// Bytes of the stream before [`Window::bytes`].
    pub(crate) const fn offset(&self) -> u64 {
        self.offset
    }

    /// Number of bytes read from the stream so far.
    pub(crate) const fn reached(&self) -> u64 {
        self.offset + (self.end - self.start) as u64
    }

    /// Discards the first `length` buffered bytes.
    pub(crate) fn consume(&mut self, length: usize) {
        let length = length.min(self.end - self.start);
        self.start += length;
        self.offset += length as u64;
    }

    /// Reads more bytes; `false` at the end of the stream. The buffer doubles if nothing was consumed, so callers must
    /// bound it by [`crate::MAX_RECORD_BYTES`].
    pub(crate) fn fill(&mut self) -> io::Result<bool> {
        if let Some(failure) = self.failure.take() {
            return Err(failure);
        }
        if self.ended {
            return Ok(false);
        }
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        if self.end == self.buffer.len() {
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
        loop {
            let Some(room) = self.buffer.get_mut(self.end..) else {
                return Ok(false);
            };
            match self.source.read(room) {
                Ok(0) => {
                    self.ended = true;
                    return Ok(false);
                }
                Ok(length) => {
                    self.end += length;
                    return Ok(true);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Reads until `wanted` bytes are buffered or the stream ends. If bytes are buffered, an error is kept for the next
    /// [`Window::fill`].
    pub(crate) fn fill_to(&mut self, wanted: usize) -> io::Result<()> {
        while self.bytes().len() < wanted && self.failure.is_none() {
            match self.fill() {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) if self.bytes().is_empty() => return Err(error),
                Err(error) => self.failure = Some(error),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], wanted: Option<&'static Encoding>) -> String {
        let (source, _) = unpacked(Box::new(io::Cursor::new(bytes.to_vec()))).expect("unpacked");
        let mut text = String::new();
        converted(source, wanted)
            .expect("converted")
            .read_to_string(&mut text)
            .expect("UTF-8");
        text
    }

    #[test]
    fn byte_order_marks_are_removed() {
        assert_eq!(read(b"\xef\xbb\xbfname", None), "name");
        assert_eq!(read(b"\xff\xfen\0a\0", None), "na");
        assert_eq!(read(b"\xfe\xff\0n\0a", None), "na");
    }

    #[test]
    fn utf_16_without_mark_is_seen_by_its_zeros() {
        let bytes: Vec<u8> = "name,city\nCafé,Ames\n"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(read(&bytes, None), "name,city\nCafé,Ames\n");
    }

    #[test]
    fn another_encoding_can_be_named() {
        let encoding = Encoding::for_label(b"macintosh");
        assert_eq!(read(b"Caf\x8e", encoding), "Café");
    }

    #[test]
    fn utf_32_is_refused() {
        let source: Source = Box::new(io::Cursor::new(b"\xff\xfe\0\0n\0\0\0".to_vec()));
        assert!(matches!(
            converted(source, None),
            Err(FileError::Unsupported { .. })
        ));
    }

    #[test]
    fn window_keeps_offsets_while_it_moves() {
        let bytes: Vec<u8> = (0..100_u8).collect();
        let mut window = Window::with_step(Box::new(io::Cursor::new(bytes)), 16);
        window.fill_to(40).expect("in memory");
        assert!(window.bytes().len() >= 40);
        window.consume(30);
        window.fill_to(70).expect("in memory");
        assert_eq!((window.offset(), window.reached()), (30, 100));
        assert_eq!(window.bytes().first(), Some(&30));
    }
}
