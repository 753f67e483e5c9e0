//! `townperk backup`: everything in one file.

use std::path::PathBuf;

use chrono::{DateTime, Utc};

use super::database::{self, Right};
use crate::{
    catalog::feed,
    platform::{
        backup::{self, Photos, Summary},
        data_folder::DataFolder,
        database::Database,
        error::Result,
        marks,
        numbers::with_commas,
        settings::Settings,
        storage::{self, StorageLocation},
    },
};

/// Write every row and the photos of a folder into one file, next to a running server. The file contains addresses and
/// keys; only its owner can read it.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The file to create, such as townperk-2026-03-04.tar. It must not exist yet.
    file: PathBuf,
}

/// Runs the command and prints what is in the file.
pub(super) async fn run(arguments: Arguments, settings: Settings) -> Result<()> {
    let (folder, database, clock) = database::open(&settings, Right::Use).await?;
    let now = clock.now();
    let photos = photos_of(&settings, &folder)?;
    let summary = backup::write(&arguments.file, &database, &photos, &feed::TABLES, now).await?;
    note(&database, &summary, now).await;
    tell(&summary, summary.photos);
    say!("Written and verified: {}", arguments.file.display());
    if !settings.secret.reveal().is_empty() {
        say!(
            "Not included: TOWNPERK_SECRET. Keep a copy, or cookies and links in emails will stop working."
        );
    }
    database.close().await
}

/// Records it for the operator page. The backup is whole even if this fails.
async fn note(database: &Database, summary: &Summary, now: DateTime<Utc>) {
    let rows: u64 = summary.tables.iter().map(|table| table.rows).sum();
    let detail = format!(
        "{} rows and {} photos",
        with_commas(rows),
        with_commas(summary.photos)
    );
    let noted = database.transaction(|transaction| {
        let detail = detail.clone();
        Box::pin(async move { marks::set(transaction, marks::BACKUP, now, &detail).await })
    });
    if let Err(error) = noted.await {
        tracing::warn!(%error, "could not record this backup for the operator's page");
    }
}

/// Where photos are.
pub(super) fn photos_of(settings: &Settings, folder: &DataFolder) -> Result<Photos> {
    Ok(match storage::location(settings, folder)? {
        StorageLocation::Folder(path) => Photos::Folder(path),
        StorageLocation::Bucket(name) => Photos::Elsewhere(name),
    })
}

/// Prints a file's contents.
pub(super) fn tell(summary: &Summary, photos: u64) {
    for table in summary.tables.iter().filter(|table| table.rows > 0) {
        say!("{:>12}  {}", table.rows, table.name);
    }
    say!("{photos:>12}  photos");
    if let Some(place) = &summary.header.photos_elsewhere {
        say!("Photos are in {place}, not in this file. Back up that bucket, too.");
    }
}
