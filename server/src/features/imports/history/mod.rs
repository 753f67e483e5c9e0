//! Each import is an act with a number (D88): what it wrote is kept for a year, and can be taken back.

mod answers;
mod counts;
pub mod entity;
mod routes;
mod store;
mod undo;

use chrono::{DateTime, Utc};
use tokio::task::JoinSet;
use utoipa::OpenApi;
use uuid::Uuid;

pub use self::{
    answers::{ImportSummary, KeptShop},
    counts::ImportCounts,
    store::Kept,
    undo::{UndoneImport, undo_import},
};
pub(super) use self::{
    routes::routes,
    store::{Adding, forget, note, refuse_ended, shops, touched},
    undo::{jobs, remove_shop},
};
use super::import_result::Summary;
use crate::platform::{clock::Clock, database::Database, error::Result, jobs::RunTable};

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
pub async fn history_of(
    database: &Database,
    (skip, most): (u64, u64),
    now: DateTime<Utc>,
) -> Result<Vec<ImportSummary>> {
    let rows = store::page(database, skip, most).await?;
    let summaries = rows.into_iter().map(|row| ImportSummary::of(row, now));
    Ok(summaries.collect())
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
    /// Whether one of the files was opened. Without, it leaves nothing behind.
    has_file: bool,
    counts: ImportCounts,
    /// Keeps the lease as long as the importer lives.
    _renewing: JoinSet<()>,
}

/// An import, and the number of its next note.
pub(super) type Written = (Uuid, i64);

impl Writing {
    /// Begins an import of files, and holds the lease from then on.
    pub(super) async fn begin(
        database: &Database,
        (id, source): (Uuid, Option<&str>),
        files: Vec<String>,
        clock: &Clock,
    ) -> Result<Self> {
        let number = store::begin(database, (id, source, &files), clock.now()).await?;
        Ok(Self {
            id,
            number,
            next: 1,
            files,
            has_file: false,
            counts: ImportCounts::default(),
            _renewing: store::lease::renewing(database, id, clock),
        })
    }

    /// Its number, once a file was opened.
    pub(super) fn number(&self) -> Option<i64> {
        self.has_file.then_some(self.number)
    }

    pub(super) fn next(&self) -> Written {
        (self.id, self.next)
    }

    pub(super) fn passed(&mut self, notes: i64) {
        self.next += notes;
    }

    /// Notes that a file is being imported.
    pub(super) async fn begin_file(&mut self, database: &Database, file: String) -> Result<()> {
        self.has_file = true;
        if self.files.contains(&file) {
            return Ok(());
        }
        self.files.push(file);
        self.renew(database).await
    }

    /// Notes what a file has brought so far, besides the files before it.
    pub(super) async fn note_progress(&self, database: &Database, so_far: &Summary) -> Result<()> {
        let mut counts = self.counts;
        counts.add(so_far);
        store::renew(database, (self.id, &self.files), counts).await
    }

    /// Whether it was asked to be undone.
    pub(super) async fn is_undone(&self, database: &Database) -> Result<bool> {
        let row = store::find(database, self.number).await?;
        Ok(row.undo_asked_at.is_some())
    }

    /// Notes what a file brought.
    pub(super) async fn add_counts(
        &mut self,
        database: &Database,
        summary: &Summary,
        missing: usize,
    ) -> Result<()> {
        self.counts.add(summary);
        self.counts.missing += missing as u64;
        self.renew(database).await
    }

    async fn renew(&self, database: &Database) -> Result<()> {
        store::renew(database, (self.id, &self.files), self.counts).await
    }

    pub(super) async fn end(&self, database: &Database, now: DateTime<Utc>) -> Result<()> {
        if self.has_file {
            store::end(database, self.id, now).await
        } else {
            store::withdraw(database, self.id).await
        }
    }

    pub(super) async fn release(&self, database: &Database) -> Result<()> {
        if self.has_file {
            store::release(database, self.id).await
        } else {
            store::withdraw(database, self.id).await
        }
    }
}

/// The import that writes now, if there is one.
pub(super) async fn other(database: &Database, now: DateTime<Utc>) -> Result<Option<String>> {
    store::lease::writing(database.reads(), now).await
}
