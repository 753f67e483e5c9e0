//! Excel workbooks, KML and KMZ. Each becomes text that the other readers understand: a sheet becomes CSV, placemarks become
//! GeoJSON features, one per line.

mod kml;
mod sheet;

use std::io::{self, Read};

use zip::ZipArchive;

use crate::error::FileError;
use crate::source::Source;

/// The most bytes that an archive is read into memory with.
const MAX_PACKED: u64 = 128 * 1024 * 1024;
/// The most bytes that the files of an archive unpack to: more is a ZIP bomb, or no list of shops.
pub(super) const MAX_UNPACKED: u64 = 512 * 1024 * 1024;

/// The text of a ZIP archive, by what is in it.
///
/// # Errors
/// With a [`FileError`] inside, which [`file_error`] returns.
pub(crate) fn text_of_archive(source: Source) -> io::Result<Source> {
    read_archive(source).map_err(io::Error::other)
}

/// The features of a KML document.
///
/// # Errors
/// With a [`FileError`] inside.
pub(crate) fn text_of_kml(source: Source) -> io::Result<Source> {
    let text = read_all(source, MAX_UNPACKED).map_err(io::Error::other)?;
    kml::features(&text)
        .map(in_memory)
        .map_err(io::Error::other)
}

/// The error of the file in an error of reading, if that is what it is.
pub(crate) fn file_error(error: io::Error) -> Result<FileError, io::Error> {
    error.downcast::<FileError>()
}

fn read_archive(source: Source) -> Result<Source, FileError> {
    let bytes = read_all(source, MAX_PACKED)?;
    let mut archive = ZipArchive::new(io::Cursor::new(bytes.as_slice())).map_err(damaged)?;
    let names = archive.file_names_raw();
    let names: Vec<String> = names
        .map(|name| String::from_utf8_lossy(name).to_lowercase())
        .collect();
    let ends = |end: &str| names.iter().position(|name| name.ends_with(end));
    if ends(".shp").is_some() {
        return Err(SHAPEFILE);
    }
    check_size(&mut archive)?;
    if names.iter().any(|name| name == "xl/workbook.xml") {
        return sheet::table(&bytes).map(in_memory);
    }
    let Some(index) = ends(".kml") else {
        return Err(FileError::Unsupported {
            kind: "a ZIP archive without a workbook or a map in it",
            advice: "unpack it, and choose the list",
        });
    };
    let mut text = Vec::new();
    let file = archive.by_index(index).map_err(damaged)?;
    file.take(MAX_UNPACKED)
        .read_to_end(&mut text)
        .map_err(damaged)?;
    kml::features(&text).map(in_memory)
}

/// A shapefile consists of several files, and none of them is a list by itself.
pub(crate) const SHAPEFILE: FileError = FileError::Unsupported {
    kind: "a shapefile",
    advice: "convert it to GeoJSON or CSV, for instance with QGIS",
};

/// Unpacks every file without keeping it, because the sizes that an archive states may be wrong.
fn check_size(archive: &mut ZipArchive<io::Cursor<&[u8]>>) -> Result<(), FileError> {
    let mut left = MAX_UNPACKED;
    for index in 0..archive.len() {
        let file = archive.by_index(index).map_err(damaged)?;
        let size = io::copy(&mut file.take(left + 1), &mut io::sink()).map_err(damaged)?;
        left = left.checked_sub(size).ok_or_else(|| {
            FileError::Damaged(format!(
                "it unpacks to more than {} MiB",
                MAX_UNPACKED / 1024 / 1024
            ))
        })?;
    }
    Ok(())
}

fn read_all(source: Source, most: u64) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    source.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(FileError::Damaged(format!(
            "it is larger than {} MiB",
            most / 1024 / 1024
        )));
    }
    Ok(bytes)
}

fn damaged(error: impl std::fmt::Display) -> FileError {
    FileError::Damaged(format!("it cannot be unpacked ({error})"))
}

fn in_memory(text: Vec<u8>) -> Source {
    Box::new(io::Cursor::new(text))
}
