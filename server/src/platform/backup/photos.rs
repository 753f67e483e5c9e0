//! The files of an installation besides its database.

use std::{
    fs::{self, File},
    io::{self, ErrorKind, Read, Write},
    path::{Component, Path, PathBuf},
};

use sha2::{Digest, Sha256};

use super::archive::{Writer, sync_folder_of};
use crate::platform::{
    data_folder::make_private_folder,
    error::{Error, Result},
};

/// Where an installation keeps its photos.
#[derive(Clone, Debug)]
pub enum Photos {
    Folder(PathBuf),
    /// A bucket, which has its own backups.
    Elsewhere(String),
    /// The vault has them beside the file.
    Apart,
}

/// Suffix of a photo's name until it is complete.
const UNFINISHED: &str = ".unfinished";

/// Prefix of photo names in the file.
pub(super) const PREFIX: &str = "photos/";

impl Photos {
    /// Adds all photos to `file` and returns how many. A photo that is removed meanwhile is left out.
    pub(super) fn write(&self, file: &mut Writer) -> Result<u64> {
        let Self::Folder(folder) = self else {
            return Ok(0);
        };
        let mut paths = Vec::new();
        list(folder, &mut paths).map_err(|error| unreadable(folder, &error))?;
        paths.sort();
        let mut photos = 0;
        for path in paths {
            let photo = match File::open(&path) {
                Ok(photo) => photo,
                Err(error) if error.kind() == ErrorKind::NotFound => continue,
                Err(error) => return Err(unreadable(&path, &error)),
            };
            let length = photo
                .metadata()
                .map_err(|error| unreadable(&path, &error))?
                .len();
            let name = path.strip_prefix(folder).unwrap_or(&path);
            file.put_from(&format!("{PREFIX}{}", name.display()), length, photo)?;
            photos += 1;
        }
        Ok(photos)
    }

    /// Restores one photo. Its `name` in the file starts with [`PREFIX`]. An existing photo must be identical.
    pub(super) fn restore(&self, name: &str, photo: &mut dyn Read) -> Result<()> {
        let Self::Folder(folder) = self else {
            return Err(Error::Setup(
                "the backup holds photos, and storage_url names a bucket. Set it to a folder for the restore, and copy the folder into the bucket afterwards.".to_owned(),
            ));
        };
        let name = Path::new(name.strip_prefix(PREFIX).unwrap_or(name));
        let is_plain = |part| matches!(part, Component::Normal(_));
        if !name.components().all(is_plain) || name.as_os_str().is_empty() {
            return Err(Error::Setup(format!(
                "the backup has a photo of a name that leads elsewhere: {}",
                name.display()
            )));
        }
        let path = folder.join(name);
        keep(&path, photo).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => Error::Setup(format!(
                "{} is there already and is another photo than that of the backup. Restore into an empty place.",
                path.display()
            )),
            _ => Error::Setup(format!("can't write {}: {error}", path.display())),
        })
    }
}

fn keep(path: &Path, photo: &mut dyn Read) -> io::Result<()> {
    let mut bytes = Vec::new();
    photo.read_to_end(&mut bytes)?;
    match fs::read(path) {
        Ok(known) if Sha256::digest(&known) == Sha256::digest(&bytes) => return Ok(()),
        Ok(_) => return Err(ErrorKind::AlreadyExists.into()),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    if let Some(folder) = path.parent() {
        make_private_folder(folder)?;
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(UNFINISHED);
    let unfinished = path.with_file_name(name);
    let mut file = File::create(&unfinished)?;
    file.write_all(&bytes)?;
    file.sync_all()?;
    fs::rename(&unfinished, path)?;
    sync_folder_of(path)
}

/// All files below `folder`, which may not exist.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            list(&entry.path(), files)?;
        } else if !is_unfinished(&entry.file_name().to_string_lossy()) {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// Files still being written: the storage's, with a `#` in their name, and those of a restore.
fn is_unfinished(name: &str) -> bool {
    name.contains('#') || name.ends_with(UNFINISHED)
}

fn unreadable(path: &Path, error: &io::Error) -> Error {
    Error::Setup(format!("can't read {}: {error}", path.display()))
}
