//! The thread that reads a file and classifies its records, ahead of writing.

use std::sync::atomic::{AtomicBool, Ordering};

use chrono::{DateTime, TimeDelta, Utc};
use gazetteer::{Gazetteer, State};
use place_files::{Item, Note, PlaceFile, PlaceRecord, Position, SourceKind};
use tokio::sync::mpsc;

use super::{choices::ListTown, identity::Identity, import_result::ImportResult};
use crate::catalog::admission::{
    Candidate, Classifier, contact, origins::moment, typed_fields::is_zip,
};

/// Characters of a text that a report quotes.
const SHOWN: usize = 60;
/// Records per batch: a batch's transaction takes far less than two seconds.
pub(super) const BATCH: usize = 1000;

/// A classified record.
pub(super) struct Classified {
    pub(super) position: Position,
    pub(super) name: String,
    /// The source of the file's records, such as `osm`; `None` if a record couldn't be read.
    pub(super) source: Option<&'static str>,
    pub(super) result: std::result::Result<Box<Candidate>, ImportResult>,
    pub(super) identity: Identity,
    /// A refused record's ID, for complete lists.
    pub(super) id: Option<String>,
    /// What it says that isn't used: coordinates, a date, a number or a formula that can't be read, a second phone number.
    pub(super) lost: Option<String>,
}

pub(super) enum Message {
    Records {
        records: Vec<Classified>,
        not_coffee: u64,
        /// Passed over because they are of another state.
        elsewhere: u64,
        bytes_read: u64,
    },
    /// The file can't be read any further.
    Failed(String),
}

/// The dates of records.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dates {
    /// The date given by the operator, for records without one.
    said: Option<DateTime<Utc>>,
    /// The file's own date, once read.
    stamp: Option<DateTime<Utc>>,
    /// A later date is a mistake, and would block all newer editions.
    latest: DateTime<Utc>,
}

impl Dates {
    pub(super) fn new(said: Option<DateTime<Utc>>, now: DateTime<Utc>) -> Self {
        Self {
            said,
            stamp: None,
            latest: now + TimeDelta::days(1),
        }
    }

    /// The date of a record. OpenStreetMap's records say when they were changed, but the file says when they were still
    /// current.
    fn of(
        &mut self,
        kind: SourceKind,
        own: Option<DateTime<Utc>>,
        stamp: Option<&str>,
    ) -> Option<DateTime<Utc>> {
        let possible = |date: &DateTime<Utc>| *date <= self.latest;
        if self.stamp.is_none() {
            self.stamp = stamp.and_then(moment).filter(possible);
        }
        let own = own.filter(possible);
        let told = match kind {
            SourceKind::Osm => self.stamp.or(own),
            _ => own.or(self.stamp),
        };
        told.or(self.said)
    }
}

/// A file being imported.
#[derive(Debug)]
pub(super) struct Reader {
    pub(super) file: PlaceFile,
    pub(super) classifier: Classifier,
    pub(super) dates: Dates,
    /// Whether refused records need their IDs, too: what a list has isn't missing.
    pub(super) with_ids: bool,
    /// The town of records that don't name theirs.
    pub(super) town: Option<ListTown>,
    /// The only state whose records are read.
    pub(super) state: Option<State>,
}

