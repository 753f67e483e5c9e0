//! Sends the spool's files to the vault, in order.

use std::{
    io,
    time::{Duration, Instant},
};

use bytes::Bytes;
use chrono::{DateTime, Utc};
use flate2::{Compression, write::GzEncoder};
use tokio::sync::mpsc::{self, UnboundedReceiver};

use super::{
    ContinuousBackup,
    segment::{
        Base, FORMAT, PART, Packing, PartHeader, base_name, part_name, photos_name, piece_name,
    },
    spool::{FinishedSegment, Part, Waiting},
};
use crate::platform::{
    background::Stopping,
    backup::vault::{Vault, installation_of, photo_name},
    error::{Error, Result},
    keys::Keys,
    storage::Storage,
    version::VERSION,
};

/// When a vault that failed is tried again.
const PAUSE: Duration = Duration::from_secs(5);
/// When photos that couldn't be sent are tried again.
const PHOTO_PAUSE: Duration = Duration::from_secs(60);

/// Whoever ships. Ends after the last file, or when the vault fails while the server stops.
pub(super) struct Shipping {
    pub(super) vault: Vault,
    pub(super) storage: Storage,
    /// Whose backups these are.
    pub(super) keys: Keys,
    /// The keys of photos as they are added.
    pub(super) added: UnboundedReceiver<String>,
    pub(super) waiting: UnboundedReceiver<Waiting>,
    pub(super) state: ContinuousBackup,
}

/// Photos that the vault lacks: those that were added, or all.
#[derive(Debug, Default)]
struct UnsentPhotos {
    keys: Vec<String>,
    are_all: bool,
    /// When they could last not be sent: each attempt delays the commits.
    failed_at: Option<Instant>,
}

impl UnsentPhotos {
    fn may_be_tried(&self) -> bool {
        self.failed_at.is_none_or(|at| at.elapsed() >= PHOTO_PAUSE)
    }

    /// Says so once.
    fn note_failure(&mut self, error: &Error) {
        if self.failed_at.replace(Instant::now()).is_none() {
            tracing::warn!(%error, "photos aren't in the vault yet; they follow the commits");
        }
    }
}

impl Shipping {
    pub(super) async fn run(mut self, stopping: Stopping) {
        let mut unsent = UnsentPhotos::default();
        while let Some(waiting) = self.waiting.recv().await {
            while let Ok(key) = self.added.try_recv() {
                unsent.keys.push(key);
            }
            loop {
                match self.ship(&waiting, &mut unsent).await {
                    Ok(until) => {
                        self.state.note_shipped(until);
                        break;
                    }
                    Err(error) => {
                        if self.state.note_problem(&error) {
                            tracing::warn!(%error, "the vault takes no commits now; they wait on this machine");
                        }
                        if stopping.is_asked() || !stopping.pause(PAUSE).await {
                            return;
                        }
                    }
                }
            }
        }
    }

    /// Returns the moment until which all commits are in the vault now.
    async fn ship(&self, waiting: &Waiting, unsent: &mut UnsentPhotos) -> Result<DateTime<Utc>> {
        match waiting.part {
            Part::Base => self.ship_base(waiting, unsent).await,
            Part::Segment(number) => {
                // Before the rows that name them, if that is possible: a storage that is away keeps no commits from the vault.
                let name = photos_name(waiting.recording, number);
                if unsent.may_be_tried()
                    && let Err(error) = self.ship_photos(&name, unsent).await
                {
                    unsent.note_failure(&error);
                }
                self.ship_segment(waiting, number).await
            }
        }
    }

    async fn ship_base(
        &self,
        waiting: &Waiting,
        unsent: &mut UnsentPhotos,
    ) -> Result<DateTime<Utc>> {
        self.vault.belong_to(&installation_of(&self.keys)).await?;
        let path = waiting.file.path().to_owned();
        let (sender, mut pieces) = mpsc::channel(1);
        let packing = tokio::task::spawn_blocking(move || {
            let mut file = std::fs::File::open(path)?;
            let mut packed = GzEncoder::new(Pieces::to(sender), Compression::fast());
            let bytes = io::copy(&mut file, &mut packed)?;
            packed.finish()?.end()?;
            Ok(bytes)
        });
        let mut number = 0;
        while let Some(piece) = pieces.recv().await {
            number += 1;
            let name = piece_name(waiting.recording, number);
            self.vault.put(&name, &piece).await?;
        }
        let bytes = finished(packing.await)?;
        let photos = match self.vault.copy_photos(&self.storage).await {
            Ok(photos) => {
                *unsent = UnsentPhotos::default();
                photos
            }
            Err(error) => {
                unsent.note_failure(&error);
                unsent.are_all = true;
                Vec::new()
            }
        };
        let base = Base {
            format: FORMAT,
            made_at: waiting.since,
            program: VERSION.to_owned(),
            pieces: number,
            bytes,
            photos,
        };
        let index = serde_json::to_vec(&base)
            .map_err(|error| Error::Internal(format!("a recording's base: {error}")))?;
        self.vault
            .put(&base_name(waiting.recording), &index)
            .await?;
        Ok(base.made_at)
    }

