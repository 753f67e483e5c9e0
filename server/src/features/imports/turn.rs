//! An import's turn: one writes at a time, from its first file to its end.

use std::path::Path;

use super::{
    history::{self, Writing},
    import_result::Summary,
    run::Importer,
    store::reading,
};
use crate::platform::error::Result;

impl Importer {
    /// The number of this import, if it has written anything.
    #[must_use]
    pub fn number(&self) -> Option<i64> {
        self.writing.as_ref().map(Writing::number)
    }

    /// Says which other import writes now, so that this one has to wait. One whose process has died gives way within 30
    /// seconds.
    pub async fn other(&self) -> Result<Option<String>> {
        history::other(&self.database, self.clock.now()).await
    }

    /// Notes that a file is being imported, at the first one the import itself. What is there is read now: an import that
    /// this one has waited for may have added the same shops.
    pub(super) async fn begin(&mut self, path: &Path, source: Option<&str>) -> Result<()> {
        let name = self.name_of(path).file_name();
        let name = name.map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        if let Some(writing) = &mut self.writing {
            return writing.add_file(&self.database, name).await;
        }
        let run = (self.identifiers.next(), source);
        self.writing = Some(Writing::begin(&self.database, run, name, &self.clock).await?);
        self.known = reading::known(&self.database).await?;
        Ok(())
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

    /// Notes that the import has come to its end.
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
