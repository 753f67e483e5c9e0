//! JSON: one document with a list of records, or one record per line.

mod feature;
mod lines;
mod scan;
mod splitter;
mod unplaced;

use std::collections::VecDeque;

use serde_json::Value;

use crate::error::{FileError, Problem, RecordError};
use crate::format::Schema;
use crate::input::Window;
use crate::properties::Meaning;
use crate::record::{Item, Position};
use crate::records::Records;

pub(crate) use lines::JsonLines;

use splitter::{Part, Splitter};
use unplaced::Unplaced;

/// Opens the same file again.
pub(crate) type Reopen = Box<dyn Fn() -> Result<Window, FileError> + Send>;

/// Reads the records of one JSON document.
pub(crate) struct JsonDocument {
    splitter: Splitter,
    meaning: Meaning,
    /// The first part, read while opening the file.
    first: Option<Part>,
    /// Members of a document without a list, which may be a single feature.
    members: serde_json::Map<String, Value>,
    as_of: Option<String>,
    record: u64,
    unplaced: Unplaced,
    reopen: Option<Reopen>,
    /// Items to return after all records were read.
    ending: VecDeque<Result<Item, RecordError>>,
    done: bool,
}

impl JsonDocument {
    /// Reads up to the first record.
    ///
    /// # Errors
    /// [`FileError::NoRecords`] and [`FileError::Damaged`].
    pub(crate) fn new(
        window: Window,
        meaning: Meaning,
        reopen: Option<Reopen>,
    ) -> Result<Self, FileError> {
        let mut document = Self {
            splitter: Splitter::new(window),
            meaning,
            first: None,
            members: serde_json::Map::new(),
            as_of: None,
            record: 0,
            unplaced: Unplaced::default(),
            reopen,
            ending: VecDeque::new(),
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

    /// Ends the file: returns the places that waited for coordinates, then the problem.
    fn end(&mut self, problem: Option<(Position, Problem)>) -> Option<Result<Item, RecordError>> {
        self.done = true;
        let mut unplaced = std::mem::take(&mut self.unplaced);
        if !unplaced.is_complete()
            && let Some(reopen) = &self.reopen
            && let Ok(window) = reopen()
        {
            look_for_nodes(window, &mut unplaced);
        }
        self.ending.extend(unplaced.finish().map(Ok));
        self.ending
            .extend(problem.map(|(position, problem)| Err(RecordError::last(position, problem))));
        self.ending.pop_front()
    }

    fn read(&mut self) -> Option<Result<Item, RecordError>> {
        loop {
            let part = match self.first.take() {
                Some(part) => part,
                None => match self.splitter.next() {
                    Ok(part) => part,
                    Err(error) => {
                        let problem = Problem::from_io(error, self.record, self.splitter.reached());
                        return self.end(Some((self.here(), problem)));
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
                    if let Some(item) = self.record(length, position) {
                        return Some(item);
                    }
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
                    return self.end(Some((self.here(), Problem::Incomplete(remark))));
                }
                Part::Member { key, value } => self.keep_member(key, &value),
                Part::End => {
                    let single = self.single();
                    self.ending.extend(single);
                    return self.end(None);
                }
                Part::CutOff => {
                    let problem = Problem::CutOff {
                        records: self.record,
                        byte: self.splitter.reached(),
                    };
                    return self.end(Some((self.here(), problem)));
                }
                Part::Broken { line, offset, what } => {
                    let position = Position {
                        record: self.record + 1,
                        line: Some(line),
                        offset,
                    };
                    return self.end(Some((position, Problem::Malformed(what))));
                }
            }
        }
    }

    /// Reads a record; `None` if it has to wait for its coordinates.
    fn record(&mut self, length: usize, position: Position) -> Option<Result<Item, RecordError>> {
        let bytes = self.splitter.bytes(length);
        let read = feature::read(bytes, &self.meaning, position);
        let osm = self.meaning.schema == Schema::Osm;
        match read {
            Ok(Item::Place(place)) if osm && place.latitude.is_none() => {
                match feature::way_nodes(bytes) {
                    Some(nodes) => self
                        .unplaced
                        .keep(*place, nodes)
                        .map(|place| Ok(Item::Place(Box::new(place)))),
                    None => Some(Ok(Item::Place(place))),
                }
            }
            Ok(item) => {
                if osm
                    && !self.unplaced.is_empty()
                    && let Some((node, point)) = feature::node_point(bytes)
                {
                    self.unplaced.offer(node, point);
                }
                Some(Ok(item))
            }
            Err(problem) => Some(Err(RecordError::passing(position, problem))),
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
        if self.done {
            self.ending.pop_front()
        } else {
            self.read()
        }
    }

    fn as_of(&self) -> Option<&str> {
        self.as_of.as_deref()
    }
}

/// Reads the file again for nodes that came before their ways. Errors were already reported the first time.
fn look_for_nodes(window: Window, unplaced: &mut Unplaced) {
    let mut splitter = Splitter::new(window);
    while let Ok(part) = splitter.next() {
        match part {
            Part::Record { length, .. } => {
                if let Some((node, point)) = feature::node_point(splitter.bytes(length)) {
                    unplaced.offer(node, point);
                }
            }
            Part::Member { .. } | Part::TooLong { .. } => {}
            Part::End | Part::CutOff | Part::Broken { .. } => return,
        }
    }
}
