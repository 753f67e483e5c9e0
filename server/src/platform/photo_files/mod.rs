//! Photo files: converted once, stored under an unguessable name, and removed when unused. The catalog knows what a
//! photo shows and who owns it.

mod entity;
mod room;
mod store;
mod uploads;

use std::{fmt, sync::Arc};

use bytes::Bytes;
use chrono::TimeDelta;
use moka::sync::Cache;
use photo_files::{Crop, Look, Photo, PhotoError};
use sea_orm::ConnectionTrait;

use self::entity::State;
use super::{
    clock::Clock,
    cpu::CpuPool,
    database::Database,
    error::{Error, Result},
    id_generator::IdGenerator,
    keys::Keys,
    storage::Storage,
};

pub use entity::Widths;
pub use uploads::{NewUpload, UploadAddress, UploadQuery, use_upload};

/// Maximum file size in bytes (visitor.md 5).
pub const LARGEST_UPLOAD: usize = 5_242_880;

/// How long unused files are kept.
const UNUSED_KEPT: TimeDelta = TimeDelta::hours(24);
/// Maximum photos waiting to be converted: each holds up to five megabytes.
const MAX_WAITING: usize = 8;
/// Size of the memory cache, which saves asking a bucket for each page view.
const READY_BYTES: u64 = 32 << 20;
/// Photos for these purposes can be cut anew, so their originals are kept.
const CUT_ANEW: [&str; 1] = ["gallery"];
/// Length of a key: 130 random bits in an alphabet without similar-looking letters.
const KEY_LENGTH: usize = 26;
const KEY_LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// How many rows the sweep handles at a time.
const SWEPT_TOGETHER: u64 = 200;

/// Photo files. Cheap to clone.
#[derive(Clone)]
pub struct PhotoFiles(Arc<Shared>);

struct Shared {
    storage: Storage,
    database: Database,
    keys: Keys,
    clock: Clock,
    identifiers: IdGenerator,
    /// Converts photos one at a time: the largest take half a gigabyte.
    converter: CpuPool,
    ready: Cache<Arc<str>, Bytes>,
    /// The site's origin, for upload URLs.
    origin: String,
}

impl fmt::Debug for PhotoFiles {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("PhotoFiles").finish_non_exhaustive()
    }
}

/// A photo with its files in storage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPhoto {
    pub key: String,
    /// In pixels, smallest first.
    pub widths: Vec<u32>,
    /// Width of the largest file.
    pub width: u32,
    pub height: u32,
}

impl PhotoFiles {
    /// Files in `storage`, for a site at `origin`.
    ///
    /// # Errors
    ///
    /// When the converter's thread can't be started.
    pub fn open(
        storage: Storage,
        database: Database,
        (keys, origin): (Keys, String),
        clock: Clock,
        identifiers: IdGenerator,
    ) -> Result<Self> {
        let ready = Cache::builder()
            .max_capacity(READY_BYTES)
            .weigher(|_: &Arc<str>, bytes: &Bytes| u32::try_from(bytes.len()).unwrap_or(u32::MAX))
            .build();
        Ok(Self(Arc::new(Shared {
            storage,
            database,
            keys,
            clock,
            identifiers,
            converter: CpuPool::start(1, MAX_WAITING)?,
            ready,
            origin,
        })))
    }

    /// Converts a file that the server fetched itself, and keeps it for up to a day until it is [used](use_photo).
    /// `purpose` is what it may be used for.
    ///
    /// # Errors
    ///
    /// When the file isn't a usable photo, the converter is busy, or storage or the database fails.
    pub async fn store(&self, purpose: &'static str, file: Bytes) -> Result<StoredPhoto> {
        let now = self.0.clock.now();
        let key = self.new_key();
        let row = store::new_row(
            key.clone(),
            State::Storing,
            (purpose, None, None),
            (now, now + UNUSED_KEPT),
        );
        let photo = self.convert(move || photo_files::convert(&file)).await?;
        store::insert(&self.0.database, row).await?;
        self.write(key, photo).await
    }