impl Reader {
    /// Reads and classifies records until the file ends, the import is stopped, or the receiver is gone.
    pub(super) fn read(mut self, stop: &AtomicBool, sender: &mpsc::Sender<Message>) {
        let mut records = Vec::with_capacity(BATCH);
        let (mut not_coffee, mut elsewhere) = (0, 0);
        while !stop.load(Ordering::Relaxed) {
            let Some(item) = self.file.next() else { break };
            match item {
                Ok(Item::Place(place)) => {
                    let record = self.classified(&place);
                    if self.is_elsewhere(&place, &record) {
                        elsewhere += 1;
                    } else {
                        records.push(record);
                    }
                }
                Ok(Item::Skipped(skipped)) => not_coffee += skipped.count,
                Err(error) if error.ends_file => {
                    let _ = sender.blocking_send(Message::Records {
                        records,
                        not_coffee,
                        elsewhere,
                        bytes_read: self.file.bytes_read(),
                    });
                    let _ = sender.blocking_send(Message::Failed(error.to_string()));
                    return;
                }
                Err(error) => records.push(Classified {
                    position: error.position,
                    name: String::new(),
                    source: None,
                    result: Err(ImportResult::Rejected(error.to_string())),
                    identity: Identity::default(),
                    id: None,
                    lost: None,
                }),
            }
            if records.len() >= BATCH {
                let full = std::mem::replace(&mut records, Vec::with_capacity(BATCH));
                let message = Message::Records {
                    records: full,
                    not_coffee: std::mem::take(&mut not_coffee),
                    elsewhere: std::mem::take(&mut elsewhere),
                    bytes_read: self.file.bytes_read(),
                };
                if sender.blocking_send(message).is_err() {
                    return;
                }
            }
        }
        let _ = sender.blocking_send(Message::Records {
            records,
            not_coffee,
            elsewhere,
            bytes_read: self.file.bytes_read(),
        });
    }

    /// Whether a record isn't of the wanted state. A record that can't be placed at all isn't, either.
    fn is_elsewhere(&self, place: &PlaceRecord, record: &Classified) -> bool {
        let Some(wanted) = self.state else {
            return false;
        };
        let at_point = || {
            let (latitude, longitude) = place.latitude.zip(place.longitude)?;
            Gazetteer::get().state_at(latitude, longitude)
        };
        let state = match &record.result {
            Ok(candidate) => Some(candidate.town.state),
            Err(_) => (place.state.as_deref().and_then(State::parse)).or_else(at_point),
        };
        state != Some(wanted)
    }

    pub(super) fn classified(&mut self, place: &PlaceRecord) -> Classified {
        let in_town = self.town.as_ref().and_then(|town| town.fill(place));
        let place = in_town.as_ref().unwrap_or(place);
        let mut result = self.classifier.classify(place).map_err(ImportResult::from);
        if let Ok(candidate) = &mut result {
            let stamp = self.file.as_of();
            candidate.refreshed_at =
                self.dates
                    .of(place.source_kind, candidate.refreshed_at, stamp);
        }
        let is_candidate = result.is_ok();
        let id = if self.with_ids && !is_candidate {
            self.classifier.id_of(place)
        } else {
            None
        };
        Classified {
            position: place.position,
            name: place.name.clone().unwrap_or_default(),
            source: Some(place.source_kind.name()),
            result,
            identity: Identity::default(),
            id,
            lost: lost(place, is_candidate),
        }
    }
}

/// What a record says that isn't used. The numbers of one that is refused are no matter.
fn lost(place: &PlaceRecord, is_candidate: bool) -> Option<String> {
    let is_lost = |note: &&Note| {
        matches!(
            note,
            Note::CoordinatesUnreadable(_)
                | Note::FormulaUnread(_)
                | Note::HoursUnended(_)
                | Note::MorePhones(_)
                | Note::WebsiteUnread(_)
        )
    };
    let notes = place.notes.iter().filter(is_lost).map(ToString::to_string);
    let date = place.refreshed_at.as_deref();
    let date = date.filter(|text| moment(text).is_none());
    let date = date.map(|text| format!("the date \"{text}\" can't be read"));
    let phone = place.phone.as_deref();
    let phone = phone.filter(|text| is_candidate && contact::telephone(text).is_none());
    let phone = phone.map(|text| format!("the phone number \"{}\" can't be read", short(text)));
    let zip = place.zip.as_deref();
    let zip = zip.filter(|text| is_candidate && !is_zip(text));
    let zip = zip.map(|text| format!("the ZIP code \"{}\" can't be read", short(text)));
    let lost: Vec<String> = notes.chain(date).chain(phone).chain(zip).collect();
    (!lost.is_empty()).then(|| lost.join("; "))
}

/// A text of a record as far as a report's line quotes it.
fn short(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}
