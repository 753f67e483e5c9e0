//! OpenStreetMap's PBF format, read in several passes to save memory.
//!
//! The first pass counts all elements and records for each block whether it may contain a coffee place and its ID
//! ranges. The following passes read only the blocks they need: ways that are members of coffee relations, nodes of
//! coffee ways, and finally the places in file order.

mod blobs;
mod block;
mod element;
mod placing;
mod rings;
mod wire;

use std::collections::{HashMap, VecDeque};
use std::fs::File;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::{FileError, Problem, RecordError};
use crate::record::{Item, Position, SkipReason, Skipped};
use crate::records::Records;

use blobs::{Blobs, Frame, Step};
use block::Block;
use element::Summary;
use placing::{place, want};
use wire::{Damage, Fields};

/// Maximum number of coffee ways' nodes in memory: about 200 MB; all cafes in the world need a tenth.
const MAX_WANTED: usize = 4_000_000;

/// What the survey recorded about a block.
#[derive(Debug)]
struct Surveyed {
    frame: Frame,
    summary: Summary,
    /// Number of elements in the file before this block.
    before: u64,
    telling: bool,
}

#[derive(Debug, Clone, Copy)]
enum Stage {
    Survey,
    /// The following passes, each with the index of the next block.
    Ways(usize),
    Nodes(usize),
    Places(usize),
    Done,
}

/// Reads the coffee places of an OpenStreetMap extract.
pub(crate) struct Pbf {
    blobs: Blobs,
    total: u64,
    progress: Arc<AtomicU64>,
    stage: Stage,
    surveyed: Vec<Surveyed>,
    elements: u64,
    wanted_ways: Vec<i64>,
    ways: HashMap<i64, Vec<i64>>,
    wanted_nodes: Vec<i64>,
    nodes: HashMap<i64, (f64, f64)>,
    ready: VecDeque<Result<Item, RecordError>>,
    /// Why the survey ended before the end of the file; reported after everything before it.
    ending: Option<RecordError>,
    as_of: Option<String>,
}

impl Pbf {
    /// Reads the file's header block. `progress` counts to twice `total`, the file's length.
    ///
    /// # Errors
    /// [`FileError::Unsupported`] for history files and unknown features, [`FileError::Damaged`].
    pub(crate) fn new(file: File, total: u64, progress: Arc<AtomicU64>) -> Result<Self, FileError> {
        let mut blobs = Blobs::new(file);
        let damaged = || FileError::Damaged("its header block cannot be read".to_owned());
        let Step::Frame(frame) = blobs.step(total)? else {
            return Err(damaged());
        };
        let header = blobs.block(frame)?.map_err(|_| damaged())?;
        let as_of = read_header(header)?;
        progress.store(0, Ordering::Relaxed);
        Ok(Self {
            blobs,
            total,
            progress,
            stage: Stage::Survey,
            surveyed: Vec::new(),
            elements: 0,
            wanted_ways: Vec::new(),
            ways: HashMap::new(),
            wanted_nodes: Vec::new(),
            nodes: HashMap::new(),
            ready: VecDeque::new(),
            ending: None,
            as_of,
        })
    }

    /// Processes one block.
    fn step(&mut self) -> io::Result<()> {
        match self.stage {
            Stage::Survey => self.survey(),
            Stage::Ways(index) => self.read_ways(index),
            Stage::Nodes(index) => self.read_nodes(index),
            Stage::Places(index) => self.read_places(index),
            Stage::Done => Ok(()),
        }
    }

    fn position(&self, offset: u64) -> Position {
        Position {
            record: self.elements + 1,
            line: None,
            offset,
        }
    }

    fn survey(&mut self) -> io::Result<()> {
        let problem = match self.blobs.step(self.total)? {
            Step::Frame(frame) => {
                self.progress
                    .store(frame.start + frame.length, Ordering::Relaxed);
                return if frame.data {
                    self.survey_block(frame)
                } else {
                    Ok(())
                };
            }
            Step::End => None,
            Step::CutOff => Some(Problem::CutOff {
                records: self.elements,
                byte: self.total,
            }),
            Step::Broken => Some(Problem::Malformed(
                "the file is damaged here, what follows cannot be found".to_owned(),
            )),
        };
        self.ending = problem.map(|problem| {
            RecordError::last(
                self.position(self.progress.load(Ordering::Relaxed)),
                problem,
            )
        });
        self.wanted_ways.sort_unstable();
        self.wanted_ways.dedup();
        self.stage = Stage::Ways(0);
        Ok(())
    }

    fn survey_block(&mut self, frame: Frame) -> io::Result<()> {
        let position = self.position(frame.offset);
        let read = self.blobs.block(frame)?.and_then(|bytes| {
            let block = Block::new(bytes)?;
            let summary = block.summary()?;
            let (mut coffee, mut nodes, mut ways) = (0, Vec::new(), Vec::new());
            if block.is_telling() {
                block.elements(&mut |element| {
                    if element.tags.is_coffee() {
                        coffee += 1;
                        want(&element, &mut nodes, &mut ways);
                    }
                })?;
            }
            Ok((summary, coffee, nodes, ways))
        });
        let Ok((summary, coffee, nodes, ways)) = read else {
            let problem = Problem::Malformed(
                "a block of the file is damaged, its elements are lost".to_owned(),
            );
            self.ready
                .push_back(Err(RecordError::passing(position, problem)));
            return Ok(());
        };
        if self.wanted_nodes.len() + nodes.len() <= MAX_WANTED {
            self.wanted_nodes.extend(nodes);
        }
        if self.wanted_ways.len() + ways.len() <= MAX_WANTED {
            self.wanted_ways.extend(ways);
        }
        self.surveyed.push(Surveyed {
            frame,
            summary,
            before: self.elements,
            telling: coffee > 0,
        });
        self.elements += summary.elements;
        let count = summary.elements - coffee.min(summary.elements);
        if count > 0 {
            self.ready.push_back(Ok(Item::Skipped(Skipped {
                reason: SkipReason::NotCoffee,
                count,
                position,
            })));
        }
        Ok(())
    }

