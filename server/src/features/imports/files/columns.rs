//! What an uploaded file contains, before anything is decided about it.

use std::{io::Write, path::Path};

use bytes::Bytes;
use place_files::{OpenOptions, SampledColumn};
use tempfile::NamedTempFile;

use super::entity::{Columns, ImportColumn};
use crate::platform::error::{Error, Result};

/// A format in words, and the columns of a table.
pub(super) struct Contents {
    pub(super) format: String,
    pub(super) columns: Columns,
}

/// Reads the start of a file.
///
/// # Errors
///
/// [`Error::Invalid`] if it is of no known format.
pub(super) async fn look_at(name: &str, bytes: Bytes) -> Result<Contents> {
    let name = name.to_owned();
    on_a_thread(move || {
        let file = copy(&name, &bytes)?;
        let sample = place_files::sample(file.path(), &OpenOptions::new())
            .map_err(|error| Error::invalid_field("file", sentence(&error.to_string())))?;
        Ok(Contents {
            format: sample.format.to_string(),
            columns: Columns(sample.columns.into_iter().map(ImportColumn::from).collect()),
        })
    })
    .await
}

/// A file on this machine, with its ending: it tells the format.
///
/// # Errors
///
/// When the disk is full or can't be written.
pub(super) async fn copied(name: &str, bytes: Bytes) -> Result<NamedTempFile> {
    let name = name.to_owned();
    on_a_thread(move || copy(&name, &bytes)).await
}

fn copy(name: &str, bytes: &[u8]) -> Result<NamedTempFile> {
    let ending = Path::new(name)
        .file_name()
        .and_then(|name| name.to_str())
        .and_then(|name| name.split_once('.'));
    let suffix = ending.map_or_else(String::new, |(_, ending)| format!(".{ending}"));
    let copy = || {
        let mut file = tempfile::Builder::new()
            .prefix("townperk-import-")
            .suffix(&suffix)
            .tempfile()?;
        file.write_all(bytes)?;
        file.flush()?;
        Ok(file)
    };
    copy().map_err(|error: std::io::Error| {
        Error::Internal(format!("an uploaded list can't be copied: {error}"))
    })
}

async fn on_a_thread<T: Send + 'static>(
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(Error::failed)?
}

fn sentence(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

impl From<SampledColumn> for ImportColumn {
    fn from(sampled: SampledColumn) -> Self {
        let SampledColumn { column, values } = sampled;
        Self {
            name: column.name,
            field: column.field.map(|field| field.name().to_owned()),
            looks_like: column.looks_like.map(|field| field.name().to_owned()),
            values,
        }
    }
}
