//! Opens the files of an import.

use std::path::{Path, PathBuf};

use tokio::sync::mpsc;

use super::{
    advice::advice,
    list::{Reading, in_file},
    reader::{Dates, Reader},
    run::{ImportOptions, Importer},
};
use crate::{catalog::admission::Classifier, platform::error::Result};

/// How many batches the reader may be ahead.
const AHEAD: usize = 2;

impl Importer {
    /// Starts to read a file.
    pub(super) async fn open(&mut self, path: &Path, options: &ImportOptions) -> Result<Reading> {
        let opening = (path.to_path_buf(), options.open.clone());
        let opened = tokio::task::spawn_blocking(move || place_files::open(opening.0, &opening.1));
        let name = self.name_of(path);
        let file = opened
            .await
            .map_err(|error| in_file(name, error))?
            .map_err(|error| in_file(name, error))?;
        let bytes_total = file.total_bytes();
        self.advice = advice(&file);
        let (sender, messages) = mpsc::channel(AHEAD);
        self.known.begin_file();
        let (stop, now) = (self.stop.clone(), self.clock.now());
        let reader = Reader {
            file,
            classifier: Classifier::new(self.chains.clone(), now),
            dates: Dates::new(options.as_of, now),
            with_ids: true,
            town: options.town.clone(),
            state: options.state,
        };
        Ok(Reading {
            messages,
            bytes_total,
            thread: tokio::task::spawn_blocking(move || reader.read(&stop, &sender)),
        })
    }

    /// Calls a file by another name than its path's: a pipe is read from a copy.
    pub fn name_file(&mut self, path: &Path, name: &Path) {
        self.names.insert(path.to_owned(), name.to_owned());
    }

    /// What people call this file.
    pub(super) fn name_of<'a>(&'a self, path: &'a Path) -> &'a Path {
        self.names.get(path).map_or(path, PathBuf::as_path)
    }
}
