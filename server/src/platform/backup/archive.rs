//! The archive file: entries in sequence, each hashed as it is written or read.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufReader, BufWriter, Read, Write},
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

use super::{EntryHash, Header, Manifest, TableCount};
use crate::platform::{
    error::{Error, Result},
    keys::hexadecimal,
};

pub(super) const HEADER: &str = "townperk-backup.json";
pub(super) const MANIFEST: &str = "manifest.json";
pub(super) const SEAL: &str = "manifest.sha256";

/// A file being written, under a temporary name until it is complete.
pub(super) struct Writer {
    builder: tar::Builder<BufWriter<File>>,
    manifest: Manifest,
    unfinished: PathBuf,
    path: PathBuf,
}

impl Writer {
    /// Creates a file that must not exist yet.
    pub(super) fn create(path: &Path, header: &Header) -> Result<Self> {
        if path.exists() {
            return Err(Error::Setup(format!(
                "{} is there already; a backup never replaces another. Choose another name.",
                path.display()
            )));
        }
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".unfinished");
        let unfinished = path.with_file_name(name);
        let file = private_file(&unfinished).map_err(|error| unwritable(&unfinished, &error))?;
        let mut writer = Self {
            builder: tar::Builder::new(BufWriter::new(file)),
            manifest: Manifest::default(),
            unfinished,
            path: path.to_owned(),
        };
        writer.put(HEADER, &to_json(header)?)?;
        Ok(writer)
    }

    /// Adds an entry.
    pub(super) fn put(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        let length = bytes.len();
        self.put_from(name, u64::try_from(length).unwrap_or(u64::MAX), bytes)
    }

    /// Adds an entry of `length` bytes.
    pub(super) fn put_from(&mut self, name: &str, length: u64, from: impl Read) -> Result<()> {
        let mut header = tar::Header::new_gnu();
        header.set_size(length);
        header.set_mode(0o600);
        let mut from = Hashing::new(from.take(length));
        self.builder
            .append_data(&mut header, name, &mut from)
            .map_err(|error| unwritable(&self.unfinished, &error))?;
        let entry = from.finish(name.to_owned());
        if entry.bytes != length {
            return Err(Error::Setup(format!(
                "{name} became shorter while it was read; try again"
            )));
        }
        self.manifest.entries.push(entry);
        Ok(())
    }

    /// Records how many rows of a table are in the file.
    pub(super) fn note(&mut self, table: TableCount) {
        self.manifest.tables.push(table);
    }

    /// Completes the file and renames it. When this returns, it is durable.
    pub(super) fn finish(mut self) -> Result<()> {
        let manifest = to_json(&self.manifest)?;
        self.put(MANIFEST, &manifest)?;
        let seal = hexadecimal(&Sha256::digest(&manifest));
        self.put(SEAL, seal.as_bytes())?;
        let (unfinished, path) = (self.unfinished, self.path);
        let end = || -> io::Result<()> {
            let mut buffer = self.builder.into_inner()?;
            buffer.flush()?;
            buffer.get_ref().sync_all()?;
            fs::rename(&unfinished, &path)?;
            sync_folder_of(&path)
        };
        end().map_err(|error| unwritable(&path, &error))
    }
}

