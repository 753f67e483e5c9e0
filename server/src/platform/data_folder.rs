//! The folder that holds an installation's files, and the lock that keeps two servers out of one folder.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    path::{Path, PathBuf},
};

use super::error::{Error, Result};

/// An existing folder that this process may write to.
#[derive(Clone, Debug)]
pub struct DataFolder(PathBuf);

/// Held for as long as a server runs; the operating system lets go of it when the process ends, however it ends.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
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
    pub fn lock(&self) -> Result<FolderLock> {
        let path = self.join("server.lock");
        let in_the_way = |reason: String| {
            Error::Setup(format!(
                "can't lock the data folder: {}: {reason}",
                path.display()
            ))
        };
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(|error| in_the_way(error.to_string()))?;
        match file.try_lock() {
            Ok(()) => Ok(FolderLock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(Error::Setup(format!(
                "another Townperk server uses the data folder {}. Stop it, or set TOWNPERK_DATA_DIR to another folder.",
                self.0.display()
            ))),
            Err(TryLockError::Error(error)) => Err(in_the_way(error.to_string())),
        }
    }
}
