//! The weekly drill: the newest snapshot is fetched, opened and restored into a scratch database, which is compared with what was
//! backed up row by row; its photos are counted and some of them opened. The newest recording is made into a database, too.

use std::time::Instant;

use super::{DRILL, PAUSE, mark};
use crate::{
    catalog::feed,
    features::Services,
    platform::{
        backup::{
            self, Photos, Summary, continuous,
            vault::{Snapshot, Vault},
        },
        data_folder::DataFolder,
        database::Database,
        error::{Error, Result},
        jobs::JobOutcome,
        marks,
        scratch::Scratch,
        settings::{Secret, Settings},
    },
};

/// How many photos are opened.
const PHOTOS_OPENED: usize = 50;
/// Starts the mark of a drill that failed.
const FAILED: &str = "Failed: ";

/// What the last drill found, if it failed.
pub(super) fn failure(detail: &str) -> Option<&str> {
    detail.strip_prefix(FAILED)
}

pub(super) async fn run(services: Services) -> Result<JobOutcome> {
    let began = Instant::now();
    match restore(&services).await {
        Ok(None) => Ok(JobOutcome::Done),
        Ok(Some((snapshot, summary))) => {
            let rows: u64 = summary.tables.iter().map(|table| table.rows).sum();
            let detail = format!(
                "{} of {} came back whole",
                snapshot.contents(),
                snapshot.made_at.format("%Y-%m-%d %H:%M UTC"),
            );
            let seconds = began.elapsed().as_secs();
            tracing::info!(snapshot = %snapshot.name(), rows, seconds, "a backup was restored to try it, and is whole");
            mark(&services, marks::BACKUP_DRILL, services.clock.now(), detail).await?;
            Ok(JobOutcome::Done)
        }
        Err(Error::Unavailable { message, .. }) => {
            Ok(JobOutcome::WaitsFor(PAUSE, message.into_owned()))
        }
        Err(error @ Error::Database(_)) => Err(error),
        Err(error) => {
            tracing::error!(%error, job = DRILL, "a backup can't be restored; see docs/backup.md");
            let detail = format!("{FAILED}{error}");
            let now = services.clock.now();
            mark(&services, marks::BACKUP_DRILL, now, detail.clone()).await?;
            Ok(JobOutcome::Failed(detail))
        }
    }
}

/// `None` while there is no snapshot yet.
async fn restore(services: &Services) -> Result<Option<(Snapshot, Summary)>> {
    let vault = Vault::expect(&services.settings)?;
    let Some(snapshot) = vault.snapshots().await?.all()?.into_iter().next() else {
        return Ok(None);
    };
    let scratch = Scratch::make(&services.folder, "drill-scratch")?;
    let file = scratch.path().join("snapshot.tar");
    vault.fetch(&snapshot, &file).await?;
    let folder = DataFolder::open(&scratch.path().join("data"))?;
    // The file is the same for both engines, so this machine needs no second PostgreSQL.
    let settings = Settings {
        database_url: Secret::default(),
        ..Settings::clone(&services.settings)
    };
    let database = Database::connect(&settings, &folder).await?;
    let restored = backup::restore(&file, &database, &Photos::Apart, |_| {
        Box::pin(async { Ok(()) })
    })
    .await;
    database.close().await?;
    let (summary, ()) = restored?;
    vault.check_photos(&snapshot, PHOTOS_OPENED).await?;
    rebuild(services, &vault, &scratch).await?;
    Ok(Some((snapshot, summary)))
}

/// Makes a database of the newest recording, which SQLite then checks.
async fn rebuild(services: &Services, vault: &Vault, scratch: &Scratch) -> Result<()> {
    let Some(recording) = vault.recordings().await?.all()?.into_iter().next() else {
        return Ok(());
    };
    let folder = DataFolder::open(&scratch.path().join("recorded"))?;
    let file = scratch.path().join("recorded.tar");
    let to = (&*services.settings, &folder);
    let from = (vault, &recording);
    let rebuilt = continuous::write_recorded(from, None, to, &file, &feed::TABLES).await?;
    match rebuilt.unreadable.into_iter().next() {
        Some(first) => Err(Error::Setup(first.problem)),
        None => Ok(()),
    }
}
