//! Snapshots in a vault: a backup file in pieces, and an index that is written last.

use std::{fmt, path::Path};

use chrono::{DateTime, NaiveDateTime, SubsecRound, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::{
    Vault,
    listed::{Listed, Unreadable},
    retention::kept,
};
use crate::platform::{
    backup::Summary,
    data_folder::private_file,
    error::{Error, Result},
    keys::hexadecimal,
    numbers::counted,
    storage::Storage,
};

const FOLDER: &str = "snapshots";
const INDEX: &str = "index";
/// Bytes of a piece, which one request sends.
const PIECE: usize = 4 << 20;
/// Incremented by each change that older versions can't read.
const FORMAT: u32 = 1;
/// An unfinished snapshot this old has no writer any more.
const GIVEN_UP: TimeDelta = TimeDelta::days(1);
const NAME_FORMAT: &str = "%Y-%m-%dT%H%M%SZ";

/// A finished snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    format: u32,
    pub made_at: DateTime<Utc>,
    /// The version that wrote it.
    pub program: String,
    pub engine: String,
    pub rows: u64,
    /// The storage's keys.
    pub photos: Vec<String>,
    pieces: usize,
    /// Of the backup file.
    pub bytes: u64,
    sha256: String,
}

/// The moment at which a snapshot was made, such as `2026-03-04T091700Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SnapshotName(DateTime<Utc>);

impl SnapshotName {
    fn parse(text: &str) -> Option<Self> {
        let moment = NaiveDateTime::parse_from_str(text, NAME_FORMAT).ok()?;
        Some(Self(moment.and_utc()))
    }
}

impl fmt::Display for SnapshotName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.0.format(NAME_FORMAT))
    }
}

impl std::str::FromStr for SnapshotName {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        Self::parse(text)
            .ok_or_else(|| "must be a name that `townperk backups list` prints".to_owned())
    }
}

impl Snapshot {
    /// Its name in the vault.
    #[must_use]
    pub fn name(&self) -> SnapshotName {
        SnapshotName(self.made_at.trunc_subsecs(0))
    }

    /// What is in it, such as `3,201 rows and 12 photos`.
    #[must_use]
    pub fn contents(&self) -> String {
        let photos = u64::try_from(self.photos.len()).unwrap_or_default();
        format!(
            "{} and {}",
            counted(self.rows, "row", "rows"),
            counted(photos, "photo", "photos")
        )
    }
}

fn piece_name(snapshot: SnapshotName, number: usize) -> String {
    format!("{FOLDER}/{snapshot}/{number:04}")
}

fn index_name(snapshot: SnapshotName) -> String {
    format!("{FOLDER}/{snapshot}/{INDEX}")
}

impl Vault {
    /// Stores the backup file `file`, which has no photos in it, and the photos in `storage`. When this returns, all of it is
    /// durable.
    ///
    /// # Errors
    ///
    /// When the file or a photo can't be read, or the vault fails; then nothing is listed.
    pub async fn store(
        &self,
        file: &Path,
        summary: &Summary,
        storage: &Storage,
    ) -> Result<Snapshot> {
        let name = SnapshotName(summary.header.made_at.trunc_subsecs(0));
        let photos = self.copy_photos(storage).await?;
        let unreadable = |error| Error::Internal(format!("reading {}: {error}", file.display()));
        let mut reader = tokio::fs::File::open(file).await.map_err(unreadable)?;
        let (mut hash, mut pieces, mut bytes) = (Sha256::new(), 0, 0);
        loop {
            let mut piece = Vec::with_capacity(PIECE);
            let mut next = (&mut reader).take(PIECE as u64);
            if next.read_to_end(&mut piece).await.map_err(unreadable)? == 0 {
                break;
            }
            pieces += 1;
            bytes += piece.len() as u64;
            hash.update(&piece);
            self.put(&piece_name(name, pieces), &piece).await?;
        }
        let snapshot = Snapshot {
            format: FORMAT,
            made_at: summary.header.made_at,
            program: summary.header.program.clone(),
            engine: summary.header.engine.clone(),
            rows: summary.tables.iter().map(|table| table.rows).sum(),
            photos,
            pieces,
            bytes,
            sha256: hexadecimal(&hash.finalize()),
        };
        let index = serde_json::to_vec(&snapshot)
            .map_err(|error| Error::Internal(format!("an index: {error}")))?;
        self.put(&index_name(name), &index).await?;
        Ok(snapshot)
    }

    /// All finished snapshots, newest first.
    ///
    /// # Errors
    ///
    /// When the vault fails.
    pub async fn snapshots(&self) -> Result<Listed<Snapshot>> {
        let mut snapshots = Listed::none();
        for file in self.names(FOLDER).await? {
            if file.ends_with("/index") && name_in(&file).is_some() {
                snapshots.add(&file, self.index(&file).await)?;
            }
        }
        let found = &mut snapshots.found;
        found.sort_by_key(|snapshot: &Snapshot| std::cmp::Reverse(snapshot.made_at));
        Ok(snapshots)
    }

