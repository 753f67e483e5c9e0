//! Writes a backup next to a running server, and verifies it.

use std::{io::Write, path::Path};

use chrono::{DateTime, Utc};
use flate2::{Compression, write::GzEncoder};
use sea_orm::ConnectionTrait;

use super::{
    FORMAT, Header, HeaderTable, Photos, Summary, TableCount,
    archive::Writer,
    cells::RowsDigest,
    read::verify,
    rows::{self, Row},
    schema::{self, MIGRATIONS, Table},
};
use crate::platform::{
    database::{Database, migrate},
    error::{Error, Result},
};

/// Writes everything in `database` except the tables `left_out`, and `photos`, to a new file at `path`; then verifies
/// the file as a restore would.
///
/// # Errors
///
/// When `path` already exists, the database or a photo can't be read, or the file can't be written.
pub async fn write(
    path: &Path,
    database: &Database,
    photos: &Photos,
    left_out: &[&str],
    now: DateTime<Utc>,
) -> Result<Summary> {
    // One snapshot, however long this takes.
    let snapshot = database.snapshot().await?;
    let mut tables = schema::tables(&snapshot).await?;
    if !tables.iter().any(|table| table.name == MIGRATIONS) {
        return Err(Error::Setup(
            "there is nothing to back up: the database is empty. Check TOWNPERK_DATA_DIR and TOWNPERK_DATABASE_URL.".to_owned(),
        ));
    }
    migrate::refuse_newer(&snapshot).await?;
    tables.retain(|table| table.name != MIGRATIONS && !left_out.contains(&table.name.as_str()));
    let header = Header {
        format: FORMAT,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        made_at: now,
        engine: database.engine().to_string(),
        schema: migrate::applied(&snapshot).await?,
        tables: tables.iter().map(named).collect(),
        photos_elsewhere: match photos {
            Photos::Folder(_) | Photos::Apart => None,
            Photos::Elsewhere(place) => Some(place.clone()),
        },
    };
    let mut file = Writer::create(path, &header)?;
    for table in &tables {
        let digest = write_table(&mut file, &snapshot, table).await?;
        file.note(TableCount {
            name: table.name.clone(),
            rows: digest.rows(),
            digest: digest.text(),
        });
    }
    // After the rows, so no photo that they refer to is missing.
    photos.write(&mut file)?;
    file.finish()?;
    verify(path).await
}

fn named(table: &Table) -> HeaderTable {
    HeaderTable {
        name: table.name.clone(),
        columns: table.columns.clone(),
    }
}

async fn write_table(
    file: &mut Writer,
    snapshot: &impl ConnectionTrait,
    table: &Table,
) -> Result<RowsDigest> {
    let mut digest = RowsDigest::default();
    let (mut after, mut part) = (None, 0);
    loop {
        let mut page = rows::page(snapshot, table, after.as_ref()).await?;
        if page.is_empty() {
            return Ok(digest);
        }
        part += 1;
        let packed = pack(&page).map_err(|error| Error::Internal(format!("packing: {error}")))?;
        file.put(
            &format!("tables/{}/{part:06}.jsonl.gz", table.name),
            &packed,
        )?;
        for row in &page {
            digest.add(row, &table.columns);
        }
        if !rows::has_more(table, page.len()) {
            return Ok(digest);
        }
        after = page.pop();
    }
}

/// One line per row.
fn pack(rows: &[Row]) -> std::io::Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    for row in rows {
        serde_json::to_writer(&mut packed, row)?;
        packed.write_all(b"\n")?;
    }
    packed.finish()
}
