//! A list: the file being read, and whose its records are.

use std::path::Path;

use place_files::SourceKind;
use tokio::{sync::mpsc, task::JoinHandle};

use super::reader::{Classified, Message};
use crate::{
    catalog::origin,
    platform::error::{Error, Result},
};

/// Formats with IDs chosen by the list's maker; in the others, IDs are globally unique.
pub(super) const OWN_NUMBERS: [SourceKind; 3] =
    [SourceKind::GeoJson, SourceKind::Json, SourceKind::Table];

/// A file being read in a thread of its own.
pub(super) struct Reading {
    pub(super) messages: mpsc::Receiver<Message>,
    /// `None` for a pipe.
    pub(super) bytes_total: Option<u64>,
    pub(super) thread: JoinHandle<()>,
}

impl Reading {
    /// Waits for the thread, which ends early if its messages aren't all taken.
    pub(super) async fn end(self, path: &Path) -> Result<()> {
        drop(self.messages);
        self.thread.await.map_err(|error| in_file(path, error))
    }
}

pub(super) fn in_file(path: &Path, error: impl std::fmt::Display) -> Error {
    Error::Setup(format!("{}: {error}", path.display()))
}

/// Whose a list's records are.
#[derive(Clone, Debug)]
pub(super) struct ListSource {
    pub(super) name: String,
    /// The list has no name of its own: it may add shops and fill gaps, but no shop is its own to change (D87).
    pub(super) is_nobodys: bool,
    /// The provider of the records, if the operator gave the list another name.
    pub(super) provider: Option<&'static str>,
    /// The records' IDs are globally unique.
    pub(super) ids_are_sure: bool,
}

impl ListSource {
    pub(super) fn of(records: &[Classified], named: Option<&str>) -> Self {
        let found = records.iter().find_map(|record| record.source);
        let has_own_numbers = |found: &str| OWN_NUMBERS.iter().any(|kind| kind.name() == found);
        let name = named.or(found).unwrap_or_default();
        let is_nobodys = named.is_none() && found.is_none_or(has_own_numbers);
        Self {
            is_nobodys,
            provider: found.filter(|found| *found != name && origin::is_provider(found)),
            // The ID of a record in a nameless list is made of its content.
            ids_are_sure: is_nobodys || found.is_some_and(|found| !has_own_numbers(found)),
            name: name.to_owned(),
        }
    }
}