    async fn index(&self, file: &str) -> Result<Option<Snapshot>> {
        let Some(index) = self.get(file).await? else {
            return Ok(None);
        };
        let unknown = |error: &dyn fmt::Display| {
            self.damaged(
                file,
                &format!("it was made by a newer Townperk, or is no index ({error})"),
            )
        };
        let snapshot: Snapshot = serde_json::from_slice(&index).map_err(|error| unknown(&error))?;
        if snapshot.format > FORMAT {
            return Err(unknown(&format_args!("format {}", snapshot.format)));
        }
        Ok(Some(snapshot))
    }

    /// The newest snapshot that can be read and isn't newer than `until`.
    ///
    /// # Errors
    ///
    /// When there is none, or the vault fails.
    pub async fn newest(&self, until: Option<DateTime<Utc>>) -> Result<Snapshot> {
        let snapshots = self.snapshots().await?.readable()?.into_iter();
        let mut old_enough =
            snapshots.filter(|snapshot| until.is_none_or(|until| snapshot.made_at <= until));
        old_enough.next().ok_or_else(|| {
            let before = until.map_or_else(String::new, |until| {
                format!(" that was made by {}", until.format("%Y-%m-%d %H:%M UTC"))
            });
            Error::Setup(format!("{} has no snapshot{before}", self.address))
        })
    }

    /// Writes the snapshot's backup file to `file`, which must not exist. Its photos stay in the vault.
    ///
    /// # Errors
    ///
    /// When a piece is missing or changed, or the file can't be written.
    pub async fn fetch(&self, snapshot: &Snapshot, file: &Path) -> Result<()> {
        let name = snapshot.name();
        let unwritable = |error| Error::Setup(format!("can't write {}: {error}", file.display()));
        let created = private_file().create_new(true).open(file);
        let mut written = tokio::fs::File::from_std(created.map_err(unwritable)?);
        let mut hash = Sha256::new();
        for number in 1..=snapshot.pieces {
            let piece = piece_name(name, number);
            let content = self.get(&piece).await?;
            let content = content.ok_or_else(|| self.damaged(&piece, "it is missing"))?;
            hash.update(&content);
            written.write_all(&content).await.map_err(unwritable)?;
        }
        written.sync_all().await.map_err(unwritable)?;
        if hexadecimal(&hash.finalize()) != snapshot.sha256 {
            return Err(self.damaged(&format!("{FOLDER}/{name}"), "its hash is another"));
        }
        Ok(())
    }

    /// Removes the snapshots that are too old to be kept, photos that no other one names, and what was left unfinished. Returns
    /// how many snapshots it removed. While an index can't be read, nobody knows which photos it names: it and all photos stay.
    ///
    /// # Errors
    ///
    /// When the vault fails.
    pub async fn forget_old(&self, now: DateTime<Utc>) -> Result<usize> {
        let Listed {
            found: all,
            unreadable,
        } = self.snapshots().await?;
        let made: Vec<DateTime<Utc>> = all.iter().map(|snapshot| snapshot.made_at).collect();
        let kept = kept(&made);
        let (kept, old): (Vec<Snapshot>, Vec<Snapshot>) = all
            .into_iter()
            .partition(|snapshot| kept.contains(&snapshot.made_at));
        for snapshot in &old {
            // The index first: what has none is unfinished, so no half-removed snapshot is listed.
            self.delete(&index_name(snapshot.name())).await?;
        }
        let finished: Vec<SnapshotName> = kept.iter().map(Snapshot::name).collect();
        let removed: Vec<SnapshotName> = old.iter().map(Snapshot::name).collect();
        let unknown: Vec<SnapshotName> = unreadable
            .iter()
            .filter_map(|index| name_in(&index.file))
            .collect();
        for file in self.names(FOLDER).await? {
            let is_left = name_in(&file).is_some_and(|name| {
                !finished.contains(&name)
                    && !unknown.contains(&name)
                    && (removed.contains(&name) || name.0 < now - GIVEN_UP)
            });
            if is_left {
                self.delete(&file).await?;
            }
        }
        let (recorded, unrecorded) = self.forget_old_recordings(now).await?;
        let problems: Vec<Unreadable> = unreadable.into_iter().chain(unrecorded).collect();
        if problems.is_empty() {
            self.forget_photos(&kept, &recorded).await?;
        }
        for Unreadable { problem, .. } in problems {
            tracing::warn!(
                "{problem}; it and all photos stay in the vault until it can be read or is deleted"
            );
        }
        Ok(old.len())
    }
}

/// The snapshot that a file belongs to.
fn name_in(file: &str) -> Option<SnapshotName> {
    let (name, _) = file.strip_prefix("snapshots/")?.split_once('/')?;
    SnapshotName::parse(name)
}
