//! A SQLite database's file, the files next to it, and problems with them.
//!
//! Next to `townperk.sqlite` are SQLite's write-ahead log (`-wal`), the log's index (`-shm`), and our `.lock`, which
//! keeps a second server out and contains `running` until the server has shut down cleanly.

use std::{
    fmt, fs,
    io::{self, BufReader, Read},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
    str::FromStr,
};

use sea_orm::{ConnectionTrait, Statement, sqlx::sqlite::SqliteConnectOptions};

use super::{
    Database, Engine, file_marks,
    log_format::{FRAME_HEAD, HEAD, checksum, is_page_size, word},
};
use crate::platform::{
    data_folder::{self, DataFolder, FileLock},
    database_errors,
    error::{Error, Result},
    settings::Settings,
};

/// What to do about a damaged database.
pub(super) const REMEDY: &str = "Stop the server, keep a copy of the file, and restore the last backup with `townperk restore`.";

/// The content of the lock file while a server runs.
const RUNNING: &str = "running\n";

/// The path of a SQLite database.
#[derive(Clone, Debug)]
pub struct SqliteFile(PathBuf);

impl SqliteFile {
    /// The file in the settings, if they name one.
    #[must_use]
    pub fn of(settings: &Settings, folder: &DataFolder) -> Option<Self> {
        let path = match settings.database_url.reveal() {
            "" => folder.join("townperk.sqlite"),
            address if address.starts_with("sqlite:") => SqliteConnectOptions::from_str(address)
                .ok()?
                .get_filename()
                .to_owned(),
            _ => return None,
        };
        // Resolves links, so every way to reach the file gives the same path.
        let path = match (path.parent(), path.file_name()) {
            (Some(folder), Some(name)) => folder
                .canonicalize()
                .map_or(path.clone(), |folder| folder.join(name)),
            _ => path,
        };
        Some(Self(path.canonicalize().unwrap_or(path)))
    }

    /// Its path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Whether there is no such file, or nothing was ever written to it. SQLite creates it when it is opened.
    #[must_use]
    pub fn is_absent(&self) -> bool {
        fs::metadata(&self.0).map_or(true, |data| data.len() == 0) && !self.beside("-wal").exists()
    }

    /// The file and the ones next to it.
    #[must_use]
    pub fn files(&self) -> Vec<PathBuf> {
        let others = ["-wal", "-shm"].map(|ending| self.beside(ending));
        std::iter::once(self.0.clone()).chain(others).collect()
    }

    /// Creates an empty file for this user only, if there is none; SQLite creates the files next to it with the same
    /// mode. Errors are reported when the database is opened.
    pub(super) fn prepare(&self) {
        if let Err(error) = data_folder::private_file().create_new(true).open(&self.0)
            && error.kind() != io::ErrorKind::AlreadyExists
        {
            tracing::debug!(%error, path = %self.0.display(), "making a database file");
        }
    }

    /// Its write-ahead log.
    pub(super) fn log(&self) -> PathBuf {
        self.beside("-wal")
    }

    /// The log's index.
    pub(super) fn index(&self) -> PathBuf {
        self.beside("-shm")
    }

    fn beside(&self, ending: &str) -> PathBuf {
        let mut path = self.0.clone().into_os_string();
        path.push(ending);
        path.into()
    }

    /// Locks the database for a server.
    ///
    /// # Errors
    ///
    /// When another server holds the lock, from whichever data folder.
    pub fn lock(&self) -> Result<FileLock> {
        let unopened = |error| {
            Error::Setup(format!(
                "can't open the database: {error}. Check TOWNPERK_DATABASE_URL."
            ))
        };
        let lock = data_folder::lock(&self.beside(".lock")).map_err(unopened)?;
        let lock = lock.ok_or_else(|| {
            Error::Setup(format!(
                "another Townperk server uses the database {}. Stop it, or set TOWNPERK_DATABASE_URL to another file.",
                self.0.display()
            ))
        })?;
        lock.write("")?;
        Ok(lock)
    }

    /// Records in `lock` that a server has the file open, until [`FileLock::end`].
    ///
    /// # Errors
    ///
    /// When the lock file can't be written.
    pub fn note_running(lock: &FileLock) -> Result<()> {
        lock.write(RUNNING)
    }

    /// Problems with the files next to the database, in sentences for the operator. SQLite silently continues without
    /// the lost writes, so this is checked before opening the file.
    #[must_use]
    pub fn losses(&self) -> Option<String> {
        if !self.0.exists() {
            return None;
        }
        let (log, lock) = (self.beside("-wal"), self.beside(".lock"));
        let was_running = fs::read_to_string(&lock).is_ok_and(|text| text == RUNNING);
        // A running server has its log, and is writing to it right now.
        let _held = data_folder::lock(&lock).ok().flatten()?;
        if was_running && !log.exists() {
            return Some(format!(
                "the last server did not end in order, and its log {} is gone: what was saved in its last moments may be missing. If a copy of the log exists, stop the server, put it beside the database again, and start.",
                log.display()
            ));
        }
        damaged_frame(&log).ok().flatten().map(|frame| {
            format!(
                "the log {} is damaged at its frame {frame}: of what was saved behind that place, all that had not been copied into the database is missing. Keep a copy of the file; a backup may have what is missing.",
                log.display()
            )
        })
    }

