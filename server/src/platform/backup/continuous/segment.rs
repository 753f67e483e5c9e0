//! The files of a recording in the vault.
//!
//! `commits/RECORDING/base-0001` and on are the pieces of the compressed database file, `commits/RECORDING/base` describes them and is
//! written last. `commits/RECORDING/000001-001` and on are parts of segments: compressed pages with a header. A segment's last part
//! ends with `-end`, so a segment without one is unfinished. `commits/RECORDING/photos-000001` lists the photos that were added
//! before a segment.

use std::{
    collections::BTreeMap,
    io::{self, Read, Write},
};

use chrono::{DateTime, Utc};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::platform::database::is_page_size;

pub(super) const FOLDER: &str = "commits";
const PHOTOS: &str = "photos-";
/// Bytes of a piece or part, which one request sends.
pub(super) const PART: usize = 4 << 20;
/// Incremented by each change that older versions can't read.
pub(super) const FORMAT: u32 = 1;
/// Of a header, which is text in one line.
const LONGEST_HEADER: u64 = 64 << 10;

/// Describes the copy of the database that a recording begins with.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Base {
    pub(super) format: u32,
    pub(super) made_at: DateTime<Utc>,
    /// The version that wrote it.
    pub(super) program: String,
    pub(super) pieces: usize,
    /// Of the database's file.
    pub(super) bytes: u64,
    /// The storage's keys at that moment.
    pub(super) photos: Vec<String>,
}

/// Begins each part of a segment.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PartHeader {
    /// When the last of its commits was seen in the log.
    pub(super) at: DateTime<Utc>,
    pub(super) page_size: u32,
    /// The size of the database after its last commit, in pages.
    pub(super) database_pages: u32,
}

pub(super) fn base_name(recording: Uuid) -> String {
    format!("{FOLDER}/{recording}/base")
}

pub(super) fn piece_name(recording: Uuid, number: usize) -> String {
    format!("{FOLDER}/{recording}/base-{number:04}")
}

pub(super) fn part_name(recording: Uuid, segment: u32, part: u32, is_last: bool) -> String {
    let end = if is_last { "-end" } else { "" };
    format!("{FOLDER}/{recording}/{segment:06}-{part:03}{end}")
}

pub(super) fn photos_name(recording: Uuid, segment: u32) -> String {
    format!("{FOLDER}/{recording}/{PHOTOS}{segment:06}")
}

/// The segment before which the photos were added that the file `name` lists.
pub(super) fn photos_before(name: &str) -> Option<u32> {
    let (_, file) = name.rsplit_once('/')?;
    file.strip_prefix(PHOTOS)?.parse().ok()
}

/// The recording that a file belongs to.
pub(super) fn recording_of(name: &str) -> Option<Uuid> {
    let (recording, _) = name
        .strip_prefix(FOLDER)?
        .strip_prefix('/')?
        .split_once('/')?;
    recording.parse().ok()
}

/// The parts of the finished segments among `names`, by the segment's number: as many as follow each other from the first.
pub(super) fn finished_segments(
    recording: Uuid,
    names: impl IntoIterator<Item = String>,
) -> Vec<Vec<String>> {
    let prefix = format!("{FOLDER}/{recording}/");
    let mut segments: BTreeMap<u32, (Vec<String>, bool)> = BTreeMap::new();
    for name in names {
        let number = name
            .strip_prefix(&prefix)
            .and_then(|file| file.split_once('-'))
            .and_then(|(number, _)| number.parse().ok());
        if let Some(number) = number {
            let (parts, is_finished) = segments.entry(number).or_default();
            *is_finished |= name.ends_with("-end");
            parts.push(name);
        }
    }
    let mut finished = Vec::new();
    for (expected, (number, (mut parts, is_finished))) in (1..).zip(segments) {
        if number != expected || !is_finished {
            break;
        }
        parts.sort_unstable();
        finished.push(parts);
    }
    finished
}

/// Pages being packed into the content of a part.
pub(super) struct Packing {
    packed: GzEncoder<Vec<u8>>,
    is_empty: bool,
}

impl Packing {
    pub(super) fn begin(header: &PartHeader) -> io::Result<Self> {
        let text = serde_json::to_vec(header)?;
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
        packed.write_all(&length.to_be_bytes())?;
        packed.write_all(&text)?;
        Ok(Self {
            packed,
            is_empty: true,
        })
    }

    pub(super) fn add(&mut self, number: u32, page: &[u8]) -> io::Result<()> {
        self.is_empty = false;
        self.packed.write_all(&number.to_be_bytes())?;
        self.packed.write_all(page)
    }