    /// Makes another photo of a part of one, from its original. It is kept like one from [`Self::store`].
    ///
    /// # Errors
    ///
    /// When the files of `whole` are gone, the converter is busy, or storage or the database fails.
    pub async fn cut(&self, purpose: &'static str, whole: &str, crop: Crop) -> Result<StoredPhoto> {
        let now = self.0.clock.now();
        let row = store::find(self.0.database.reads(), whole).await?;
        let row = row.ok_or_else(uploads::unknown_photo)?;
        let width = row.original_width.unwrap_or(row.width);
        let width = u32::try_from(width).unwrap_or_default();
        // Large, and read once.
        let file = self.0.storage.get(&path(whole, width)).await?;
        let file = file.ok_or_else(uploads::unknown_photo)?;
        let photo = self.convert(move || photo_files::cut(&file, crop)).await?;
        let key = self.new_key();
        let row = store::new_row(
            key.clone(),
            State::Storing,
            (purpose, None, None),
            (now, now + UNUSED_KEPT),
        );
        store::insert(&self.0.database, row).await?;
        self.write(key, photo).await
    }

    /// A small JPEG file of a picture, for a model that looks at it; `None` if it isn't a usable photo.
    ///
    /// # Errors
    ///
    /// When the converter is busy.
    pub async fn preview(&self, file: Bytes) -> Result<Option<Vec<u8>>> {
        let made = self.0.converter.run(move || photo_files::preview(&file));
        Ok(made.await?.ok())
    }

    /// How good a picture is as the cover of a place; `None` if it isn't a usable photo.
    ///
    /// # Errors
    ///
    /// When the converter is busy.
    pub async fn look(&self, file: Bytes) -> Result<Option<Look>> {
        let seen = self.0.converter.run(move || photo_files::look(&file));
        Ok(seen.await?.ok())
    }

    /// One size of a photo; `None` if it doesn't exist.
    ///
    /// # Errors
    ///
    /// When storage or the database fails.
    pub async fn read(&self, key: &str, width: u32) -> Result<Option<Bytes>> {
        if !is_key(key) {
            return Ok(None);
        }
        let path = path(key, width);
        if let Some(bytes) = self.0.ready.get(path.as_str()) {
            return Ok(Some(bytes));
        }
        let found = self.0.storage.get(&path).await?;
        if let Some(bytes) = &found {
            self.0.ready.insert(path.into(), bytes.clone());
        }
        Ok(found)
    }

    /// Removes the files of a photo that nothing refers to.
    ///
    /// # Errors
    ///
    /// When storage or the database fails.
    pub async fn remove(&self, photo: &StoredPhoto) -> Result<()> {
        let row = store::find(self.0.database.reads(), &photo.key).await?;
        let original = row.and_then(|row| row.original_width);
        let original = original.and_then(|width| u32::try_from(width).ok());
        for width in photo.widths.iter().copied().chain(original) {
            let path = path(&photo.key, width);
            self.0.ready.invalidate(path.as_str());
            self.0.storage.delete(&path).await?;
        }
        store::delete(&self.0.database, &photo.key).await
    }

    /// Removes files that weren't used in time, and unused upload URLs. Returns how many.
    ///
    /// # Errors
    ///
    /// When storage or the database fails.
    pub async fn sweep(&self) -> Result<usize> {
        let now = self.0.clock.now();
        let mut removed = 0;
        loop {
            let rows = store::forgotten(&self.0.database, now, SWEPT_TOGETHER).await?;
            if rows.is_empty() {
                return Ok(removed);
            }
            for row in rows {
                if store::give_up(&self.0.database, &row.key, now).await? {
                    self.remove(&row.into()).await?;
                    removed += 1;
                }
            }
        }
    }

    /// Converts on the CPU pool.
    async fn convert<F>(&self, make: F) -> Result<Photo>
    where
        F: FnOnce() -> std::result::Result<Photo, PhotoError> + Send + 'static,
    {
        let converted = self.0.converter.run(make);
        converted.await?.map_err(|error| match error {
            PhotoError::Encoding(reason) => {
                Error::Internal(format!("a photo could not be converted: {reason}"))
            }
            refused => {
                tracing::info!(reason = ?refused, "a photo is refused");
                Error::invalid_field("photo", refused.to_string())
            }
        })
    }

