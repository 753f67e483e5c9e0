//! One record per line, or separated by record separators (RFC 8142).

use std::io;

use crate::error::{MAX_RECORD_BYTES, Problem, RecordError};
use crate::input::Window;
use crate::properties::Meaning;
use crate::record::{Item, Position};
use crate::records::Records;

use super::feature;

const RECORD_SEPARATOR: u8 = 0x1E;

/// Reads newline-delimited JSON and GeoJSON text sequences.
pub(crate) struct JsonLines {
    window: Window,
    meaning: Meaning,
    /// What ends a record: a newline, or the separator before the next one.
    end: u8,
    line: u64,
    record: u64,
    skipping: bool,
    done: bool,
}

impl JsonLines {
    /// Inspects the first byte to find out how records are separated.
    pub(crate) fn new(mut window: Window, meaning: Meaning) -> io::Result<Self> {
        window.fill_to(1)?;
        let separated = window.bytes().trim_ascii_start().first() == Some(&RECORD_SEPARATOR);
        let end = if separated { RECORD_SEPARATOR } else { b'\n' };
        Ok(Self {
            window,
            meaning,
            end,
            line: 1,
            record: 0,
            skipping: false,
            done: false,
        })
    }

    fn advance(&mut self, length: usize) {
        let bytes = self.window.bytes().get(..length).unwrap_or_default();
        self.line += memchr::memchr_iter(b'\n', bytes).count() as u64;
        self.window.consume(length);
    }

    /// Length of the next record and whether its end was found; `None` if it is too long.
    fn extent(&mut self) -> io::Result<Option<(usize, bool)>> {
        let mut scanned = 0;
        loop {
            let bytes = self.window.bytes().get(scanned..).unwrap_or_default();
            if let Some(end) = memchr::memchr(self.end, bytes) {
                return Ok(Some((scanned + end, true)));
            }
            scanned += bytes.len();
            if scanned > MAX_RECORD_BYTES {
                self.advance(scanned);
                return Ok(None);
            }
            if !self.window.fill()? {
                return Ok(Some((scanned, false)));
            }
        }
    }

    fn read(&mut self) -> io::Result<Option<Result<Item, RecordError>>> {
        loop {
            let here = Position {
                record: self.record + 1,
                line: Some(self.line),
                offset: self.window.offset(),
            };
            let Some((length, ended)) = self.extent()? else {
                if self.skipping {
                    continue;
                }
                self.skipping = true;
                self.record += 1;
                return Ok(Some(Err(RecordError::passing(here, Problem::TooLong))));
            };
            let bytes = self.window.bytes().get(..length).unwrap_or_default();
            let found = if self.skipping || bytes.trim_ascii().is_empty() {
                None
            } else {
                Some(feature::read(bytes, &self.meaning, here))
            };
            self.skipping = false;
            self.advance(length + usize::from(ended));
            self.done = !ended;
            match found {
                None if self.done => return Ok(None),
                None => {}
                Some(Ok(item)) => {
                    self.record += 1;
                    return Ok(Some(Ok(item)));
                }
                // A last line without a newline that isn't a complete object.
                Some(Err(_)) if self.done => {
                    let problem = Problem::CutOff {
                        records: self.record,
                        byte: self.window.reached(),
                    };
                    return Ok(Some(Err(RecordError::last(here, problem))));
                }
                Some(Err(problem)) => {
                    self.record += 1;
                    return Ok(Some(Err(RecordError::passing(here, problem))));
                }
            }
        }
    }
}

impl Records for JsonLines {
    fn next(&mut self) -> Option<Result<Item, RecordError>> {
        if self.done {
            return None;
        }
        self.read().unwrap_or_else(|error| {
            self.done = true;
            let position = Position {
                record: self.record + 1,
                line: Some(self.line),
                offset: self.window.offset(),
            };
            Some(Err(RecordError::last(
                position,
                Problem::from_io(error, self.record, self.window.reached()),
            )))
        })
    }
}
