//! Storage for files too large for the database: a folder or an S3-compatible bucket. Each file is written once under
//! its own name and never changed.

mod health;
mod place;

use std::{
    fmt,
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use futures_util::TryStreamExt;
use object_store::{ObjectStore, ObjectStoreExt, path::Path};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::{
    data_folder::{self, DataFolder},
    error::{Error, Result},
    settings::Settings,
};

pub use health::{StorageHealth, StorageState};
pub(in crate::platform) use place::{Patience, Place, folder};

/// The default folder for photos, in the data folder.
const PHOTOS: &str = "photos";
/// The setting that names the place.
const SETTING: &str = "storage_url";
/// Begins the names of files that only try whether it works.
pub const CHECKS: &str = "check-";
/// Someone is waiting.
const PATIENCE: Patience = Patience {
    request: Duration::from_secs(15),
    with_retries: Duration::from_secs(20),
};
/// `Retry-After` in seconds while storage is down.
const AWAY_SECONDS: u32 = 10;

/// An installation's files. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Storage {
    files: Arc<dyn ObjectStore>,
    health: StorageHealth,
    /// The file with which this process tries it, always the same, so that what can't be removed isn't many.
    tried: Arc<OnceLock<String>>,
    /// Who is told what was stored.
    follower: Arc<Mutex<Option<UnboundedSender<String>>>>,
}

impl Storage {
    /// Opens the storage in the setting `storage_url`. A missing folder is created; a bucket is contacted only on first
    /// use.
    ///
    /// # Errors
    ///
    /// When the setting is invalid, or the folder can't be created.
    pub fn open(settings: &Settings, folder: &DataFolder) -> Result<Self> {
        match Place::parse(SETTING, settings.storage_url.reveal())? {
            // Another folder may be shared with a web server on purpose, so its mode stays as it is.
            Place::Folder(Some(path)) => Self::folder(&path, data_folder::make_private_folder),
            Place::Folder(None) => Self::folder(&folder.join(PHOTOS), data_folder::close_folder),
            Place::Bucket(bucket) => Ok(Self::of(bucket.open(PATIENCE)?)),
        }
    }

    fn folder(
        path: &std::path::Path,
        make: fn(&std::path::Path) -> std::io::Result<()>,
    ) -> Result<Self> {
        let refused = |error: &dyn std::fmt::Display| {
            Error::Setup(format!(
                "can't use the folder for photos {}: {error}. Set TOWNPERK_STORAGE_URL to a folder that this user may write to.",
                path.display()
            ))
        };
        make(path).map_err(|error| refused(&error))?;
        let files = folder(path).map_err(|error| refused(&error))?;
        Ok(Self::of(files))
    }

    fn of(files: Arc<dyn ObjectStore>) -> Self {
        Self {
            files,
            health: StorageHealth::default(),
            tried: Arc::default(),
            follower: Arc::default(),
        }
    }

    /// Whether it worked when it was last tried.
    #[must_use]
    pub fn health(&self) -> &StorageHealth {
        &self.health
    }

    /// Stores a file. When this returns, it is durable.
    ///
    /// # Errors
    ///
    /// When storage fails or is down.
    pub async fn put(&self, key: &str, bytes: Bytes) -> Result<()> {
        self.files
            .put(&path(key)?, bytes.into())
            .await
            .map_err(away)?;
        let follower = self.follower.lock();
        if let Some(follower) = &*follower.unwrap_or_else(PoisonError::into_inner) {
            // A follower that is gone needs no more keys.
            let _ = follower.send(key.to_owned());
        }
        Ok(())
    }

    /// The keys of files as they are stored from now on. The last to ask gets them.
    #[must_use]
    pub fn follow(&self) -> UnboundedReceiver<String> {
        let (sender, keys) = unbounded_channel();
        let mut follower = self.follower.lock().unwrap_or_else(PoisonError::into_inner);
        *follower = Some(sender);
        keys
    }

    /// The whole file; `None` if it doesn't exist.
    ///
    /// # Errors
    ///
    /// When storage fails or is down.
    pub async fn get(&self, key: &str) -> Result<Option<Bytes>> {
        let found = match self.files.get(&path(key)?).await {
            Ok(found) => found.bytes().await,
            Err(error) => Err(error),
        };
        match found {
            Ok(bytes) => Ok(Some(bytes)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(away(error)),
        }
    }

    /// The keys of all files, in no order.
    ///
    /// # Errors
    ///
    /// When storage fails or is down.
    pub async fn keys(&self) -> Result<Vec<String>> {
        let files = self.files.list(None);
        let keys = files.map_ok(|file| file.location.to_string());
        let mut keys: Vec<String> = keys.try_collect().await.map_err(away)?;
        keys.retain(|key| !key.starts_with(CHECKS));
        Ok(keys)
    }

    /// Stores a file, reads it and removes it, and says what failed in the storage's own words.
    ///
    /// # Errors
    ///
    /// When any of these fails, or the file comes back changed.
    pub async fn probe(&self, key: &str) -> Result<()> {
        const CONTENT: &[u8] = b"townperk check";
        let failed = |what: &str, error: &dyn fmt::Display| {
            Error::Setup(format!(
                "can't {what} a file: {error}. Check TOWNPERK_STORAGE_URL, and what its key may do"
            ))
        };
        let path = path(key)?;
        let put = self
            .files
            .put(&path, Bytes::from_static(CONTENT).into())
            .await;
        put.map_err(|error| failed("store", &error))?;
        let read = async { self.files.get(&path).await?.bytes().await };
        let read = read.await;
        let deleted = self.files.delete(&path).await;
        match read {
            Err(error) => return Err(failed("read", &error)),
            Ok(bytes) if bytes != CONTENT => {
                return Err(failed("read", &"it came back with other bytes"));
            }
            Ok(_) => {}
        }
        deleted.map_err(|error| failed("remove", &error))
    }

    /// Removes a file; one that is already gone is fine.
    ///
    /// # Errors
    ///
    /// When storage fails or is down.
    pub async fn delete(&self, key: &str) -> Result<()> {
        match self.files.delete(&path(key)?).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(away(error)),
        }
    }
}

/// Where an installation's files are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StorageLocation {
    Folder(std::path::PathBuf),
    /// Without secrets, such as `s3://my-bucket/photos`.
    Bucket(String),
}

/// The location in the setting `storage_url`, without accessing it.
///
/// # Errors
///
/// When the setting is invalid.
pub fn location(settings: &Settings, folder: &DataFolder) -> Result<StorageLocation> {
    Ok(
        match Place::parse(SETTING, settings.storage_url.reveal())? {
            Place::Folder(path) => {
                StorageLocation::Folder(path.unwrap_or_else(|| folder.join(PHOTOS)))
            }
            Place::Bucket(bucket) => StorageLocation::Bucket(bucket.to_string()),
        },
    )
}

/// Checks the setting `storage_url`.
///
/// # Errors
///
/// When it is invalid.
pub fn check(address: &str) -> Result<()> {
    Place::parse(SETTING, address).map(drop)
}

fn path(key: &str) -> Result<Path> {
    Path::parse(key).map_err(|error| Error::Internal(format!("the storage key {key}: {error}")))
}

fn away(error: object_store::Error) -> Error {
    tracing::warn!(%error, "the photo storage returned an unexpected response");
    Error::Unavailable {
        message: "We can't reach our photos right now. Please try again in a moment.".into(),
        seconds: AWAY_SECONDS,
    }
}
