//! A folder for files that one piece of work needs while it runs.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    data_folder::{DataFolder, make_private_folder},
    error::{Error, Result},
};

/// An empty folder for this user alone, in the data folder. It is removed when dropped, or by the next of its name.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// Makes the folder `name`, without what an earlier process that was killed left there.
    ///
    /// # Errors
    ///
    /// When it can't be made.
    pub fn make(folder: &DataFolder, name: &str) -> Result<Self> {
        let path = folder.join(name);
        let made = remove(&path).and_then(|()| make_private_folder(&path));
        made.map_err(|error| Error::Setup(format!("can't make {}: {error}", path.display())))?;
        Ok(Self(path))
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(error) = remove(&self.0) {
            tracing::warn!(%error, path = %self.0.display(), "a folder of scratch files stays; remove it");
        }
    }
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
