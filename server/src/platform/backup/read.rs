//! Verifies or restores a backup: all of it, or nothing.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use flate2::read::GzDecoder;
use sea_orm::{ConnectionTrait, DatabaseTransaction};
use tokio::sync::mpsc;

use super::{
    Header, HeaderTable, Manifest, Photos, Summary, TableCount,
    archive::{self, damaged, newer},
    cells::RowsDigest,
    photos,
    rows::{self, Row},
    schema::{self, MIGRATIONS, Table},
};
use crate::platform::{
    database::{Database, TransactionFuture, dialect, migrate},
    error::{Error, Result},
};

/// A large directory takes minutes.
const LONGEST: Duration = Duration::from_secs(24 * 3600);

/// How many pages of rows reading may be ahead of writing.
const AHEAD: usize = 4;

/// Reads the whole file and verifies every count and hash.
///
/// # Errors
///
/// When the file can't be read, is damaged, or was written by a newer version.
pub async fn verify(path: &Path) -> Result<Summary> {
    let path = path.to_owned();
    in_thread(move || verify_now(&path)).await
}

async fn in_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| Error::Internal(format!("reading a backup: {error}")))?
}

fn verify_now(path: &Path) -> Result<Summary> {
    let mut digests: BTreeMap<String, RowsDigest> = BTreeMap::new();
    let (mut photos, mut bytes) = (0, 0);
    let (header, manifest) = archive::read(path, |header, name, content| {
        if let Some(table) = table_of(header, name) {
            let digest = digests.entry(table.name.clone()).or_default();
            return for_rows(path, content, |row| {
                digest.add(&row, &table.columns);
                Ok(())
            });
        }
        photos += u64::from(name.starts_with(photos::PREFIX));
        Ok(())
    })?;
    let counted = |table: &TableCount| {
        let digest = digests.get(&table.name).copied().unwrap_or_default();
        (digest.rows(), digest.text()) == (table.rows, table.digest.clone())
    };
    if manifest.tables.len() != header.tables.len() || !manifest.tables.iter().all(counted) {
        return Err(damaged(path, "its rows are not those that it should have"));
    }
    migrate::known(&header.schema).map_err(|_| newer(path, &header.program))?;
    for entry in &manifest.entries {
        bytes += entry.bytes;
    }
    Ok(Summary {
        header,
        tables: manifest.tables,
        photos,
        bytes,
    })
}

/// The table that an entry contains rows of.
fn table_of<'a>(header: &'a Header, entry: &str) -> Option<&'a HeaderTable> {
    let (name, _) = entry.strip_prefix("tables/")?.split_once('/')?;
    header.tables.iter().find(|table| table.name == name)
}

/// Calls `each` with the rows of an entry.
fn for_rows(
    path: &Path,
    content: &mut dyn Read,
    mut each: impl FnMut(Row) -> Result<()>,
) -> Result<()> {
    for line in BufReader::new(GzDecoder::new(content)).lines() {
        let line = line.map_err(|error| damaged(path, &error.to_string()))?;
        let row = serde_json::from_str(&line).map_err(|error| damaged(path, &error.to_string()))?;
        each(row)?;
    }
    Ok(())
}

/// Restores the file into an empty database and a place for photos. `finish` runs in the same transaction after the
/// rows; what it returns is returned, too.
pub async fn restore<T, F>(
    path: &Path,
    database: &Database,
    photos: &Photos,
    finish: F,
) -> Result<(Summary, T)>
where
    F: for<'a> Fn(&'a DatabaseTransaction) -> TransactionFuture<'a, T> + Send + Sync + 'static,
    T: Send,
{
    let summary = Arc::new(verify(path).await?);
    let snapshot = database.snapshot().await?;
    is_ready_for(&summary.header, &snapshot).await?;
    drop(snapshot);
    // Photos first, so that once the rows exist, everything does. Restoring them again after an interruption changes
    // nothing.
    let (file, place) = (path.to_owned(), photos.clone());
    in_thread(move || restore_photos(&file, &place)).await?;
    let finish = Arc::new(finish);
    let finished = database
        .transaction_within(LONGEST, |transaction| {
            let (path, summary, finish) = (path.to_owned(), summary.clone(), finish.clone());
            Box::pin(async move {
                dialect::disable_timeouts(transaction).await?;
                if !is_ready_for(&summary.header, transaction).await? {
                    migrate::up_to(transaction, summary.header.schema.len()).await?;
                }
                restore_rows(transaction, path, &summary).await?;
                compare(transaction, &summary).await?;
                migrate::up_to_date(transaction).await?;
                finish(transaction).await
            })
        })
        .await?;
    Ok((Arc::unwrap_or_clone(summary), finished))
}

