//! Continuous backup of a SQLite database: what was committed is in the vault seconds later.
//!
//! `copier.rs` takes each page that was committed, before SQLite's log that has it may be overwritten, into a spool of files on
//! this machine. `shipping.rs` sends them to the vault, so that a vault that hangs delays nobody. A recording begins with a copy of
//! the whole database, its base; a new one begins with each start of the server, each night, and after anything that broke
//! the last one. `rebuild.rs` makes a database of a recording, as it was at a moment. PostgreSQL can stream its own log.

mod archive;
mod copier;
mod rebuild;
mod segment;
mod shipping;
mod spool;

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use chrono::{DateTime, Utc};

pub use archive::write_recorded;
pub use rebuild::{Rebuilt, Recording};

use super::vault::Vault;
use crate::platform::{
    background::Background,
    clock::Clock,
    data_folder::DataFolder,
    database::{Copier, Database},
    error::{Error, Result},
    id_generator::IdGenerator,
    keys::Keys,
    settings::Settings,
    storage::Storage,
};

/// How the continuous backup is doing. Cheap to clone; without one, it says nothing.
#[derive(Clone, Debug, Default)]
pub struct ContinuousBackup(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    begins_anew: AtomicBool,
}

/// How it is doing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Whether there is one.
    pub is_on: bool,
    /// The moment of the last commits that are in the vault.
    pub shipped_until: Option<DateTime<Utc>>,
    /// When the files were begun that aren't in the vault, oldest first.
    waiting: VecDeque<DateTime<Utc>>,
    /// Since when nothing is recorded.
    interrupted_since: Option<DateTime<Utc>>,
    /// Why the vault doesn't take them.
    pub problem: Option<String>,
}

impl State {
    /// When the oldest commits that aren't in the vault were made.
    #[must_use]
    pub fn waiting_since(&self) -> Option<DateTime<Utc>> {
        let waiting = self.waiting.front().copied();
        waiting.into_iter().chain(self.interrupted_since).min()
    }
}

impl ContinuousBackup {
    /// How it is doing now.
    #[must_use]
    pub fn state(&self) -> State {
        self.lock().clone()
    }

    /// Begins a new recording at the next checkpoint.
    pub fn begin_anew(&self) {
        self.0.begins_anew.store(true, Ordering::Relaxed);
    }

    fn is_to_begin_anew(&self) -> bool {
        self.0.begins_anew.swap(false, Ordering::Relaxed)
    }

    fn note_waiting(&self, since: DateTime<Utc>) {
        self.lock().waiting.push_back(since);
    }

    fn note_begun(&self) {
        self.lock().interrupted_since = None;
    }

    fn note_interrupted(&self, at: DateTime<Utc>) {
        self.lock().interrupted_since.get_or_insert(at);
    }

    fn note_shipped(&self, until: DateTime<Utc>) {
        let mut state = self.lock();
        state.waiting.pop_front();
        state.shipped_until = Some(until);
        state.problem = None;
    }

    /// Returns whether it is the first problem since the vault last took something.
    fn note_problem(&self, error: &Error) -> bool {
        self.lock().problem.replace(error.to_string()).is_none()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts sending to the vault that the settings name, and returns what takes commits from the log. `None` without a vault, and
    /// on PostgreSQL.
    ///
    /// # Errors
    ///
    /// When a setting is invalid, or the spool's folder can't be made.
    pub fn start(
        &self,
        settings: &Settings,
        folder: &DataFolder,
        (database, storage): (&Database, &Storage),
        (clock, identifiers): (Clock, IdGenerator),
        (keys, background): (&Keys, &mut Background),
    ) -> Result<Option<Copier>> {
        let (Some(vault), Some(file)) = (Vault::of(settings)?, database.file()) else {
            return Ok(None);
        };
        self.lock().is_on = true;
        let (spool, waiting) = spool::open(folder)?;
        let recorder = copier::Recorder::of(file, spool, self.clone(), (clock, identifiers));
        let shipping = shipping::Shipping {
            vault,
            storage: storage.clone(),
            keys: keys.clone(),
            added: storage.follow(),
            waiting,
            state: self.clone(),
        };
        background.start(shipping.run(background.stopping()));
        Ok(Some(Box::new(recorder)))
    }
}