    /// Sends the photos that the vault lacks, and the list of them.
    async fn ship_photos(&self, list: &str, unsent: &mut UnsentPhotos) -> Result<()> {
        let added = if unsent.are_all {
            self.vault.copy_photos(&self.storage).await?
        } else {
            let mut sent = Vec::with_capacity(unsent.keys.len());
            for key in &unsent.keys {
                // One that was removed meanwhile isn't missed, and a restore mustn't look for it.
                if let Some(photo) = self.storage.get(key).await? {
                    self.vault.put(&photo_name(key), &photo).await?;
                    sent.push(key.clone());
                }
            }
            sent
        };
        if !added.is_empty() {
            let listed = serde_json::to_vec(&added)
                .map_err(|error| Error::Internal(format!("a list of photos: {error}")))?;
            self.vault.put(list, &listed).await?;
        }
        *unsent = UnsentPhotos::default();
        Ok(())
    }

    async fn ship_segment(&self, waiting: &Waiting, segment: u32) -> Result<DateTime<Utc>> {
        let path = waiting.file.path().to_owned();
        let (sender, mut parts) = mpsc::channel(1);
        let packing = tokio::task::spawn_blocking(move || pack(&path, &sender));
        let mut number = 0;
        while let Some((part, is_last)) = parts.recv().await {
            number += 1;
            let name = part_name(waiting.recording, segment, number, is_last);
            self.vault.put(&name, &part).await?;
        }
        finished(packing.await)
    }
}

/// Sends the parts of a segment, each with whether it is the last.
fn pack(path: &std::path::Path, parts: &mpsc::Sender<(Bytes, bool)>) -> io::Result<DateTime<Utc>> {
    let mut segment = FinishedSegment::open(path)?;
    let header = PartHeader {
        at: segment.at,
        page_size: segment.page_size,
        database_pages: segment.database_pages,
    };
    let mut packing = Packing::begin(&header)?;
    let mut page = Vec::new();
    while let Some(number) = segment.next_page(&mut page)? {
        if packing.is_full() {
            let full = std::mem::replace(&mut packing, Packing::begin(&header)?);
            send(parts, (full.finish()?.into(), false))?;
        }
        packing.add(number, &page)?;
    }
    send(parts, (packing.finish()?.into(), true))?;
    Ok(header.at)
}

/// Cuts what is written into pieces.
struct Pieces {
    piece: Vec<u8>,
    pieces: mpsc::Sender<Bytes>,
}

impl Pieces {
    fn to(pieces: mpsc::Sender<Bytes>) -> Self {
        Self {
            piece: Vec::new(),
            pieces,
        }
    }

    fn end(mut self) -> io::Result<()> {
        send(&self.pieces, std::mem::take(&mut self.piece).into())
    }
}

impl io::Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.piece.extend_from_slice(bytes);
        if self.piece.len() >= PART {
            send(&self.pieces, std::mem::take(&mut self.piece).into())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Hands `piece` to whoever puts it into the vault, who may have given up.
fn send<T>(to: &mpsc::Sender<T>, piece: T) -> io::Result<()> {
    to.blocking_send(piece)
        .map_err(|_| io::Error::other("nobody takes it any more"))
}

fn finished<T>(packed: std::result::Result<io::Result<T>, tokio::task::JoinError>) -> Result<T> {
    let packed = packed.map_err(|error| Error::Internal(error.to_string()))?;
    packed.map_err(|error| Error::Internal(format!("reading the backup's spool: {error}")))
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;
    use tokio::sync::mpsc::unbounded_channel;

    use super::*;
    use crate::platform::{
        clock::Clock,
        data_folder::DataFolder,
        database::Database,
        id_generator::IdGenerator,
        settings::{Secret, Settings},
    };

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_photo_that_was_removed_meanwhile_is_not_listed() {
        let home = TempDir::new().unwrap();
        let vault = home.path().join("vault");
        let mut settings = Settings::defaults().unwrap();
        settings.data_dir = home.path().to_path_buf();
        settings.backup_url = Secret::new(vault.to_str().unwrap().to_owned());
        settings.backup_key = Secret::new("ab".repeat(32));
        let folder = DataFolder::open(home.path()).unwrap();
        let database = Database::open(&settings, &folder).await.unwrap();
        let clock = Clock::system();
        let identifiers = IdGenerator::new(clock.clone());
        let keys = Keys::open(&settings, &database, &clock, &identifiers).await;
        let shipping = Shipping {
            vault: Vault::expect(&settings).unwrap(),
            storage: Storage::open(&settings, &folder).unwrap(),
            keys: keys.unwrap(),
            added: unbounded_channel().1,
            waiting: unbounded_channel().1,
            state: ContinuousBackup::default(),
        };
        let photo = Bytes::from_static(b"a photo");
        shipping.storage.put("ab/there.webp", photo).await.unwrap();
        let mut unsent = UnsentPhotos {
            keys: ["ab/gone.webp", "ab/there.webp"].map(str::to_owned).into(),
            ..UnsentPhotos::default()
        };
        let list = "commits/list";
        shipping.ship_photos(list, &mut unsent).await.unwrap();
        let listed = shipping.vault.get(list).await.unwrap().unwrap();
        assert_eq!(String::from_utf8(listed).unwrap(), r#"["ab/there.webp"]"#);
        assert!(unsent.keys.is_empty());
    }
}