/// Refuses a database with data, before anything is fetched for it.
///
/// # Errors
///
/// When a table has rows.
pub async fn expect_empty(database: &Database) -> Result<()> {
    let snapshot = database.snapshot().await?;
    let tables = schema::tables(&snapshot).await?;
    refuse_rows(&snapshot, &tables).await
}

async fn refuse_rows(connection: &impl ConnectionTrait, tables: &[Table]) -> Result<()> {
    for table in tables.iter().filter(|table| table.name != MIGRATIONS) {
        if rows::has_any(connection, table).await? {
            return Err(not_empty(&format!("{} has rows", table.name)));
        }
    }
    Ok(())
}

/// Refuses a database with data. Returns whether the tables that the backup needs already exist, empty.
async fn is_ready_for(header: &Header, connection: &impl ConnectionTrait) -> Result<bool> {
    let tables = schema::tables(connection).await?;
    if !tables.iter().any(|table| table.name == MIGRATIONS) {
        return match tables.first() {
            None => Ok(false),
            Some(table) => Err(not_empty(&format!("it has a table {}", table.name))),
        };
    }
    refuse_rows(connection, &tables).await?;
    if migrate::applied(connection).await? != header.schema {
        return Err(not_empty("it has the tables of another version"));
    }
    Ok(true)
}

fn not_empty(what: &str) -> Error {
    Error::Setup(format!(
        "the database is not empty: {what}. A backup is restored into a new one: another TOWNPERK_DATA_DIR, or TOWNPERK_DATABASE_URL with a new database."
    ))
}

fn restore_photos(path: &Path, place: &Photos) -> Result<()> {
    archive::read(path, |_, name, content| {
        if name.starts_with(photos::PREFIX) {
            place.restore(name, content)?;
        }
        Ok(())
    })?;
    Ok(())
}

/// Rows of one table, in file order.
struct Page {
    table: HeaderTable,
    rows: Vec<Row>,
}

async fn restore_rows(
    transaction: &DatabaseTransaction,
    path: PathBuf,
    summary: &Summary,
) -> Result<()> {
    let (pages, mut read) = mpsc::channel(AHEAD);
    let reading = tokio::task::spawn_blocking(move || read_pages(&path, &pages));
    while let Some(Page { table, rows }) = read.recv().await {
        rows::insert(transaction, &table.name, &table.columns, &rows).await?;
    }
    let manifest = reading
        .await
        .map_err(|error| Error::Internal(format!("reading a backup: {error}")))??;
    if manifest.tables != summary.tables {
        return Err(Error::Setup(
            "the file was changed while it was read; nothing was restored".to_owned(),
        ));
    }
    Ok(())
}

fn read_pages(path: &Path, pages: &mpsc::Sender<Page>) -> Result<Manifest> {
    let gone = |_| Error::Internal("nobody restores any more".to_owned());
    let (_, manifest) = archive::read(path, |header, name, content| {
        let Some(table) = table_of(header, name) else {
            return Ok(());
        };
        let mut rows = Vec::with_capacity(rows::PAGE);
        for_rows(path, content, |row| {
            rows.push(row);
            Ok(())
        })?;
        let page = Page {
            table: table.clone(),
            rows,
        };
        pages.blocking_send(page).map_err(gone)
    })?;
    Ok(manifest)
}

/// Reads every row back from the database.
async fn compare(transaction: &DatabaseTransaction, summary: &Summary) -> Result<()> {
    let tables = schema::tables(transaction).await?;
    let by_name: BTreeMap<&str, &Table> = tables
        .iter()
        .map(|table| (table.name.as_str(), table))
        .collect();
    for expected in &summary.tables {
        let differs = || {
            Error::Internal(format!(
                "the rows of {} are not those of the backup after they were written; nothing was restored",
                expected.name
            ))
        };
        let table = by_name.get(expected.name.as_str()).ok_or_else(differs)?;
        let mut digest = RowsDigest::default();
        let mut after = None;
        loop {
            let mut page = rows::page(transaction, table, after.as_ref()).await?;
            for row in &page {
                digest.add(row, &table.columns);
            }
            if !rows::has_more(table, page.len()) {
                break;
            }
            after = page.pop();
        }
        if (digest.rows(), digest.text()) != (expected.rows, expected.digest.clone()) {
            return Err(differs());
        }
    }
    Ok(())
}
