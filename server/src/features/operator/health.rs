//! Health of the backup, import, disk, nodes and other features, each with advice if something is wrong.

use chrono::{DateTime, TimeDelta, Utc};

use super::{Moment, OperatorLine, OperatorNode, entity, is_late, moment, store, upkeep};
use crate::{
    catalog::entities::shop_source,
    features::{Health, Services},
    platform::{
        data_folder::DataFolder,
        database::Database,
        database_clock,
        error::Result,
        jobs::{self, RunState},
        marks,
        metrics::Figure,
        version::VERSION,
    },
};

/// A daily backup was missed.
const BACKUP_IS_OLD: TimeDelta = TimeDelta::hours(36);
/// Coffee shops open and close.
const IMPORT_IS_OLD: TimeDelta = TimeDelta::days(90);
/// Nodes report once a minute.
const NODE_IS_SILENT: TimeDelta = TimeDelta::minutes(5);
/// The name of the outbox's line.
const MAIL: &str = "Mail";
const GIGABYTE: u64 = 1_000_000_000;

/// The state of everything that the operator looks after.
pub async fn state(services: &Services) -> Result<Vec<Health>> {
    let import = store::last_imported(services.database.reads()).await?;
    state_with(services, import.as_ref(), services.clock.now()).await
}

async fn state_with(
    services: &Services,
    import: Option<&shop_source::Model>,
    now: DateTime<Utc>,
) -> Result<Vec<Health>> {
    let mut lines = vec![
        backup(services, now).await?,
        imported(import, now),
        upkeep::database(services, now).await?,
        upkeep::storage(services)?,
        upkeep::proxies(services, now),
    ];
    lines.extend(upkeep::database_log(services, now));
    lines.extend(upkeep::slow_statements(services));
    lines.extend(services.rooms.health(services).await?);
    lines.extend(disk(&services.folder).map(|(text, advice)| Health {
        name: "Disk",
        text,
        last: Some(now),
        advice: advice.map(str::to_owned),
    }));
    Ok(lines)
}

/// One line per health check, for the page, which has a part of its own for mail.
pub(super) async fn lines(
    services: &Services,
    import: Option<&shop_source::Model>,
    now: DateTime<Utc>,
) -> Result<Vec<OperatorLine>> {
    let lines = state_with(services, import, now).await?.into_iter();
    let lines = lines
        .filter(|line| line.name != MAIL)
        .map(|line| OperatorLine {
            name: line.name.to_owned(),
            text: line.text,
            last: line.last.map(|at| moment(at, now)),
            advice: line.advice,
        });
    Ok(lines.collect())
}

/// For the metrics.
pub(super) async fn figures(services: Services) -> Result<Vec<Figure>> {
    let (reads, now) = (services.database.reads(), services.clock.now());
    let rows = store::nodes(reads).await?;
    let alive = rows
        .iter()
        .filter(|row| row.seen_at >= now - NODE_IS_SILENT);
    let kinds = jobs::overview(&services.database).await?;
    let late = kinds.iter().filter(|kind| is_late(kind, now));
    let open: usize = kinds.iter().map(|kind| kind.open).sum();
    let mut figures: Vec<Figure> = vec![
        ("townperk_nodes", alive.count() as u64).into(),
        ("townperk_jobs_late", late.count() as u64).into(),
        ("townperk_jobs_open", open as u64).into(),
        Figure::new(
            "townperk_database_round_trip_seconds",
            services.database.round_trip().await?.as_secs_f64(),
        ),
    ];
    if let Some(file) = services.database.file() {
        figures.push(("townperk_database_log_bytes", file.log_bytes()).into());
    }
    for job in jobs::counts(&services.database, now).await? {
        let figure = Figure::from(("townperk_jobs", job.count));
        figures.push(figure.with("kind", job.kind).with("state", job.state));
    }
    if let Some(last) = services.storage.health().last() {
        let is_up = u64::from(last.problem.is_none());
        figures.push(("townperk_storage_up", is_up).into());
    }
    if let Some((at, _)) = marks::last(reads, marks::BACKUP).await? {
        let age = u64::try_from((now - at).num_seconds()).unwrap_or_default();
        figures.push(("townperk_backup_age_seconds", age).into());
    }
    if let Some((free, all)) = services.folder.disk() {
        figures.push(("townperk_disk_free_bytes", free).into());
        figures.push(("townperk_disk_bytes", all).into());
    }
    Ok(figures)
}

