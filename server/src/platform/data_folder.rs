//! The folder with an installation's files, and the lock that keeps a second server out of it.

use std::{
    fs::{self, DirBuilder, File, OpenOptions, TryLockError},
    io::{self, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt},
    path::{Path, PathBuf},
};

use super::error::{Error, Result};

/// An existing folder that this process can write to.
#[derive(Clone, Debug)]
pub struct DataFolder(PathBuf);

/// Held while a server runs. The operating system releases it when the process ends, however it ends.
#[derive(Debug)]
pub struct FileLock {
    file: File,
    path: PathBuf,
}

impl FileLock {
    /// Replaces the file's content.
    pub(in crate::platform) fn write(&self, text: &str) -> Result<()> {
        let written = self
            .file
            .set_len(0)
            .and_then(|()| (&self.file).write_all(text.as_bytes()));
        written.map_err(|error| unlockable(&self.path, &error))
    }

    /// Releases it cleanly, leaving an empty file.
    pub fn end(self) {
        if let Err(error) = self.file.set_len(0) {
            tracing::debug!(%error, path = %self.path.display(), "letting go of a lock");
        }
    }
}

/// Creates a folder and its parents so that other users of the machine can't look into it, whatever the umask.
pub(in crate::platform) fn make_private_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// The same for a folder inside the data folder, which is also closed if an older version left it open.
pub(in crate::platform) fn close_folder(path: &Path) -> io::Result<()> {
    make_private_folder(path)?;
    let mode = fs::metadata(path)?.permissions().mode();
    if mode & 0o077 != 0 {
        fs::set_permissions(path, fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}

/// Options for creating files that other users of the machine can't read, whatever the umask.
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
    /// `path`, if it is exposed. A missing file isn't.
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

/// Takes the lock at `path`; `None` if another process holds it.
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
    /// Opens the folder, creating it for this user only if it doesn't exist.
    ///
    /// # Errors
    ///
    /// When it can't be created or isn't writable.
    pub fn open(path: &Path) -> Result<Self> {
        make_private_folder(path).map_err(|error| {
            Error::Setup(format!(
                "can't make the data folder {}: {error}. Set TOWNPERK_DATA_DIR to a folder that this user may write to.",
                path.display()
            ))
        })?;
        Ok(Self(path.to_path_buf()))
    }

    /// The folder as the settings name it, whether it exists or not, for looking at what is in it.
    #[must_use]
    pub fn planned(path: &Path) -> Self {
        Self(path.to_path_buf())
    }

    /// Whether the folder as the settings name it exists. Makes nothing.
    ///
    /// # Errors
    ///
    /// When a server couldn't use or make it.
    pub fn looked_for(path: &Path) -> Result<(Self, bool)> {
        let wrong = |what: &Path, reason: &dyn std::fmt::Display| {
            Error::Setup(format!(
                "can't use the data folder {}: {}: {reason}. Set TOWNPERK_DATA_DIR to a folder that this user may write to.",
                path.display(),
                what.display()
            ))
        };
        // Without a leading folder, it is in the current one.
        let mut places = path.ancestors().map(|place| match place.as_os_str() {
            empty if empty.is_empty() => Path::new("."),
            _ => place,
        });
        let place = places.find(|place| place.exists()).unwrap_or(path);
        if !place.is_dir() {
            return Err(wrong(place, &"not a folder"));
        }
        let needed = rustix::fs::Access::WRITE_OK | rustix::fs::Access::EXEC_OK;
        rustix::fs::access(place, needed).map_err(|error| wrong(place, &error))?;
        Ok((Self::planned(path), place == path))
    }

    /// The folder, if it exists.
    #[must_use]
    pub fn existing(path: &Path) -> Option<Self> {
        path.is_dir().then(|| Self(path.to_path_buf()))
    }

    /// The path of `name` in this folder.
    #[must_use]
    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// What other users of the machine can access: the folder itself, the emails in it, and the files of the
    /// `database`.
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

    /// Free and total bytes of its disk; `None` if the system doesn't say.
    #[must_use]
    pub fn disk(&self) -> Option<(u64, u64)> {
        let disk = rustix::fs::statvfs(&self.0).ok()?;
        let bytes = |blocks: u64| blocks.saturating_mul(disk.f_frsize);
        Some((bytes(disk.f_bavail), bytes(disk.f_blocks)))
    }

    /// Whether a server holds the lock. Looks without making a file.
    #[must_use]
    pub fn has_running_server(&self) -> bool {
        File::open(self.join("server.lock"))
            .is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
    }

    /// Locks the folder for a server.
    ///
    /// # Errors
    ///
    /// When another server holds the lock, or the lock file can't be written.
    pub fn lock(&self) -> Result<FileLock> {
        lock(&self.join("server.lock"))?.ok_or_else(|| {
            Error::Setup(format!(
                "another Townperk server uses the data folder {}. Stop it, or set TOWNPERK_DATA_DIR to another folder.",
                self.0.display()
            ))
        })
    }
}