    /// If `error` means that the database is damaged, adds the file's name and what to do.
    #[must_use]
    pub fn explain(&self, error: Error) -> Error {
        match error {
            Error::Database(error) if database_errors::is_damage(&error) => self.damaged(&error),
            other => other,
        }
    }

    /// The message for a damaged file.
    pub fn damaged(&self, finding: &dyn fmt::Display) -> Error {
        Error::Setup(format!(
            "the database file {} is damaged: {finding}. {REMEDY}",
            self.0.display()
        ))
    }

    /// Refuses a log of another database, with which this one would be damaged. To be called before the process opens the database.
    ///
    /// # Errors
    ///
    /// When it is one, or can't be read.
    pub fn refuse_foreign_log(&self) -> Result<()> {
        let (file, log) = (self.0.display(), self.log());
        match file_marks::is_of_another(&self.0, &log) {
            Ok(false) => Ok(()),
            Ok(true) => Err(Error::Setup(format!(
                "the log {} doesn't belong to the database {file}, which is an older copy or another installation's. Opening both would damage it, so nothing was changed. Put back the database that the log belongs to; or move the log away, without which this database is as it was copied, and start again.",
                log.display()
            ))),
            Err(error) => Err(Error::Setup(format!(
                "can't read the database {file} or its log {}: {error}",
                log.display()
            ))),
        }
    }

    /// The size of the write-ahead log, in bytes.
    #[must_use]
    pub fn log_bytes(&self) -> u64 {
        fs::metadata(self.log()).map_or(0, |data| data.len())
    }

    /// Records that a process other than a server opens the file. The last one to close it removes the log cleanly; a
    /// log that was already missing stays recorded.
    pub(super) fn settle(&self) {
        if self.beside("-wal").exists()
            && let Ok(Some(lock)) = data_folder::lock(&self.beside(".lock"))
        {
            lock.end();
        }
    }

    /// The database and its log, to be recognized later.
    pub(super) fn seen(&self) -> Vec<Seen> {
        [self.0.clone(), self.beside("-wal")]
            .into_iter()
            .map(Seen::at)
            .collect()
    }
}

/// A file as it was when it was opened. A path alone doesn't tell: a connection that is opened later makes a new log
/// where the old one was taken away.
pub(super) struct Seen {
    path: PathBuf,
    identity: Option<Identity>,
}

/// The number of a file on its device, and that device's.
pub(super) type Identity = (u64, u64);

impl Seen {
    fn at(path: PathBuf) -> Self {
        let identity = identity(&path);
        Self { path, identity }
    }

    /// Its path.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Whether it is gone, or another file stands in its place. A file that wasn't there yet is taken as it appears.
    pub(super) fn was_taken_away(&mut self) -> bool {
        let now = identity(&self.path);
        if self.identity.is_none() {
            self.identity = now;
        }
        now.is_none() || now != self.identity
    }
}

fn identity(path: &Path) -> Option<Identity> {
    let data = fs::metadata(path).ok()?;
    Some((data.dev(), data.ino()))
}

impl Database {
    /// Problems inside a SQLite file, found by SQLite's integrity check; PostgreSQL has its own tools.
    ///
    /// # Errors
    ///
    /// When the file can't be opened or read.
    pub async fn damage(&self) -> Result<Vec<String>> {
        if self.engine != Engine::Sqlite {
            return Ok(Vec::new());
        }
        let connection = self.reads.connection();
        let query = Statement::from_string(
            connection.get_database_backend(),
            "PRAGMA integrity_check(20)",
        );
        let mut findings = Vec::new();
        for row in connection.query_all_raw(query).await? {
            let finding: String = row.try_get("", "integrity_check")?;
            if finding != "ok" {
                findings.push(finding);
            }
        }
        Ok(findings)
    }
}

/// The number of the first damaged frame that is followed by a commit. SQLite reads up to the first invalid frame and
/// treats the rest as an interrupted write; a complete commit after it proves otherwise.
fn damaged_frame(log: &Path) -> io::Result<Option<u64>> {
    let mut log = BufReader::with_capacity(1 << 18, fs::File::open(log)?);
    let mut head = [0; HEAD];
    if log.read_exact(&mut head).is_err() {
        return Ok(None);
    }
    let magic = word(&head, 0);
    let is_big_endian = match magic {
        0x377f_0682 => false,
        0x377f_0683 => true,
        _ => return Ok(Some(0)),
    };
    if !is_page_size(word(&head, 2)) {
        return Ok(Some(0));
    }
    let page = usize::try_from(word(&head, 2)).unwrap_or_default();
    let salts = [word(&head, 4), word(&head, 5)];
    let mut before = (word(&head, 6), word(&head, 7));
    let mut frame = vec![0; FRAME_HEAD + page];
    let (mut number, mut damaged) = (0, None);
    while log.read_exact(&mut frame).is_ok() {
        number += 1;
        let (head, data) = frame.split_at(FRAME_HEAD);
        let noted = (word(head, 4), word(head, 5));
        let found = checksum(before, head.get(..8).unwrap_or_default(), is_big_endian);
        let is_whole = checksum(found, data, is_big_endian) == noted
            && [word(head, 2), word(head, 3)] == salts;
        match damaged {
            None if !is_whole => damaged = Some(number),
            Some(_) if is_whole && word(head, 1) > 0 => return Ok(damaged),
            _ => {}
        }
        before = noted;
    }
    Ok(None)
}
