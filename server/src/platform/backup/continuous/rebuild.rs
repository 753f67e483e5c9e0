//! Makes a database of a recording.

use std::{
    collections::BTreeSet,
    fs::File,
    io::{self, Write},
    os::unix::fs::FileExt,
    path::Path,
};

use chrono::{DateTime, TimeDelta, Utc};
use flate2::write::GzDecoder;
use uuid::Uuid;

use super::segment::{
    Base, FOLDER, FORMAT, PartHeader, Unpacking, base_name, finished_segments, photos_before,
    piece_name, recording_of,
};
use crate::platform::{
    backup::vault::{Listed, Unreadable, Vault, note_unreadable},
    data_folder::private_file,
    error::{Error, Result},
};

/// How long a recording is kept after the next one began.
const KEPT: TimeDelta = TimeDelta::days(7);

/// A recording in the vault: a copy of the database, and what was committed after it.
#[derive(Clone, Debug)]
pub struct Recording {
    id: Uuid,
    base: Base,
    /// The names of all its files.
    names: BTreeSet<String>,
}

/// The database that was made of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rebuilt {
    /// It has all that was committed until then.
    pub until: DateTime<Utc>,
    /// The storage's keys that may be named in it.
    pub photos: Vec<String>,
    /// Lists of photos that can't be read.
    pub unreadable: Vec<Unreadable>,
}

impl Recording {
    /// Its name in the vault.
    #[must_use]
    pub fn id(&self) -> Uuid {
        self.id
    }

    /// When it began.
    #[must_use]
    pub fn began(&self) -> DateTime<Utc> {
        self.base.made_at
    }

    fn segments(&self) -> Vec<Vec<String>> {
        finished_segments(self.id, self.names.iter().cloned())
    }
}

impl Vault {
    /// All recordings that can be restored, newest first.
    ///
    /// # Errors
    ///
    /// When the vault fails.
    pub async fn recordings(&self) -> Result<Listed<Recording>> {
        let mut recordings = Listed::none();
        let names = self.names(FOLDER).await?;
        let ids: BTreeSet<Uuid> = names.iter().filter_map(|name| recording_of(name)).collect();
        for id in ids {
            let name = base_name(id);
            let read = self.base(&name).await.map(|base| {
                let own = names.iter().filter(|name| recording_of(name) == Some(id));
                base.map(|base| Recording {
                    id,
                    base,
                    names: own.cloned().collect(),
                })
            });
            recordings.add(&name, read)?;
        }
        let found = &mut recordings.found;
        found.sort_by_key(|recording| std::cmp::Reverse(recording.began()));
        Ok(recordings)
    }

    async fn base(&self, name: &str) -> Result<Option<Base>> {
        let Some(index) = self.get(name).await? else {
            return Ok(None);
        };
        let unknown = |what: &str| {
            self.damaged(
                name,
                &format!("it was made by a newer Townperk, or is no base ({what})"),
            )
        };
        let base: Base =
            serde_json::from_slice(&index).map_err(|error| unknown(&error.to_string()))?;
        if base.format > FORMAT {
            return Err(unknown(&format!("format {}", base.format)));
        }
        Ok(Some(base))
    }

    /// The moment until which all commits are in the recording.
    ///
    /// # Errors
    ///
    /// When the vault fails.
    pub async fn recorded_until(&self, recording: &Recording) -> Result<DateTime<Utc>> {
        match recording.segments().last().and_then(|parts| parts.last()) {
            None => Ok(recording.base.made_at),
            Some(part) => {
                let content = self.expect_file(part).await?;
                let unpacking = Unpacking::begin(&content);
                let unpacking =
                    unpacking.map_err(|error| self.damaged(part, &error.to_string()))?;
                Ok(unpacking.header.at)
            }
        }
    }