    /// Whether another part should begin.
    pub(super) fn is_full(&self) -> bool {
        !self.is_empty && self.packed.get_ref().len() >= PART
    }

    pub(super) fn finish(self) -> io::Result<Vec<u8>> {
        self.packed.finish()
    }
}

/// The content of a part being unpacked.
pub(super) struct Unpacking<'content> {
    pub(super) header: PartHeader,
    packed: GzDecoder<&'content [u8]>,
}

impl<'content> Unpacking<'content> {
    /// Reads the header.
    ///
    /// # Errors
    ///
    /// When it isn't a part.
    pub(super) fn begin(content: &'content [u8]) -> io::Result<Self> {
        let mut packed = GzDecoder::new(content);
        let mut length = [0; 4];
        packed.read_exact(&mut length)?;
        let length = u64::from(u32::from_be_bytes(length)).min(LONGEST_HEADER);
        let mut text = Vec::new();
        (&mut packed).take(length).read_to_end(&mut text)?;
        let header: PartHeader = serde_json::from_slice(&text)?;
        if !is_page_size(header.page_size) {
            return Err(io::Error::other("its pages have an impossible size"));
        }
        Ok(Self { header, packed })
    }

    /// Hands out each page with its number.
    ///
    /// # Errors
    ///
    /// When the content is cut, or `take` fails.
    pub(super) fn each(
        mut self,
        mut take: impl FnMut(u32, &[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut number = [0; 4];
        let mut page = vec![0; usize::try_from(self.header.page_size).unwrap_or_default()];
        while is_more(&mut self.packed, &mut number)? {
            self.packed.read_exact(&mut page)?;
            take(u32::from_be_bytes(number), &page)?;
        }
        Ok(())
    }
}

/// Reads four bytes, unless nothing is left.
pub(super) fn is_more(from: &mut impl Read, number: &mut [u8; 4]) -> io::Result<bool> {
    let [first, rest @ ..] = number;
    if from.read(std::slice::from_mut(first))? == 0 {
        return Ok(false);
    }
    from.read_exact(rest)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header() -> PartHeader {
        PartHeader {
            at: "2026-03-04T09:17:00Z".parse().unwrap(),
            page_size: 512,
            database_pages: 9,
        }
    }

    #[test]
    fn pages_come_back_as_they_were_packed_and_a_cut_part_is_refused() {
        let mut packing = Packing::begin(&header()).unwrap();
        packing.add(3, &[3; 512]).unwrap();
        packing.add(9, &[9; 512]).unwrap();
        let content = packing.finish().unwrap();
        let mut pages = Vec::new();
        let unpacking = Unpacking::begin(&content).unwrap();
        assert_eq!(unpacking.header, header());
        unpacking
            .each(|number, page| {
                pages.push((number, page.to_vec()));
                Ok(())
            })
            .unwrap();
        assert_eq!(pages, [(3, vec![3; 512]), (9, vec![9; 512])]);
        for end in 0..content.len() {
            let whole = Unpacking::begin(&content[..end]).and_then(|part| part.each(|_, _| Ok(())));
            assert!(whole.is_err(), "cut at {end}");
        }
    }

    #[test]
    fn segments_count_as_far_as_they_are_finished_and_follow_each_other() {
        let recording = Uuid::from_u128(7);
        let names = |parts: &[(u32, u32, bool)]| -> Vec<String> {
            let named = |(segment, part, is_last): &(u32, u32, bool)| {
                part_name(recording, *segment, *part, *is_last)
            };
            let mut names: Vec<String> = parts.iter().map(named).collect();
            names.push(base_name(recording));
            names.push(piece_name(recording, 1));
            names.push(photos_name(recording, 1));
            names
        };
        let count = |parts: &[(u32, u32, bool)]| -> Vec<usize> {
            let found = finished_segments(recording, names(parts));
            found.iter().map(Vec::len).collect()
        };
        assert_eq!(count(&[]), [0; 0]);
        assert_eq!(count(&[(1, 1, true), (2, 1, false), (2, 2, true)]), [1, 2]);
        assert_eq!(count(&[(1, 1, true), (2, 1, false)]), [1]);
        assert_eq!(count(&[(1, 1, true), (3, 1, true)]), [1]);
        assert_eq!(count(&[(2, 1, true)]), [0; 0]);
        assert_eq!(recording_of(&base_name(recording)), Some(recording));
        assert_eq!(photos_before(&photos_name(recording, 12)), Some(12));
        assert_eq!(photos_before(&part_name(recording, 12, 1, true)), None);
    }
}
