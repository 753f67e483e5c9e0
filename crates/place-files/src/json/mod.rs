//! JSON: one document with a list of records, or one record on each line.

mod feature;
mod lines;
mod scan;
mod splitter;

use serde_json::Value;

use crate::error::{FileError, Problem, RecordError};
use crate::input::Window;
use crate::open::Records;
use crate::properties::Meaning;
use crate::record::{Item, Position};

pub(crate) use lines::JsonLines;

use splitter::{Part, Splitter};

/// Reads the records of one JSON document.
pub(crate) struct JsonDocument {
    splitter: Splitter,
    meaning: Meaning,
    /// The part that was read while the file was opened.
    first: Option<Part>,
    /// Members of a document without a list: it may be a single feature.
    members: serde_json::Map<String, Value>,
    as_of: Option<String>,
    record: u64,
    done: bool,
}

impl JsonDocument {
    /// Reads up to the first record.
    ///
    /// # Errors
    /// [`FileError::NoRecords`] and [`FileError::Damaged`].
    pub(crate) fn new(window: Window, meaning: Meaning) -> Result<Self, FileError> {
        let mut document = Self {
            splitter: Splitter::new(window),
            meaning,
            first: None,
            members: serde_json::Map::new(),
            as_of: None,
            record: 0,
            done: false,
        };
        loop {
            match document.splitter.next()? {
                Part::Member { key, value } => document.keep_member(key, &value),
                Part::Broken { line, what, .. } => {
                    return Err(FileError::Damaged(format!(
                        "line {line} is no JSON: {what}"
                    )));
                }
                part => {
                    let list_missing =
                        part == Part::End && document.splitter.keys_without_list().is_some();
                    if list_missing && !document.is_single() {
                        return Err(document.no_records());
                    }
                    document.first = Some(part);
                    return Ok(document);
                }
            }
        }
    }

    /// Whether the document itself is one feature.
    fn is_single(&self) -> bool {
        self.members.get("type").and_then(Value::as_str) == Some("Feature")
    }

    fn no_records(&self) -> FileError {
        if self.members.get("type").and_then(Value::as_str) == Some("Topology") {
            return FileError::Unsupported {
                kind: "TopoJSON",
                advice: "convert it to GeoJSON",
            };
        }
        let said = ["message", "error", "remark"]
            .iter()
            .find_map(|key| self.members.get(*key));
        FileError::NoRecords(match said {
            Some(said) => format!("it says {said}"),
            None => format!(
                "its members are {}",
                self.splitter
                    .keys_without_list()
                    .unwrap_or_default()
                    .join(", ")
            ),
        })
    }

    fn keep_member(&mut self, key: String, value: &[u8]) {
        let Ok(value) = serde_json::from_slice::<Value>(value) else {
            return;
        };
        match (key.as_str(), &value) {
            ("timestamp", Value::String(date)) => self.as_of = Some(date.clone()),
            ("osm3s", Value::Object(about)) => {
                self.as_of = about
                    .get("timestamp_osm_base")
                    .and_then(Value::as_str)
                    .map(str::to_owned);
            }
            _ => {}
        }
        if self.splitter.keys_without_list().is_some() {
            self.members.insert(key, value);
        }
    }

    fn here(&self) -> Position {
        let (line, offset) = self.splitter.here();
        Position {
            record: self.record + 1,
            line: Some(line),
            offset,
        }
    }

    fn last(&mut self, position: Position, problem: Problem) -> Option<Result<Item, RecordError>> {
        self.done = true;
        Some(Err(RecordError::last(position, problem)))
    }

    fn read(&mut self) -> Option<Result<Item, RecordError>> {
        loop {
            let part = match self.first.take() {
                Some(part) => part,
                None => match self.splitter.next() {
                    Ok(part) => part,
                    Err(error) => {
                        let problem = Problem::from_io(error, self.record, self.splitter.reached());
                        return self.last(self.here(), problem);
                    }
                },
            };
            match part {
                Part::Record {
                    line,
                    offset,
                    length,
                } => {
                    self.record += 1;
                    let position = Position {
                        record: self.record,
                        line: Some(line),
                        offset,
                    };
                    let read = feature::read(self.splitter.bytes(length), &self.meaning, position);
                    return Some(read.map_err(|problem| RecordError::passing(position, problem)));
                }
                Part::TooLong { line, offset } => {
                    self.record += 1;
                    let position = Position {
                        record: self.record,
                        line: Some(line),
                        offset,
                    };
                    return Some(Err(RecordError::passing(position, Problem::TooLong)));
                }
                Part::Member { key, value } if key == "remark" => {
                    let remark: String = serde_json::from_slice(&value).unwrap_or_default();
                    return self.last(self.here(), Problem::Incomplete(remark));
                }
                Part::Member { key, value } => self.keep_member(key, &value),
                Part::End => {
                    self.done = true;
                    return self.single();
                }
                Part::CutOff => {
                    let problem = Problem::CutOff {
                        records: self.record,
                        byte: self.splitter.reached(),
                    };
                    return self.last(self.here(), problem);
                }
                Part::Broken { line, offset, what } => {
                    let position = Position {
                        record: self.record + 1,
                        line: Some(line),
                        offset,
                    };
                    return self.last(position, Problem::Malformed(what));
                }
            }
        }
    }

    /// The document as one feature.
    fn single(&mut self) -> Option<Result<Item, RecordError>> {
        if self.splitter.keys_without_list().is_none() || !self.is_single() {
            return None;
        }
        let position = Position {
            record: 1,
            line: Some(1),
            offset: 0,
        };
        let text = Value::Object(std::mem::take(&mut self.members)).to_string();
        let read = feature::read(text.as_bytes(), &self.meaning, position);
        Some(read.map_err(|problem| RecordError::passing(position, problem)))
    }
}

impl Records for JsonDocument {
    fn next(&mut self) -> Option<Result<Item, RecordError>> {
        if self.done { None } else { self.read() }
    }

    fn as_of(&self) -> Option<&str> {
        self.as_of.as_deref()
    }
}
