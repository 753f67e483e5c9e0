//! Backups that nobody has to think of: every night a sealed snapshot goes to the vault that `backup_url` names, on SQLite what is
//! committed follows within seconds, once a week the newest is restored into a scratch database to prove itself, and the
//! operator is mailed when any of these fails.

mod drill;
mod emails;
mod health;
mod trouble;
mod warning;

use chrono::{DateTime, TimeDelta, Utc, Weekday};

use crate::{
    catalog::feed,
    features::{Room, Services},
    platform::{
        backup::{
            self, Photos,
            vault::{Snapshot, Vault, installation_of},
        },
        error::{Error, Result},
        jobs::{Handlers, JobAttempt, JobOutcome, Schedule},
        marks,
        scratch::Scratch,
    },
};

/// The job that stores a snapshot, and its time on the site's clocks.
const SNAPSHOT: &str = "backups.snapshot";
const SNAPSHOT_HOUR: u8 = 3;
/// The job that restores one to try it.
const DRILL: &str = "backups.drill";
const DRILL_SCHEDULE: Schedule = Schedule::Weekly {
    day: Weekday::Sun,
    hour: 13,
};
/// The job that emails the operator.
const WATCH: &str = "backups.watch";
const WATCH_MINUTES: u8 = 30;
/// When a vault that fails is tried again.
const PAUSE: TimeDelta = TimeDelta::minutes(10);
/// A nightly backup was missed.
const IS_OLD: TimeDelta = TimeDelta::hours(36);

/// This room's contributions.
pub const ROOM: Room = Room {
    jobs,
    mail_samples: emails::samples,
    health: |services| Box::pin(health::lines(services)),
    figures: |services| Box::pin(health::figures(services)),
    ..Room::EMPTY
};

fn jobs(services: &Services) -> Handlers {
    if services.settings.backup_url.reveal().is_empty() {
        return Handlers::default();
    }
    let nightly = Schedule::DailyIn {
        zone: services.settings.time_zone,
        hour: SNAPSHOT_HOUR,
    };
    let (snapshots, drills, watches) = (services.clone(), services.clone(), services.clone());
    Handlers::default()
        .with_recurring(SNAPSHOT, nightly, move |attempt| {
            snapshot(snapshots.clone(), attempt)
        })
        .taking_long(SNAPSHOT)
        .with_recurring(DRILL, DRILL_SCHEDULE, move |_| drill::run(drills.clone()))
        .taking_long(DRILL)
        .with_recurring(WATCH, Schedule::Minutes(WATCH_MINUTES), move |_| {
            warning::watch(watches.clone())
        })
}

async fn snapshot(services: Services, attempt: JobAttempt) -> Result<JobOutcome> {
    let turn = attempt.payload.get("turn").and_then(|turn| turn.as_str());
    let turn: Option<DateTime<Utc>> = turn.and_then(|turn| turn.parse().ok());
    let last = marks::last(services.database.reads(), marks::BACKUP).await?;
    // The turn of a night that the vault was away until the next one.
    if last.is_some_and(|(at, _)| turn.is_some_and(|turn| at > turn + TimeDelta::days(1))) {
        return Ok(JobOutcome::Done);
    }
    match store(&services).await {
        Ok(snapshot) => {
            let name = snapshot.name();
            tracing::info!(%name, rows = snapshot.rows, photos = snapshot.photos.len(), "a backup was stored in the vault");
            Ok(JobOutcome::Done)
        }
        Err(error) => {
            note_problem(&services, &error).await?;
            match error {
                Error::Unavailable { message, .. } => {
                    Ok(JobOutcome::WaitsFor(PAUSE, message.into_owned()))
                }
                error => Err(error),
            }
        }
    }
}

async fn store(services: &Services) -> Result<Snapshot> {
    let vault = Vault::expect(&services.settings)?;
    vault.belong_to(&installation_of(&services.keys)).await?;
    let now = services.clock.now();
    let scratch = Scratch::make(&services.folder, "backup-scratch")?;
    let file = scratch.path().join("snapshot.tar");
    let summary = backup::write(
        &file,
        &services.database,
        &Photos::Apart,
        &feed::TABLES,
        now,
    )
    .await?;
    let snapshot = vault.store(&file, &summary, &services.storage).await?;
    let detail = format!("{}, in {}", snapshot.contents(), vault.address());
    mark(services, marks::BACKUP, now, detail).await?;
    services.continuous_backup.begin_anew();
    // Tonight's backup is safe whether or not old ones go; some buckets allow no deletion at all.
    if let Err(error) = vault.forget_old(now).await {
        tracing::warn!(%error, "old backups can't be removed from the vault; the next night tries again");
    }
    Ok(snapshot)
}

/// Since when backups have failed, and the newest reason. `None` if the last one succeeded.
async fn problem(services: &Services) -> Result<Option<(DateTime<Utc>, String)>> {
    let reads = services.database.reads();
    let last = marks::last(reads, marks::BACKUP).await?;
    let problem = marks::last(reads, marks::BACKUP_PROBLEM).await?;
    Ok(problem.filter(|(since, _)| last.is_none_or(|(at, _)| *since > at)))
}

async fn note_problem(services: &Services, error: &Error) -> Result<()> {
    let since = problem(services).await?.map(|(since, _)| since);
    let since = since.unwrap_or_else(|| services.clock.now());
    mark(services, marks::BACKUP_PROBLEM, since, error.to_string()).await
}

async fn mark(
    services: &Services,
    name: &'static str,
    at: DateTime<Utc>,
    detail: String,
) -> Result<()> {
    services
        .database
        .transaction(move |transaction| {
            let detail = detail.clone();
            Box::pin(async move { marks::set(transaction, name, at, &detail).await })
        })
        .await
}