    /// Makes the database as it was after the last commit that isn't later than `until`, in `file`, which must not exist.
    ///
    /// # Errors
    ///
    /// When a file of the recording is missing or changed, or `file` can't be written.
    pub async fn rebuild(
        &self,
        recording: &Recording,
        until: Option<DateTime<Utc>>,
        file: &Path,
    ) -> Result<Rebuilt> {
        let unwritable =
            |error: io::Error| Error::Setup(format!("can't write {}: {error}", file.display()));
        let created = private_file().create_new(true).open(file);
        let mut unpacked = GzDecoder::new(created.map_err(unwritable)?);
        for number in 1..=recording.base.pieces {
            let name = piece_name(recording.id, number);
            let piece = self.expect_file(&name).await?;
            unpacked
                .write_all(&piece)
                .map_err(|error| self.damaged(&name, &error.to_string()))?;
        }
        let database = unpacked.finish().map_err(unwritable)?;
        if database.metadata().map_err(unwritable)?.len() != recording.base.bytes {
            let base = base_name(recording.id);
            return Err(self.damaged(&base, "its pieces are not the whole database"));
        }
        let mut rebuilt = Rebuilt {
            until: recording.base.made_at,
            photos: recording.base.photos.clone(),
            unreadable: Vec::new(),
        };
        let mut applied = 0;
        for (number, parts) in (1..).zip(recording.segments()) {
            for name in &parts {
                let content = self.expect_file(name).await?;
                let damaged = |error: io::Error| self.damaged(name, &error.to_string());
                let unpacking = Unpacking::begin(&content).map_err(damaged)?;
                if until.is_some_and(|until| unpacking.header.at > until) {
                    break;
                }
                rebuilt.until = unpacking.header.at;
                apply(unpacking, &database).map_err(damaged)?;
                applied = number;
            }
            if applied < number {
                break;
            }
        }
        database.sync_all().map_err(unwritable)?;
        for name in &recording.names {
            if photos_before(name).is_some_and(|segment| segment <= applied) {
                let listed = self.listed_photos(name).await;
                let listed = note_unreadable(&mut rebuilt.unreadable, name, listed)?;
                rebuilt.photos.extend(listed.unwrap_or_default());
            }
        }
        Ok(rebuilt)
    }

    async fn listed_photos(&self, name: &str) -> Result<Vec<String>> {
        let list = self.expect_file(name).await?;
        serde_json::from_slice(&list).map_err(|error| self.damaged(name, &error.to_string()))
    }

    async fn expect_file(&self, name: &str) -> Result<Vec<u8>> {
        let content = self.get(name).await?;
        content.ok_or_else(|| self.damaged(name, "it is missing"))
    }

    /// Removes recordings that ended more than a week ago, and returns the photos that the others name, and which files that name
    /// photos can't be read.
    ///
    /// # Errors
    ///
    /// When the vault fails.
    pub async fn forget_old_recordings(
        &self,
        now: DateTime<Utc>,
    ) -> Result<(BTreeSet<String>, Vec<Unreadable>)> {
        let Listed {
            found: recordings,
            mut unreadable,
        } = self.recordings().await?;
        let mut photos = BTreeSet::new();
        let mut next_began = None;
        for recording in recordings {
            if next_began.is_some_and(|next| next < now - KEPT) {
                // The base first: what has none isn't listed.
                self.delete(&base_name(recording.id)).await?;
                for name in &recording.names {
                    self.delete(name).await?;
                }
                continue;
            }
            next_began = Some(recording.base.made_at);
            for name in &recording.names {
                if photos_before(name).is_some() {
                    let listed = self.listed_photos(name).await;
                    let listed = note_unreadable(&mut unreadable, name, listed)?;
                    photos.extend(listed.unwrap_or_default());
                }
            }
            photos.extend(recording.base.photos);
        }
        Ok((photos, unreadable))
    }
}

/// Writes a part's pages into the database's file, which gets the size that it had after the segment.
fn apply(part: Unpacking<'_>, database: &File) -> io::Result<()> {
    let PartHeader {
        page_size,
        database_pages,
        ..
    } = part.header;
    part.each(|number, page| {
        let place = u64::from(number.saturating_sub(1)) * u64::from(page_size);
        database.write_all_at(page, place)
    })?;
    database.set_len(u64::from(database_pages) * u64::from(page_size))
}
