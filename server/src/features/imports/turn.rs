//! An import's turn: one writes at a time, from the first look at its files to its end.

use std::path::Path;

use super::{
    history::{self, Writing},
    import_result::Summary,
    run::Importer,
    store::reading,
};
use crate::platform::error::{Error, Result};

impl Importer {
    /// The number of this import, if it has written anything.
    #[must_use]
    pub fn number(&self) -> Option<i64> {
        self.writing.as_ref().and_then(Writing::number)
    }

    /// Says which other import writes now, so that this one has to wait. One whose process has died gives way within 30
    /// seconds.
    pub async fn other(&self) -> Result<Option<String>> {
        history::other(&self.database, self.clock.now()).await
    }

    /// Takes this import's turn, which it has until its end, or says which other import writes now. What is there is read in the
    /// turn: an import that this one has waited for may have added the same shops.
    pub async fn take_turn(
        &mut self,
        paths: &[impl AsRef<Path>],
        source: Option<&str>,
    ) -> Result<Option<String>> {
        if self.writing.is_some() {
            return Ok(None);
        }
        if let Some(other) = self.other().await? {
            return Ok(Some(other));
        }
        let names = paths.iter().map(|path| self.file_name(path.as_ref()));
        let names: Vec<String> = names.collect();
        let run = (self.identifiers.next(), source);
        match Writing::begin(&self.database, run, names, &self.clock).await {
            Ok(writing) => self.writing = Some(writing),
            // It was quicker.
            Err(Error::Conflict(other)) => return Ok(Some(other.into_owned())),
            Err(error) => return Err(error),
        }
        self.known = reading::known(&self.database).await?;
        Ok(None)
    }

    /// Notes that a file is being imported.
    ///
    /// # Errors
    ///
    /// [`Error::Conflict`] if it isn't this import's turn.
    pub(super) async fn begin(&mut self, path: &Path, source: Option<&str>) -> Result<()> {
        if let Some(other) = self.take_turn(&[path], source).await? {
            return Err(Error::Conflict(other.into()));
        }
        let name = self.file_name(path);
        match &mut self.writing {
            Some(writing) => writing.begin_file(&self.database, name).await,
            None => Ok(()),
        }
    }

    fn file_name(&self, path: &Path) -> String {
        let name = self.name_of(path).file_name();
        name.map_or_else(String::new, |name| name.to_string_lossy().into_owned())
    }

    /// Notes what a file has brought so far, so that an import that is cut off says how far it came.
    pub(super) async fn note_progress(&self, so_far: &Summary) -> Result<()> {
        match &self.writing {
            Some(writing) => writing.note_progress(&self.database, so_far).await,
            None => Ok(()),
        }
    }

    /// Whether somebody takes this import back, so that it writes nothing more.
    pub async fn is_undone(&self) -> Result<bool> {
        match &self.writing {
            Some(writing) => writing.is_undone(&self.database).await,
            None => Ok(false),
        }
    }

    /// Notes what a file brought.
    pub(super) async fn note_counts(&mut self, summary: &Summary, missing: usize) -> Result<()> {
        match &mut self.writing {
            Some(writing) => writing.add_counts(&self.database, summary, missing).await,
            None => Ok(()),
        }
    }

    /// Notes that the import has come to its end. One that has opened no file leaves nothing behind.
    pub async fn end(&self) -> Result<()> {
        match &self.writing {
            Some(writing) => writing.end(&self.database, self.clock.now()).await,
            None => Ok(()),
        }
    }

    /// Lets the next import begin, though this one was stopped early.
    pub async fn release(&self) -> Result<()> {
        match &self.writing {
            Some(writing) => writing.release(&self.database).await,
            None => Ok(()),
        }
    }
}
