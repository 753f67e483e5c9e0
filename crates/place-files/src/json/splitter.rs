//! Splits a JSON document of any size into records.

use std::io;

use crate::error::MAX_RECORD_BYTES;
use crate::input::Window;

use super::scan::Scan;

/// Names of the members that hold the list of records.
const LISTS: [&str; 10] = [
    "features",
    "elements",
    "results",
    "places",
    "data",
    "items",
    "businesses",
    "records",
    "shops",
    "cafes",
];

/// What the splitter found.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A record: the first `length` bytes of the window, until the next call.
    Record {
        line: u64,
        offset: u64,
        length: usize,
    },
    /// A record over the size limit; it was skipped.
    TooLong { line: u64, offset: u64 },
    /// A member other than the list of records (`remark`, `timestamp`, …), with its value as JSON.
    Member { key: String, value: Vec<u8> },
    /// The document is complete.
    End,
    /// The input ends in the middle of the document.
    CutOff,
    /// The structure is broken; no more records can be found.
    Broken {
        line: u64,
        offset: u64,
        what: String,
    },
}

/// The splitter's position in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Start,
    /// Before a member's key, a comma or the closing brace.
    Members,
    /// Before a record, a comma or the closing bracket.
    List {
        nested: bool,
    },
    Finished,
}

/// Maximum length of the member values kept for the caller; longer ones are skipped.
const MAX_MEMBER_BYTES: usize = 64 * 1024;

pub(crate) struct Splitter {
    window: Window,
    place: Place,
    line: u64,
    /// Length of the last returned record, consumed by the next call.
    pending: usize,
    /// Keys of the document before its list.
    keys: Vec<String>,
    /// The scan of an oversized value.
    unfinished: Option<Scan>,
    found_list: bool,
}

impl Splitter {
    pub(crate) const fn new(window: Window) -> Self {
        Self {
            window,
            place: Place::Start,
            line: 1,
            pending: 0,
            keys: Vec::new(),
            unfinished: None,
            found_list: false,
        }
    }

    /// The buffered bytes; a found record is at their start.
    pub(crate) fn bytes(&self, length: usize) -> &[u8] {
        self.window.bytes().get(..length).unwrap_or_default()
    }

    /// Line and offset of the next byte.
    pub(crate) const fn here(&self) -> (u64, u64) {
        (self.line, self.window.offset())
    }

    /// Number of bytes read from the stream so far.
    pub(crate) const fn reached(&self) -> u64 {
        self.window.reached()
    }

    /// The document's keys, if it had no list of records.
    pub(crate) fn keys_without_list(&self) -> Option<&[String]> {
        (!self.found_list).then_some(&self.keys)
    }

    /// Finds the next part.
    pub(crate) fn next(&mut self) -> io::Result<Part> {
        self.advance(self.pending);
        self.pending = 0;
        loop {
            if !self.pass_over()? {
                return Ok(Part::CutOff);
            }
            let Some(byte) = self.skip_blanks()? else {
                return Ok(if self.place == Place::Finished {
                    Part::End
                } else {
                    Part::CutOff
                });
            };
            match (self.place, byte) {
                (Place::Start, b'{') => {
                    self.advance(1);
                    self.place = Place::Members;
                }
                (Place::Start, b'[') => {
                    self.advance(1);
                    self.found_list = true;
                    self.place = Place::List { nested: false };
                }
                (Place::Members | Place::List { .. }, b',') => self.advance(1),
                (Place::Members, b'}') => {
                    self.advance(1);
                    self.place = Place::Finished;
                }
                (Place::Members, b'"') => {
                    if let Some(part) = self.member()? {
                        return Ok(part);
                    }
                }
                (Place::List { nested }, b']') => {
                    self.advance(1);
                    self.place = if nested {
                        Place::Members
                    } else {
                        Place::Finished
                    };
                }
                (Place::List { .. }, b'}' | b':') | (Place::Members | Place::Start, _) => {
                    return Ok(self.broken(byte));
                }
                (Place::List { .. }, _) => return self.record(),
                (Place::Finished, _) => return Ok(self.broken(byte)),
            }
        }
    }

    fn broken(&mut self, byte: u8) -> Part {
        let (line, offset) = self.here();
        let what = format!(
            "\"{}\" stands where it may not",
            char::from(byte).escape_default()
        );
        self.place = Place::Finished;
        Part::Broken { line, offset, what }
    }

    fn record(&mut self) -> io::Result<Part> {
        let (line, offset) = self.here();
        Ok(match self.value(MAX_RECORD_BYTES)? {
            Value::Held(length) => {
                self.pending = length;
                Part::Record {
                    line,
                    offset,
                    length,
                }
            }
            Value::PassedOver => Part::TooLong { line, offset },
            Value::CutOff => Part::CutOff,
        })
    }