    /// Writes the files of an existing row.
    async fn write(&self, key: String, photo: Photo) -> Result<StoredPhoto> {
        let stored = StoredPhoto {
            key,
            widths: photo.variants.iter().map(|variant| variant.width).collect(),
            width: photo.width,
            height: photo.height,
        };
        let until = self.0.clock.now() + UNUSED_KEPT;
        let original = photo.original.as_ref().map(|original| original.width);
        store::describe(&self.0.database, (&stored, original), until).await?;
        for variant in photo.variants.into_iter().chain(photo.original) {
            let path = path(&stored.key, variant.width);
            self.0.storage.put(&path, variant.webp.into()).await?;
        }
        store::finish(&self.0.database, &stored.key).await?;
        Ok(stored)
    }

    fn new_key(&self) -> String {
        let mut chance = [0; KEY_LENGTH];
        self.0.identifiers.fill(&mut chance);
        let letter = |byte: &u8| KEY_LETTERS.get(usize::from(byte % 32)).copied();
        chance.iter().filter_map(letter).map(char::from).collect()
    }
}

/// Marks files from [`PhotoFiles::store`] as used, in the transaction that writes the reference to them.
///
/// # Errors
///
/// When there are no such unused files, or the database fails.
pub async fn use_photo(
    transaction: &impl ConnectionTrait,
    purpose: &str,
    key: &str,
) -> Result<StoredPhoto> {
    let row = store::find(transaction, key).await?;
    let row = row.filter(|row| row.purpose == purpose && row.holder.is_none());
    match row {
        Some(row) if store::use_file(transaction, key).await? => Ok(row.into()),
        _ => Err(uploads::unknown_photo()),
    }
}

/// Marks files as used that any session uploaded for `purpose`, in the transaction that writes the reference to them;
/// `None` if there are none with this key, or they are already in use.
pub async fn use_sent(
    transaction: &impl ConnectionTrait,
    purpose: &str,
    key: &str,
) -> Result<Option<StoredPhoto>> {
    let row = store::find(transaction, key).await?;
    let row = row.filter(|row| row.purpose == purpose);
    match row {
        Some(row) if store::use_file(transaction, key).await? => Ok(Some(row.into())),
        _ => Ok(None),
    }
}

/// The photos with these keys that have their files, used or not.
pub async fn described(
    connection: &impl ConnectionTrait,
    keys: &[String],
) -> Result<Vec<StoredPhoto>> {
    let rows = store::with_files(connection, keys).await?;
    Ok(rows.into_iter().map(StoredPhoto::from).collect())
}

/// The URL of one size of a photo on our site.
#[must_use]
pub fn address_of(key: &str, width: u32) -> String {
    format!("/photos/{key}-{width}.webp")
}

/// Splits the last part of such a URL.
#[must_use]
pub fn parse_file_name(name: &str) -> Option<(&str, u32)> {
    let (key, width) = name.strip_suffix(".webp")?.split_once('-')?;
    let is_number = !width.starts_with('0') && width.bytes().all(|byte| byte.is_ascii_digit());
    (is_key(key) && is_number).then_some(())?;
    Some((key, width.parse().ok()?))
}

fn is_key(text: &str) -> bool {
    text.len() == KEY_LENGTH && text.bytes().all(|byte| KEY_LETTERS.contains(&byte))
}

/// The path in storage: in folders by the key's first letters, since file systems are slow with very many files in one.
fn path(key: &str, width: u32) -> String {
    format!("{}/{key}-{width}.webp", key.get(..2).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_read_as_they_are_written() {
        let key = "abcdefghijkmnpqrstuvwxyz23";
        let address = address_of(key, 800);
        let name = address.strip_prefix("/photos/").unwrap();
        assert_eq!(parse_file_name(name), Some((key, 800)));
        for name in [
            "abcdefghijkmnpqrstuvwxyz23-0800.webp",
            "abcdefghijkmnpqrstuvwxyz23-.webp",
            "abcdefghijkmnpqrstuvwxyz23-+8.webp",
            "abcdefghijkmnpqrstuvwxyz23-99999999999.webp",
            "abcdefghijkmnpqrstuvwxyz23-800.jpg",
            "abcdefghijkmnpqrstuvwxyz2-800.webp",
            "../defghijkmnpqrstuvwxyz23-800.webp",
            "-800.webp",
        ] {
            assert_eq!(parse_file_name(name), None, "{name}");
        }
    }
}