    /// The next block from `index` on that `needed` accepts.
    fn find(
        &self,
        index: usize,
        needed: impl Fn(&Surveyed) -> bool,
    ) -> Option<(usize, Frame, u64)> {
        let blocks = self.surveyed.iter().enumerate().skip(index);
        let mut found = blocks
            .filter(|(_, block)| needed(block))
            .map(|(index, block)| (index, block.frame, block.before));
        found.next()
    }

    fn read_ways(&mut self, index: usize) -> io::Result<()> {
        let Some((index, frame, _)) =
            self.find(index, |block| block.summary.ways.touches(&self.wanted_ways))
        else {
            self.wanted_nodes.extend(self.ways.values().flatten());
            self.wanted_nodes.sort_unstable();
            self.wanted_nodes.dedup();
            self.wanted_nodes.truncate(MAX_WANTED);
            self.stage = Stage::Nodes(0);
            return Ok(());
        };
        let (wanted, ways) = (&self.wanted_ways, &mut self.ways);
        // The survey has read this block, so damage here means that the file changed meanwhile.
        let read = self.blobs.block(frame)?.and_then(|bytes| {
            Block::new(bytes)?.ways(wanted, &mut |id, nodes| {
                ways.insert(id, nodes);
            })
        });
        self.stage = Stage::Ways(index + 1);
        read.map_err(changed)
    }

    fn read_nodes(&mut self, index: usize) -> io::Result<()> {
        let Some((index, frame, _)) = self.find(index, |block| {
            block.summary.nodes.touches(&self.wanted_nodes)
        }) else {
            self.stage = Stage::Places(0);
            return Ok(());
        };
        let (wanted, nodes) = (&self.wanted_nodes, &mut self.nodes);
        let read = self.blobs.block(frame)?.and_then(|bytes| {
            Block::new(bytes)?.nodes(&mut |id, point| {
                if wanted.binary_search(&id).is_ok() {
                    nodes.insert(id, point);
                }
            })
        });
        self.progress
            .store(self.total + frame.offset / 2, Ordering::Relaxed);
        self.stage = Stage::Nodes(index + 1);
        read.map_err(changed)
    }

    fn read_places(&mut self, index: usize) -> io::Result<()> {
        let Some((index, frame, before)) = self.find(index, |block| block.telling) else {
            self.progress.store(self.total * 2, Ordering::Relaxed);
            self.ready.extend(self.ending.take().map(Err));
            self.stage = Stage::Done;
            return Ok(());
        };
        let (nodes, ways, ready) = (&self.nodes, &self.ways, &mut self.ready);
        let read = self.blobs.block(frame)?.and_then(|bytes| {
            Block::new(bytes)?.elements(&mut |element| {
                if element.tags.is_coffee() {
                    let position = Position {
                        record: before + element.index + 1,
                        line: None,
                        offset: frame.offset,
                    };
                    ready.push_back(Ok(place(&element, nodes, ways, position)));
                }
            })
        });
        self.progress.store(
            self.total + self.total / 2 + frame.offset / 2,
            Ordering::Relaxed,
        );
        self.stage = Stage::Places(index + 1);
        read.map_err(changed)
    }
}

fn changed(_: Damage) -> io::Error {
    io::Error::new(
        io::ErrorKind::InvalidData,
        "the file changed while it was read",
    )
}

/// Checks the features that the file requires; returns its data's date.
fn read_header(header: &[u8]) -> Result<Option<String>, FileError> {
    let mut as_of = None;
    for field in Fields::new(header) {
        let (number, value) =
            field.map_err(|_| FileError::Damaged("its header block cannot be read".to_owned()))?;
        match number {
            4 => match value.bytes() {
                b"OsmSchema-V0.6" | b"DenseNodes" => {}
                b"HistoricalInformation" => {
                    return Err(FileError::Unsupported {
                        kind: "an OpenStreetMap history file",
                        advice: "take the extract without history",
                    });
                }
                _ => {
                    return Err(FileError::Unsupported {
                        kind: "an OpenStreetMap file with features that are not known here",
                        advice: "write it anew with a common tool such as osmium",
                    });
                }
            },
            32 => as_of = Some(element::iso_date(value.signed())),
            _ => {}
        }
    }
    Ok(as_of)
}

impl Records for Pbf {
    fn next(&mut self) -> Option<Result<Item, RecordError>> {
        loop {
            if let Some(item) = self.ready.pop_front() {
                return Some(item);
            }
            if matches!(self.stage, Stage::Done) {
                return None;
            }
            if let Err(error) = self.step() {
                self.stage = Stage::Done;
                return Some(Err(RecordError::last(self.position(0), Problem::Io(error))));
            }
        }
    }

    fn as_of(&self) -> Option<&str> {
        self.as_of.as_deref()
    }
}
