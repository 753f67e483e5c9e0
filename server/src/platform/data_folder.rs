//! The folder that holds an installation's files, and the lock that keeps two servers out of one folder.

use std::{
    fs::{self, DirBuilder, File, OpenOptions, TryLockError},
    io::{self, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt},
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

/// Makes a folder, and those above it, that other users of the machine can't look into, whatever the umask says.
pub(in crate::platform) fn make_private_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// How files are opened for writing that other users of the machine can't read, whatever the umask says.
pub(in crate::platform) fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).mode(0o600);
    options
}

/// A file or folder that other users of the machine can read or change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exposed {
    path: PathBuf,
    mode: u32,
    is_folder: bool,
}

impl Exposed {
    /// `path` if it is one. What is not there exposes nothing.
    fn at(path: &Path) -> Option<Self> {
        let data = fs::metadata(path).ok()?;
        let mode = data.permissions().mode() & 0o7777;
        (mode & 0o077 != 0).then(|| Self {
            path: path.to_owned(),
            mode,
            is_folder: data.is_dir(),
        })
    }
}

impl std::fmt::Display for Exposed {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let wanted = if self.is_folder { "700" } else { "600" };
        write!(
            formatter,
            "other users of this machine can use {path} (mode {mode:04o}): run `chmod {wanted} {path}`",
            path = self.path.display(),
            mode = self.mode,
        )
    }
}

/// Takes the lock at `path`; nothing while another process has it.
pub(in crate::platform) fn lock(path: &Path) -> Result<Option<FileLock>> {
    let file = private_file()
        .create(true)
        .truncate(false)
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
    /// Opens the folder, making it for this user alone when it is missing.
    pub fn open(path: &Path) -> Result<Self> {
        make_private_folder(path).map_err(|error| {
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

    /// What other users of the machine can use of the folder itself, the mails in it, and the files of the `database`.
    #[must_use]
    pub fn exposed(&self, database: &[PathBuf]) -> Vec<Exposed> {
        let mails = self.join("mail");
        let first_mail = fs::read_dir(&mails).into_iter().flatten().flatten();
        let first_mail = first_mail
            .map(|entry| entry.path())
            .find_map(|path| Exposed::at(&path));
        [self.0.clone(), mails]
            .iter()
            .chain(database)
            .filter_map(|path| Exposed::at(path))
            .chain(first_mail)
            .collect()
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
