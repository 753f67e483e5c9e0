//! Detects a file's format from its content, never from its name.

/// An accepted format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Jpeg,
    Png,
    WebP,
}

impl Format {
    /// The format identified by the first bytes.
    #[must_use]
    pub fn detect(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(b"\xff\xd8\xff") {
            Some(Self::Jpeg)
        } else if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
            Some(Self::Png)
        } else if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
            Some(Self::WebP)
        } else {
            None
        }
    }
}

/// Markers without a length: `TEM`, and restart markers within a scan.
const STANDALONE: [u8; 9] = [0x01, 0xd0, 0xd1, 0xd2, 0xd3, 0xd4, 0xd5, 0xd6, 0xd7];
const START_OF_SCAN: u8 = 0xda;
const END_OF_IMAGE: u8 = 0xd9;

/// How often a JPEG file goes over its pixels; `None` if it doesn't contain the end of its picture. The decoder fills
/// missing parts with gray, so a truncated file would pass as complete. Thumbnails in metadata have their own markers and
/// are skipped with it.
pub(crate) fn jpeg_scans(bytes: &[u8]) -> Option<u64> {
    let mut at = 2;
    let mut in_scan = false;
    let mut scans = 0;
    loop {
        let &[first, marker] = bytes.get(at..at + 2)? else {
            return None;
        };
        if first != 0xff {
            // Scan data, or garbage between segments, which decoders skip, too.
            at += 1;
        } else if marker == END_OF_IMAGE {
            return Some(scans);
        } else if marker == 0xff || (in_scan && marker == 0) || STANDALONE.contains(&marker) {
            at += if marker == 0xff { 1 } else { 2 };
        } else {
            let &[high, low] = bytes.get(at + 2..at + 4)? else {
                return None;
            };
            in_scan = marker == START_OF_SCAN;
            scans += u64::from(in_scan);
            at += 2 + usize::from(u16::from_be_bytes([high, low])).max(2);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_decide() {
        assert_eq!(Format::detect(b"\xff\xd8\xff\xe0"), Some(Format::Jpeg));
        assert_eq!(Format::detect(b"\x89PNG\r\n\x1a\n..."), Some(Format::Png));
        assert_eq!(Format::detect(b"RIFF....WEBPVP8 "), Some(Format::WebP));
        for other in [
            &b""[..],
            b"\xff\xd8",
            b"GIF89a",
            b"<svg xmlns=",
            b"<!doctype html>",
            b"RIFF....AVI ",
            b" \xff\xd8\xff",
        ] {
            assert_eq!(Format::detect(other), None, "{other:?}");
        }
    }

    #[test]
    fn the_end_inside_a_thumbnail_does_not_count() {
        // APP1 with six bytes that look like a complete picture, then a scan.
        let head = b"\xff\xd8\xff\xe1\x00\x08\xff\xd8\xff\xd9\x00\x00\xff\xda\x00\x02abc\xff\x00d\xff\xd0e";
        let scans = |rest: &[u8]| jpeg_scans(&[head, rest].concat());
        assert_eq!(scans(b""), None);
        assert_eq!(scans(b"\xff\xd9"), Some(1));
        let second = b"\xff\xc4\x00\x04zz\xff\xda\x00\x02f\xff\xff\xd9 more";
        assert_eq!(scans(second), Some(2));
    }
}
