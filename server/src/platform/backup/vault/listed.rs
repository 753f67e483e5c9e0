//! What a vault has of a kind. An index that can't be read hides nothing else.

use crate::platform::error::{Error, Result};

/// Snapshots or recordings, newest first, and which of them can't be read.
#[derive(Debug)]
pub struct Listed<T> {
    pub found: Vec<T>,
    pub unreadable: Vec<Unreadable>,
}

/// A file that was changed, or that a newer version made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Its name in the vault.
    pub file: String,
    /// A sentence.
    pub problem: String,
}

impl<T> Listed<T> {
    pub(in crate::platform::backup) fn none() -> Self {
        Self {
            found: Vec::new(),
            unreadable: Vec::new(),
        }
    }

    /// Adds what was read of `file`, if it's there.
    ///
    /// # Errors
    ///
    /// When the vault fails.
    pub(in crate::platform::backup) fn add(
        &mut self,
        file: &str,
        read: Result<Option<T>>,
    ) -> Result<()> {
        if let Some(read) = note_unreadable(&mut self.unreadable, file, read)? {
            self.found.extend(read);
        }
        Ok(())
    }

    /// What can be read.
    ///
    /// # Errors
    ///
    /// Why nothing can, though there is something: with another key, that's all of it.
    pub fn readable(self) -> Result<Vec<T>> {
        match self.unreadable.into_iter().next() {
            Some(first) if self.found.is_empty() => Err(Error::Setup(first.problem)),
            _ => Ok(self.found),
        }
    }

    /// All of it, for who tries backups.
    ///
    /// # Errors
    ///
    /// When one can't be read.
    pub fn all(self) -> Result<Vec<T>> {
        match self.unreadable.into_iter().next() {
            Some(first) => Err(Error::Setup(first.problem)),
            None => Ok(self.found),
        }
    }
}

/// What was read of `file`; `None` after noting why it can't be.
///
/// # Errors
///
/// When the vault fails.
pub(in crate::platform::backup) fn note_unreadable<T>(
    unreadable: &mut Vec<Unreadable>,
    file: &str,
    read: Result<T>,
) -> Result<Option<T>> {
    match read {
        Ok(read) => Ok(Some(read)),
        Err(Error::Setup(problem)) => {
            unreadable.push(Unreadable {
                file: file.to_owned(),
                problem,
            });
            Ok(None)
        }
        Err(error) => Err(error),
    }
}
