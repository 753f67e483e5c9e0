//! `townperk restore`: restores a backup into an empty installation.

use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};

use super::{
    backup::{photos_of, tell},
    backups, database,
};
use crate::{
    catalog::feed,
    platform::{
        backup::{
            self, Photos,
            continuous::{self, Recording},
            vault::{self, Snapshot, Vault},
        },
        data_folder::{DataFolder, FileLock},
        database::{Database, SqliteFile},
        error::Result,
        mail, numbers,
        scratch::Scratch,
        settings::Settings,
        storage::Storage,
    },
};

/// Restore a `townperk backup` file, or a backup in the vault, into an empty SQLite or PostgreSQL database: all of it or, if
/// anything is wrong, nothing.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// A file that `townperk backup` made.
    #[arg(required_unless_present = "from_vault", conflicts_with = "from_vault")]
    file: Option<PathBuf>,
    /// Restore the newest state in the vault that `backup_url` names, with its photos.
    #[arg(long)]
    from_vault: bool,
    /// With `--from-vault`: the state at that moment, such as 2026-03-04T12:00:00Z, or the last one before it that the vault has.
    #[arg(long, requires = "from_vault")]
    at: Option<DateTime<Utc>>,
    /// Read and verify the whole file, but restore nothing.
    #[arg(long, conflicts_with = "from_vault")]
    check: bool,
    /// Send none of the emails that were waiting when the backup was made: the original may have sent them since. They stand in
    /// the outbox as failed, where each can be sent.
    #[arg(long, conflicts_with = "check")]
    without_mail: bool,
}

/// How many lost photos are named.
const MOST_NAMED: usize = 20;

/// Why an email that waited in the backup isn't sent.
const HELD_BACK: &str = "Held back when a backup was restored.";

/// Runs the command and prints what was restored.
pub(super) async fn run(arguments: Arguments, settings: Settings) -> Result<()> {
    match &arguments.file {
        Some(file) if arguments.check => check(file).await,
        Some(file) => {
            let place = Place::open(settings).await?;
            restore(file, place, photos_of, (None, arguments.without_mail)).await
        }
        None => from_vault(settings, arguments.at, arguments.without_mail).await,
    }
}

async fn check(file: &Path) -> Result<()> {
    let summary = backup::verify(file).await?;
    tell(&summary, summary.photos);
    say!(
        "{} is whole: made {} by Townperk {} on {}.",
        file.display(),
        summary.header.made_at.format("%Y-%m-%d %H:%M UTC"),
        summary.header.program,
        summary.header.engine
    );
    Ok(())
}

/// Where a backup is restored to. No server runs there as long as this is held.
struct Place {
    settings: Settings,
    folder: DataFolder,
    database: Database,
    _locks: (FileLock, Option<FileLock>),
}

impl Place {
    async fn open(settings: Settings) -> Result<Self> {
        let folder = DataFolder::open(&settings.data_dir)?;
        // A running server would keep the empty directory that it loaded.
        let lock = folder.lock()?;
        let sqlite = SqliteFile::of(&settings, &folder);
        let database_lock = sqlite.as_ref().map(SqliteFile::lock).transpose()?;
        database::say_which(&settings, &folder);
        database::refuse_foreign_log(&settings, &folder)?;
        let database = Database::connect(&settings, &folder).await?;
        database.expect_fit().await?;
        Ok(Self {
            settings,
            folder,
            database,
            _locks: (lock, database_lock),
        })
    }
}

