//! The folder that holds an installation's files, and the lock that keeps two servers out of one folder.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
};

use super::error::{Error, Result};

/// An existing folder that this process may write to.
#[derive(Clone, Debug)]
pub struct DataFolder(PathBuf);

/// Held for as long as a server runs; the operating system lets go of it when the process ends, however it ends.
#[derive(Debug)]
pub struct FileLock {
    file: File,
    path: PathBuf,
}

impl FileLock {
    /// Replaces what the file holds.
    pub(in crate::platform) fn write(&self, text: &str) -> Result<()> {
        let written = self
            .file
            .set_len(0)
            .and_then(|()| (&self.file).write_all(text.as_bytes()));
        written.map_err(|error| unlockable(&self.path, &error))
    }

    /// Lets go of it in order: whoever comes next finds an empty file.
    pub fn end(self) {
        if let Err(error) = self.file.set_len(0) {
            tracing::debug!(%error, path = %self.path.display(), "letting go of a lock");
        }
    }
}

/// Takes the lock at `path`; nothing while another process has it.
pub(in crate::platform) fn lock(path: &Path) -> Result<Option<FileLock>> {
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)
        .map_err(|error| unlockable(path, &error))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(FileLock {
            file,
            path: path.to_owned(),
        })),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(unlockable(path, &error)),
    }
}

fn unlockable(path: &Path, error: &io::Error) -> Error {
    Error::Setup(format!("can't lock {}: {error}", path.display()))
}

impl DataFolder {
    /// Opens the folder, making it when it is missing.
    pub fn open(path: &Path) -> Result<Self> {
        fs::create_dir_all(path).map_err(|error| {
            Error::Setup(format!(
                "can't make the data folder {}: {error}. Set TOWNPERK_DATA_DIR to a folder that this user may write to.",
                path.display()
            ))
        })?;
        Ok(Self(path.to_path_buf()))
    }

    /// The folder, where there is one.
    #[must_use]
    pub fn existing(path: &Path) -> Option<Self> {
        path.is_dir().then(|| Self(path.to_path_buf()))
    }

    /// The path of `name` in this folder.
    #[must_use]
    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Bytes of the disk that it lies on: those that are free for us, and all. `None` when the system does not say.
    #[must_use]
    pub fn disk(&self) -> Option<(u64, u64)> {
        let disk = rustix::fs::statvfs(&self.0).ok()?;
        let bytes = |blocks: u64| blocks.saturating_mul(disk.f_frsize);
        Some((bytes(disk.f_bavail), bytes(disk.f_blocks)))
    }

    /// Takes the folder for a server. Refused while another server holds it.
    pub fn lock(&self) -> Result<FileLock> {
        lock(&self.join("server.lock"))?.ok_or_else(|| {
            Error::Setup(format!(
                "another Townperk server uses the data folder {}. Stop it, or set TOWNPERK_DATA_DIR to another folder.",
                self.0.display()
            ))
        })
    }
}
