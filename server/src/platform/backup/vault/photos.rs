//! Photos in a vault: each is copied once, and kept as long as a kept snapshot names it.

use std::collections::BTreeSet;

use bytes::Bytes;

use super::{Snapshot, Vault};
use crate::platform::{
    error::{Error, Result},
    storage::Storage,
};

const FOLDER: &str = "photos";

pub(in crate::platform::backup) fn name_of(key: &str) -> String {
    format!("{FOLDER}/{key}")
}

impl Vault {
    /// Copies the photos that the vault doesn't have yet, and returns the keys of all that are in `storage`.
    pub(in crate::platform::backup) async fn copy_photos(
        &self,
        storage: &Storage,
    ) -> Result<Vec<String>> {
        let kept = self.names(FOLDER).await?;
        let mut keys = storage.keys().await?;
        keys.sort_unstable();
        let mut copied = Vec::with_capacity(keys.len());
        for key in keys {
            let name = name_of(&key);
            if !kept.contains(&name) {
                // One that was removed meanwhile isn't missed.
                let Some(photo) = storage.get(&key).await? else {
                    continue;
                };
                self.put(&name, &photo).await?;
            }
            copied.push(key);
        }
        Ok(copied)
    }

    /// Removes the photos that no snapshot names any more, and none of the keys `recorded`.
    pub(super) async fn forget_photos(
        &self,
        snapshots: &[Snapshot],
        recorded: &BTreeSet<String>,
    ) -> Result<()> {
        let in_snapshots = snapshots.iter().flat_map(|snapshot| &snapshot.photos);
        let named: BTreeSet<String> = in_snapshots
            .chain(recorded)
            .map(|key| name_of(key))
            .collect();
        for name in self.names(FOLDER).await?.difference(&named) {
            self.delete(name).await?;
        }
        Ok(())
    }

    /// Checks that no photo of the snapshot is missing, and opens `most` of them, spread over all.
    ///
    /// # Errors
    ///
    /// When one is missing or can't be opened.
    pub async fn check_photos(&self, snapshot: &Snapshot, most: usize) -> Result<()> {
        let kept = self.names(FOLDER).await?;
        for key in &snapshot.photos {
            let name = name_of(key);
            if !kept.contains(&name) {
                return Err(self.damaged(&name, "it is missing"));
            }
        }
        let step = snapshot.photos.len().div_ceil(most.max(1)).max(1);
        for key in snapshot.photos.iter().step_by(step) {
            self.photo(key).await?;
        }
        Ok(())
    }

    async fn photo(&self, key: &str) -> Result<Vec<u8>> {
        let name = name_of(key);
        let photo = self.get(&name).await?;
        photo.ok_or_else(|| self.damaged(&name, "it is missing"))
    }
}

/// What came of a backup's photos.
#[derive(Debug, Default)]
pub struct RestoredPhotos {
    /// How many were put into the storage.
    pub restored: u64,
    /// A sentence about each that the vault has no more, or can't open.
    pub lost: Vec<String>,
}

/// Puts the photos with these keys into `storage`, besides those that are there. One that is lost keeps no other from coming back.
///
/// # Errors
///
/// When the vault or storage fails.
pub async fn restore_photos(
    vault: &Vault,
    keys: &[String],
    storage: &Storage,
) -> Result<RestoredPhotos> {
    let there: BTreeSet<String> = storage.keys().await?.into_iter().collect();
    let mut photos = RestoredPhotos::default();
    // A recording may name one more than once.
    let wanted: BTreeSet<&String> = keys.iter().filter(|key| !there.contains(*key)).collect();
    for key in wanted {
        match vault.photo(key).await {
            Ok(photo) => {
                storage.put(key, Bytes::from(photo)).await?;
                photos.restored += 1;
            }
            Err(Error::Setup(problem)) => photos.lost.push(problem),
            Err(error) => return Err(error),
        }
    }
    Ok(photos)
}
