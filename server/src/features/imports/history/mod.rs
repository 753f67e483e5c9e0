//! Each import is an act with a number (D88): what it wrote is kept for a year, and can be taken back.

mod answers;
mod counts;
pub mod entity;
mod routes;
mod store;
mod undo;

use std::path::{Path, PathBuf};

use tokio::task::JoinSet;
use utoipa::OpenApi;
use uuid::Uuid;

pub use self::{
    answers::ImportSummary,
    counts::ImportCounts,
    store::Kept,
    undo::{UndoneImport, undo_import},
};
pub(super) use self::{
    routes::routes,
    store::{note, shops},
    undo::jobs,
};
use super::{import_result::Summary, run::Importer};
use crate::platform::{database::Database, error::Result, jobs::RunTable};

/// This part's share of the API description.
#[derive(OpenApi)]
#[openapi(paths(routes::list_imports, routes::show_import, routes::undo_import))]
pub(super) struct Api;

pub(super) const RUNS: RunTable = RunTable {
    name: "imports",
    since: "started_at",
    results: Some(("import_changes", "number")),
};

/// Imports of the last year, newest first.
///
/// # Errors
///
/// When the database fails.
pub async fn history_of(database: &Database, skip: u64, most: u64) -> Result<Vec<ImportSummary>> {
    let rows = store::page(database, skip, most).await?;
    Ok(rows.into_iter().map(ImportSummary::from).collect())
}

/// At most `most` of what stays of an undone import.
///
/// # Errors
///
/// When there is no such import, or the database fails.
pub async fn kept_of(database: &Database, number: i64, most: u64) -> Result<Vec<Kept>> {
    let row = store::find(database, number).await?;
    store::kept(database, row.id, most).await
}

/// The import in progress.
#[derive(Debug)]
pub(super) struct Writing {
    id: Uuid,
    number: i64,
    /// The number of its next note.
    next: i64,
    files: Vec<String>,
    counts: ImportCounts,
    /// Keeps the lease as long as the importer lives.
    _renewing: JoinSet<()>,
}

/// An import, and the number of its next note.
pub(super) type Written = (Uuid, i64);

impl Writing {
    pub(super) fn next(&self) -> Written {
        (self.id, self.next)
    }

    pub(super) fn passed(&mut self, notes: i64) {
        self.next += notes;
    }
}

impl Importer {
    /// Calls a file by another name than its path's: a pipe is read from a copy.
    pub fn name_file(&mut self, path: &Path, name: &Path) {
        self.names.insert(path.to_owned(), name.to_owned());
    }

    /// What people call this file.
    pub(super) fn name_of<'a>(&'a self, path: &'a Path) -> &'a Path {
        self.names.get(path).map_or(path, PathBuf::as_path)
    }

    /// The number of this import, if it has written anything.
    #[must_use]
    pub fn number(&self) -> Option<i64> {
        self.writing.as_ref().map(|writing| writing.number)
    }

    /// Says which other import writes now, so that this one has to wait. One whose process has died gives way within 30
    /// seconds.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn other(&self) -> Result<Option<String>> {
        store::lease::writing(self.database.reads(), self.clock.now()).await
    }

    /// Notes that a file is being imported, at the first one the import itself.
    pub(super) async fn begin(&mut self, path: &Path, source: Option<&str>) -> Result<()> {
        let name = self.name_of(path).file_name();
        let name = name.map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        if let Some(writing) = &mut self.writing {
            writing.files.push(name);
            return store::renew(&self.database, (writing.id, &writing.files), writing.counts)
                .await;
        }
        let id = self.identifiers.next();
        let files = vec![name];
        let number = store::begin(&self.database, (id, source, &files), self.clock.now()).await?;
        self.writing = Some(Writing {
            id,
            number,
            next: 1,
            files,
            counts: ImportCounts::default(),
            _renewing: store::lease::renewing(&self.database, id, &self.clock),
        });
        Ok(())
    }

    /// Notes what a file brought.
    pub(super) async fn note_counts(&mut self, summary: &Summary, missing: usize) -> Result<()> {
        let Some(writing) = &mut self.writing else {
            return Ok(());
        };
        writing.counts.add(summary);
        writing.counts.missing += missing as u64;
        store::renew(&self.database, (writing.id, &writing.files), writing.counts).await
    }

    /// Notes that the import has come to its end.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn end(&self) -> Result<()> {
        match &self.writing {
            Some(writing) => store::end(&self.database, writing.id, self.clock.now()).await,
            None => Ok(()),
        }
    }

    /// Lets the next import begin, though this one was stopped early.
    ///
    /// # Errors
    ///
    /// When the database fails.
    pub async fn release(&self) -> Result<()> {
        match &self.writing {
            Some(writing) => store::release(&self.database, writing.id).await,
            None => Ok(()),
        }
    }
}
