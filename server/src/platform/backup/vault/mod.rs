//! A vault: the folder or bucket that `backup_url` names, away from this machine's disk. All of its files are sealed.
//!
//! `snapshots/MOMENT/0001` and on are the pieces of a backup file without photos, `snapshots/MOMENT/index` describes it and is
//! written last, so a snapshot without one is unfinished. `photos/…` are the photos, each of them once: a photo's file never
//! changes. `commits/…` are recordings of what was committed (`continuous/`). `installation` names whose backups they are.

mod listed;
mod photos;
mod retention;
mod sealing;
mod snapshots;

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use bytes::Bytes;
use futures_util::TryStreamExt;
use object_store::{ObjectStore, ObjectStoreExt, path::Path};

pub(in crate::platform::backup) use listed::note_unreadable;
pub use listed::{Listed, Unreadable};
pub(in crate::platform::backup) use photos::name_of as photo_name;
pub use photos::{RestoredPhotos, restore_photos};
pub use sealing::SealingKey;
pub use snapshots::{Snapshot, SnapshotName};

use crate::platform::{
    data_folder::make_private_folder,
    error::{Error, Result},
    keys::{Keys, hexadecimal},
    settings::Settings,
    storage::{self, Patience, Place},
};

const SETTING: &str = "backup_url";
const INSTALLATION: &str = "installation";
/// Nobody waits.
const PATIENCE: Patience = Patience {
    request: Duration::from_secs(60),
    with_retries: Duration::from_secs(180),
};
/// When to try again while the vault is down.
const AWAY_SECONDS: u32 = 60;

/// An opened vault. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Vault {
    files: Arc<dyn ObjectStore>,
    key: SealingKey,
    /// For people, without secrets.
    address: String,
}

impl Vault {
    /// Opens the vault of the settings; `None` if they name none. A missing folder is created; a bucket is contacted only on
    /// first use.
    ///
    /// # Errors
    ///
    /// When a setting is invalid, or the folder can't be created.
    pub fn of(settings: &Settings) -> Result<Option<Self>> {
        let address = settings.backup_url.reveal();
        if address.is_empty() {
            return Ok(None);
        }
        let key = key_in(settings)?;
        let (files, address) = match Place::parse(SETTING, address)? {
            Place::Folder(path) => {
                let path = path.unwrap_or_default();
                let refused = |error: &dyn std::fmt::Display| {
                    Error::Setup(format!(
                        "can't use the folder for backups {}: {error}. Set backup_url to a folder that this user may write to.",
                        path.display()
                    ))
                };
                make_private_folder(&path).map_err(|error| refused(&error))?;
                let files = storage::folder(&path).map_err(|error| refused(&error))?;
                (files, path.display().to_string())
            }
            Place::Bucket(bucket) => {
                let address = bucket.to_string();
                (bucket.open(PATIENCE)?, address)
            }
        };
        Ok(Some(Self {
            files,
            key,
            address,
        }))
    }

    /// The vault of the settings.
    ///
    /// # Errors
    ///
    /// When they name none, or an invalid one.
    pub fn expect(settings: &Settings) -> Result<Self> {
        Self::of(settings)?.ok_or_else(|| {
            Error::Setup(
                "there is no vault for backups: set backup_url and backup_key (`townperk backups key` makes one)"
                    .to_owned(),
            )
        })
    }

    /// Where it is, without secrets.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Makes the vault the one of `installation` ([`installation_of`]).
    ///
    /// # Errors
    ///
    /// When it is another installation's: two in one vault would each remove the other's snapshots. When the vault fails.
    pub async fn belong_to(&self, installation: &str) -> Result<()> {
        match self.get(INSTALLATION).await? {
            None => self.put(INSTALLATION, installation.as_bytes()).await,
            Some(owner) if owner == installation.as_bytes() => Ok(()),
            Some(_) => Err(Error::Setup(format!(
                "{} has the backups of another installation. Set backup_url to a place of its own, or, if the other one is gone for good, delete the file {INSTALLATION} there",
                self.address
            ))),
        }
    }

    pub(in crate::platform::backup) async fn put(&self, name: &str, content: &[u8]) -> Result<()> {
        let sealed = self.key.seal(name, content)?;
        let path = path(name)?;
        let put = self.files.put(&path, Bytes::from(sealed).into());
        put.await.map_err(|error| self.away(&error))?;
        Ok(())
    }

    /// The content of a file; `None` if it isn't there.
    pub(in crate::platform::backup) async fn get(&self, name: &str) -> Result<Option<Vec<u8>>> {
        let found = match self.files.get(&path(name)?).await {
            Ok(found) => found.bytes().await,
            Err(error) => Err(error),
        };
        match found {
            Ok(sealed) => match self.key.open(name, &sealed) {
                Ok(content) => Ok(Some(content)),
                Err(reason) => Err(self.damaged(name, &reason.to_string())),
            },
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(self.away(&error)),
        }
    }

    pub(in crate::platform::backup) async fn delete(&self, name: &str) -> Result<()> {
        match self.files.delete(&path(name)?).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(self.away(&error)),
        }
    }

    /// The names of all files below `folder`.
    pub(in crate::platform::backup) async fn names(
        &self,
        folder: &str,
    ) -> Result<BTreeSet<String>> {
        let files = self.files.list(Some(&path(folder)?));
        let names = files.map_ok(|file| file.location.to_string());
        names.try_collect().await.map_err(|error| self.away(&error))
    }

    fn away(&self, error: &object_store::Error) -> Error {
        Error::Unavailable {
            message: format!("The vault for backups at {} fails: {error}", self.address).into(),
            seconds: AWAY_SECONDS,
        }
    }

    pub(in crate::platform::backup) fn damaged(&self, name: &str, what: &str) -> Error {
        Error::Setup(format!("{name} in {} can't be used: {what}", self.address))
    }
}

/// Identifies the installation with these keys: the same for good, also after a restore.
#[must_use]
pub fn installation_of(keys: &Keys) -> String {
    hexadecimal(&keys.keyed_hash("backups", b"installation"))
}

fn key_in(settings: &Settings) -> Result<SealingKey> {
    SealingKey::parse(settings.backup_key.reveal()).ok_or_else(|| {
        Error::Setup(
            "backup_key must be 64 hexadecimal digits: `townperk backups key` makes one. Keep a copy elsewhere; without it no backup can be read"
                .to_owned(),
        )
    })
}

/// What is wrong with the settings of the vault, by setting.
#[must_use]
pub fn check(settings: &Settings) -> Vec<(&'static str, String)> {
    let address = settings.backup_url.reveal();
    let mut found = Vec::new();
    if address.is_empty() {
        return found;
    }
    if let Err(error) = Place::parse(SETTING, address) {
        found.push((SETTING, error.to_string()));
    } else if address == settings.storage_url.reveal() {
        found.push((
            SETTING,
            "is where the photos are. Backups need a place of their own".to_owned(),
        ));
    }
    if let Err(error) = key_in(settings) {
        found.push(("backup_key", error.to_string()));
    }
    found
}

fn path(name: &str) -> Result<Path> {
    Path::parse(name).map_err(|error| Error::Internal(format!("the name {name}: {error}")))
}