async fn backup(services: &Services, now: DateTime<Utc>) -> Result<Health> {
    let last = marks::last(services.database.reads(), marks::BACKUP).await?;
    let is_old = last
        .as_ref()
        .is_none_or(|(at, _)| *at < now - BACKUP_IS_OLD);
    Ok(Health {
        name: "Backup",
        text: match &last {
            Some((_, detail)) => detail.clone(),
            None => "No backup yet.".to_owned(),
        },
        last: last.map(|(at, _)| at),
        advice: is_old.then(|| {
            "Run “townperk backup FILE” once a day, or set backup_url, and keep backups away from this machine."
                .to_owned()
        }),
    })
}

fn imported(import: Option<&shop_source::Model>, now: DateTime<Utc>) -> Health {
    let is_old = import.is_some_and(|row| row.fetched_at < now - IMPORT_IS_OLD);
    Health {
        name: "Import",
        text: match import {
            Some(row) => format!("From {}", row.source),
            None => "No places imported yet.".to_owned(),
        },
        last: import.map(|row| row.fetched_at),
        advice: is_old.then(|| {
            "Shops open and close. Import a newer list with “townperk import”.".to_owned()
        }),
    }
}

/// How much room the data folder has, and what to do if it is little. `None` if the system doesn't say.
#[must_use]
pub fn disk(folder: &DataFolder) -> Option<(String, Option<&'static str>)> {
    let (free, all) = folder.disk()?;
    let text = format!("{} of {} free for the data folder", size(free), size(all));
    let advice = is_full(free, all).then_some(
        "Free up space or move the data folder to a larger disk: nothing can be saved without space.",
    );
    Some((text, advice))
}

/// Less than a tenth of a normal-size disk, or less than a gigabyte.
pub(super) fn is_full(free: u64, all: u64) -> bool {
    free < GIGABYTE || (free < all / 10 && free < 20 * GIGABYTE)
}

fn size(bytes: u64) -> String {
    if bytes < 10 * GIGABYTE {
        format!(
            "{}.{} GB",
            bytes / GIGABYTE,
            bytes % GIGABYTE / (GIGABYTE / 10)
        )
    } else {
        format!("{} GB", bytes / GIGABYTE)
    }
}

/// Nodes seen recently.
pub async fn nodes(database: &Database, now: DateTime<Utc>) -> Result<Vec<OperatorNode>> {
    let rows = store::nodes(database.reads()).await?;
    let runs = jobs::runs(database, 0, now).await?;
    let running: Vec<_> = runs
        .into_iter()
        .filter(|run| run.state == RunState::Running)
        .collect();
    let seen = |at: DateTime<Utc>| -> Moment { moment(at, now) };
    let nodes = rows.into_iter().map(|row| OperatorNode {
        advice: node_advice(&row, now),
        clock: clock_text(row.clock_offset),
        jobs: running
            .iter()
            .filter(|run| run.node.as_ref() == Some(&row.name))
            .map(|run| run.kind.clone())
            .collect(),
        name: row.name,
        version: row.version,
        started: seen(row.started_at),
        seen: seen(row.seen_at),
    });
    Ok(nodes.collect())
}

fn node_advice(node: &entity::Model, now: DateTime<Utc>) -> Option<String> {
    if node.seen_at < now - NODE_IS_SILENT {
        Some("No response. If it wasn't stopped on purpose, check its log.".to_owned())
    } else if node.version != VERSION {
        Some(format!(
            "The node that answered runs {VERSION}. Update all nodes to the same version."
        ))
    } else if database_clock::is_noticeable(TimeDelta::milliseconds(node.clock_offset)) {
        Some(
            "Its clock differs from the database's. Set both with NTP; “timedatectl” shows whether it runs."
                .to_owned(),
        )
    } else {
        None
    }
}

/// How far a node's clock is from the database's. Less than a tenth of a second is none.
fn clock_text(offset: i64) -> String {
    #[expect(
        clippy::cast_precision_loss,
        reason = "it is shown with one digit behind the point"
    )]
    let seconds = offset.unsigned_abs() as f64 / 1000.0;
    match offset {
        -99..=99 => "right".to_owned(),
        100.. => format!("{seconds:.1} s behind"),
        _ => format!("{seconds:.1} s ahead"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_ahead_behind_or_right() {
        for (offset, text) in [
            (0, "right"),
            (99, "right"),
            (-2500, "2.5 s ahead"),
            (61_000, "61.0 s behind"),
        ] {
            assert_eq!(clock_text(offset), text);
        }
    }
}