async fn from_vault(
    settings: Settings,
    until: Option<DateTime<Utc>>,
    without_mail: bool,
) -> Result<()> {
    let vault = Vault::expect(&settings)?;
    let found = Found::at(&vault, until).await?;
    found.tell();
    let place = Place::open(settings).await?;
    backup::expect_empty(&place.database).await?;
    let scratch = Scratch::make(&place.folder, "restore-scratch")?;
    let file = scratch.path().join("snapshot.tar");
    let photos = match &found {
        Found::Snapshot(snapshot) => {
            vault.fetch(snapshot, &file).await?;
            snapshot.photos.clone()
        }
        Found::Recording(recording, _) => {
            let folder = DataFolder::open(&scratch.path().join("data"))?;
            let from = (&vault, recording);
            let to = (&place.settings, &folder);
            let rebuilt = continuous::write_recorded(from, until, to, &file, &feed::TABLES).await?;
            backups::tell_unreadable(&rebuilt.unreadable);
            rebuilt.photos
        }
    };
    // Photos first, so that once the rows exist, everything does.
    let storage = Storage::open(&place.settings, &place.folder)?;
    let photos = vault::restore_photos(&vault, &photos, &storage).await?;
    let apart = |_: &Settings, _: &DataFolder| Ok(Photos::Apart);
    let apart_and_mail = (Some(photos.restored), without_mail);
    restore(&file, place, apart, apart_and_mail).await?;
    tell_lost(&photos.lost);
    Ok(())
}

/// Says which photos aren't there.
fn tell_lost(lost: &[String]) {
    if lost.is_empty() {
        return;
    }
    for problem in lost.iter().take(MOST_NAMED) {
        complain!("{problem}");
    }
    let count = u64::try_from(lost.len()).unwrap_or(u64::MAX);
    complain!(
        "{} lost, everything else came back. Add them again, or restore an older state into another place with --at and copy them from there.",
        numbers::counted(count, "photo is", "photos are")
    );
}

/// The newest state in a vault that isn't newer than a moment.
enum Found {
    Snapshot(Snapshot),
    /// A recording, and until when it has all commits.
    Recording(Recording, DateTime<Utc>),
}

impl Found {
    async fn at(vault: &Vault, until: Option<DateTime<Utc>>) -> Result<Self> {
        let is_early = |at: DateTime<Utc>| until.is_none_or(|until| at <= until);
        let recordings = vault.recordings().await?;
        backups::tell_unreadable(&recordings.unreadable);
        backups::tell_unreadable(&vault.snapshots().await?.unreadable);
        let mut recordings = recordings.found.into_iter();
        let recorded = match recordings.find(|one| is_early(one.began())) {
            Some(recording) => {
                let end = vault.recorded_until(&recording).await?;
                Some((recording, until.map_or(end, |until| until.min(end))))
            }
            None => None,
        };
        match (vault.newest(until).await, recorded) {
            (Ok(snapshot), Some((_, at))) if snapshot.made_at > at => Ok(Self::Snapshot(snapshot)),
            (_, Some((recording, at))) => Ok(Self::Recording(recording, at)),
            (snapshot, None) => snapshot.map(Self::Snapshot),
        }
    }

    fn tell(&self) {
        match self {
            Self::Snapshot(snapshot) => backups::tell(snapshot),
            Self::Recording(recording, at) => say!(
                "What was saved until {} (recording {})",
                at.format("%Y-%m-%d %H:%M:%S UTC"),
                recording.id()
            ),
        }
    }
}

/// `photos_apart`: how many were restored apart from the file.
async fn restore(
    file: &Path,
    place: Place,
    photos_of: impl FnOnce(&Settings, &DataFolder) -> Result<Photos>,
    (photos_apart, without_mail): (Option<u64>, bool),
) -> Result<()> {
    let database = &place.database;
    let now = database::clock_of(database).await?.now();
    let photos = photos_of(&place.settings, &place.folder)?;
    let (summary, held_back) = backup::restore(file, database, &photos, move |transaction| {
        Box::pin(async move {
            feed::begin(transaction, now).await?;
            if !without_mail {
                return Ok(None);
            }
            mail::hold_back(transaction, HELD_BACK).await.map(Some)
        })
    })
    .await?;
    tell(&summary, photos_apart.unwrap_or(summary.photos));
    if let Some(held) = held_back {
        say!(
            "{} held back: see the outbox.",
            numbers::counted(held, "email was", "emails were")
        );
    }
    if let Some(place) = &summary.header.photos_elsewhere
        && !matches!(&photos, Photos::Elsewhere(here) if here == place)
    {
        say!(
            "Set TOWNPERK_STORAGE_URL to {place} before you start the server, or pages won't have their photos."
        );
    }
    say!("Restored and verified. Start the server with `townperk serve`.");
    place.database.close().await
}