    /// Reads a key; enters the value if it is the list of records.
    fn member(&mut self) -> io::Result<Option<Part>> {
        let Value::Held(length) = self.value(MAX_MEMBER_BYTES)? else {
            self.place = Place::Finished;
            let (line, offset) = self.here();
            return Ok(Some(Part::Broken {
                line,
                offset,
                what: "a key is longer than 64 KiB or cut off".to_owned(),
            }));
        };
        let key: String = serde_json::from_slice(self.bytes(length)).unwrap_or_default();
        self.advance(length);
        match self.skip_blanks()? {
            None => return Ok(Some(Part::CutOff)),
            Some(b':') => self.advance(1),
            Some(byte) => return Ok(Some(self.broken(byte))),
        }
        let Some(byte) = self.skip_blanks()? else {
            return Ok(Some(Part::CutOff));
        };
        if byte == b'[' && !self.found_list && LISTS.contains(&key.as_str()) {
            self.advance(1);
            self.found_list = true;
            self.place = Place::List { nested: true };
            return Ok(None);
        }
        if self.keys.len() < 64 {
            self.keys.push(key.clone());
        }
        Ok(match self.value(MAX_MEMBER_BYTES)? {
            Value::Held(length) => {
                self.pending = length;
                Some(Part::Member {
                    key,
                    value: self.bytes(length).to_vec(),
                })
            }
            Value::PassedOver => None,
            Value::CutOff => Some(Part::CutOff),
        })
    }

    /// Finds the end of the value at the start of the window. If it is longer than `limit`, [`Splitter::pass_over`]
    /// skips the rest.
    fn value(&mut self, limit: usize) -> io::Result<Value> {
        let mut scan = Scan::default();
        let mut scanned = 0;
        loop {
            let bytes = self.window.bytes().get(scanned..).unwrap_or_default();
            if let Some(end) = scan.feed(bytes) {
                let length = scanned + end;
                if length <= limit {
                    return Ok(Value::Held(length));
                }
                self.advance(length);
                return Ok(Value::PassedOver);
            }
            scanned += bytes.len();
            if scanned > limit {
                self.advance(scanned);
                self.unfinished = Some(scan);
                return Ok(Value::PassedOver);
            }
            if !self.window.fill()? {
                return Ok(Value::CutOff);
            }
        }
    }

    /// Skips the rest of an oversized value; `false` if the stream ends before it does.
    fn pass_over(&mut self) -> io::Result<bool> {
        while let Some(mut scan) = self.unfinished.take() {
            let bytes = self.window.bytes();
            let length = bytes.len();
            if let Some(end) = scan.feed(bytes) {
                self.advance(end);
                return Ok(true);
            }
            self.advance(length);
            self.unfinished = Some(scan);
            if !self.window.fill()? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn skip_blanks(&mut self) -> io::Result<Option<u8>> {
        loop {
            let bytes = self.window.bytes();
            let blanks = bytes
                .iter()
                .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
                .count();
            let next = bytes.get(blanks).copied();
            self.advance(blanks);
            if next.is_some() || !self.window.fill()? {
                return Ok(next);
            }
        }
    }

    fn advance(&mut self, length: usize) {
        let bytes = self.window.bytes().get(..length).unwrap_or_default();
        self.line += memchr::memchr_iter(b'\n', bytes).count() as u64;
        self.window.consume(length);
    }
}

enum Value {
    Held(usize),
    PassedOver,
    CutOff,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str, step: usize) -> Vec<String> {
        let source = Box::new(io::Cursor::new(text.as_bytes().to_vec()));
        let mut splitter = Splitter::new(Window::with_step(source, step));
        let mut all = Vec::new();
        loop {
            let part = splitter.next().expect("in memory");
            let last = matches!(part, Part::End | Part::CutOff | Part::Broken { .. });
            all.push(match part {
                Part::Record {
                    line,
                    offset,
                    length,
                } => {
                    format!(
                        "{line}@{offset} {}",
                        String::from_utf8_lossy(splitter.bytes(length))
                    )
                }
                Part::Member { key, value } => format!("{key}={}", String::from_utf8_lossy(&value)),
                other => format!("{other:?}"),
            });
            if last {
                return all;
            }
        }
    }

    #[test]
    fn same_parts_at_every_window_size() {
        let text = "{\n \"type\": \"FeatureCollection\", \"bbox\": [1, 2],\n \"features\": [\n  {\"a\": \"]}\\\"\"},\n  {\"b\": {}}, 7\n ],\n \"remark\": \"late\"}\n";
        let expected = parts(text, 4096);
        assert_eq!(
            expected,
            [
                "type=\"FeatureCollection\"",
                "bbox=[1, 2]",
                "4@65 {\"a\": \"]}\\\"\"}",
                "5@82 {\"b\": {}}",
                "5@93 7",
                "remark=\"late\"",
                "End"
            ]
        );
        for step in 16..text.len() {
            assert_eq!(parts(text, step), expected, "window of {step}");
        }
    }

    #[test]
    fn other_shapes() {
        assert_eq!(
            parts("[{\"a\":1},{\"b\":2}]", 64),
            ["1@1 {\"a\":1}", "1@9 {\"b\":2}", "End"]
        );
        assert_eq!(parts("[]", 64), ["End"]);
        assert_eq!(parts("{\"features\":[]}", 64), ["End"]);
    }

    #[test]
    fn damage() {
        assert_eq!(parts("[{\"a\":1},{\"b\":", 64), ["1@1 {\"a\":1}", "CutOff"]);
        assert_eq!(
            parts("{\"features\":[{\"a\":1}", 64),
            ["1@13 {\"a\":1}", "CutOff"]
        );
        assert!(
            parts("[1}", 64)
                .last()
                .is_some_and(|last| last.starts_with("Broken"))
        );
        assert!(
            parts("name,city", 64)
                .last()
                .is_some_and(|last| last.starts_with("Broken"))
        );
    }
}