/// Only the owner may read it: it contains addresses and keys.
fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// A new name is durable only once its folder is synced.
pub(super) fn sync_folder_of(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => File::open(folder)?.sync_all(),
        _ => File::open(".")?.sync_all(),
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Error {
    Error::Setup(format!("can't write {}: {error}", path.display()))
}

fn to_json(value: &impl serde::Serialize) -> Result<Vec<u8>> {
    serde_json::to_vec(value).map_err(|error| Error::Internal(format!("a backup's JSON: {error}")))
}

/// The error for an unusable file.
pub(super) fn damaged(path: &Path, what: &str) -> Error {
    Error::Setup(format!(
        "{} is damaged or cut: {what}. Take another backup; nothing was restored from this one.",
        path.display()
    ))
}

/// Calls `visit` with the name and bytes of each entry between header and manifest, and checks that all are present and
/// unmodified.
pub(super) fn read(
    path: &Path,
    mut visit: impl FnMut(&Header, &str, &mut dyn Read) -> Result<()>,
) -> Result<(Header, Manifest)> {
    let file = File::open(path)
        .map_err(|error| Error::Setup(format!("can't read {}: {error}", path.display())))?;
    let foreign = || Error::Setup(format!("{} is no backup of Townperk", path.display()));
    let cut = |error: io::Error| damaged(path, &error.to_string());
    let mut archive = tar::Archive::new(BufReader::with_capacity(1 << 18, file));
    let mut entries = archive.entries().map_err(|_| foreign())?;
    let mut known = Vec::new();
    let header = match entries.next() {
        Some(Ok(entry)) if entry.path_bytes().as_ref() == HEADER.as_bytes() => {
            let bytes = whole(entry, HEADER, &mut known).map_err(cut)?;
            header_in(path, &bytes)?
        }
        _ => return Err(foreign()),
    };
    let mut manifest = None;
    for entry in entries {
        let entry = entry.map_err(cut)?;
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        match (name.as_str(), &manifest) {
            (MANIFEST, None) => {
                manifest = Some(whole(entry, MANIFEST, &mut Vec::new()).map_err(cut)?);
            }
            (SEAL, Some(manifest)) => {
                let seal = whole(entry, SEAL, &mut Vec::new()).map_err(cut)?;
                return match checked(manifest, &seal, &known) {
                    Some(manifest) => Ok((header, manifest)),
                    None => Err(damaged(path, "its hashes are those of other data")),
                };
            }
            (_, None) => {
                let mut entry = Hashing::new(entry);
                visit(&header, &name, &mut entry)?;
                // Bytes that `visit` didn't read are hashed, too.
                io::copy(&mut entry, &mut io::sink()).map_err(cut)?;
                known.push(entry.finish(name));
            }
            _ => break,
        }
    }
    Err(damaged(path, "its end is missing"))
}

/// The manifest, if it is complete and matches what was found.
fn checked(manifest: &[u8], seal: &[u8], found: &[EntryHash]) -> Option<Manifest> {
    if hexadecimal(&Sha256::digest(manifest)).as_bytes() != seal {
        return None;
    }
    let manifest: Manifest = serde_json::from_slice(manifest).ok()?;
    (manifest.entries == found).then_some(manifest)
}

fn header_in(path: &Path, bytes: &[u8]) -> Result<Header> {
    let json: serde_json::Value =
        serde_json::from_slice(bytes).map_err(|error| damaged(path, &error.to_string()))?;
    let format = json.get("format").and_then(serde_json::Value::as_u64);
    if format.is_some_and(|format| format > u64::from(super::FORMAT)) {
        let program = json.get("program").and_then(serde_json::Value::as_str);
        return Err(newer(path, program.unwrap_or("unknown")));
    }
    serde_json::from_value(json).map_err(|error| damaged(path, &error.to_string()))
}

/// The error for a file written by a newer version.
pub(super) fn newer(path: &Path, program: &str) -> Error {
    Error::Setup(format!(
        "{} was made by a newer Townperk ({program}). Restore it with that version or a later one.",
        path.display()
    ))
}

/// All bytes of an entry, recording its hash.
fn whole(entry: impl Read, name: &str, known: &mut Vec<EntryHash>) -> io::Result<Vec<u8>> {
    let mut entry = Hashing::new(entry);
    let mut bytes = Vec::new();
    entry.read_to_end(&mut bytes)?;
    known.push(entry.finish(name.to_owned()));
    Ok(bytes)
}

/// Hashes what is read through it.
struct Hashing<R> {
    inner: R,
    hash: Sha256,
    bytes: u64,
}

impl<R: Read> Hashing<R> {
    fn new(inner: R) -> Self {
        Self {
            inner,
            hash: Sha256::new(),
            bytes: 0,
        }
    }

    fn finish(self, name: String) -> EntryHash {
        EntryHash {
            name,
            bytes: self.bytes,
            sha256: hexadecimal(&self.hash.finalize()),
        }
    }
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.hash.update(buffer.get(..read).unwrap_or_default());
        self.bytes += u64::try_from(read).unwrap_or_default();
        Ok(read)
    }
}
