//! Health of the backup, import, disk, nodes and other features, each with advice if something is wrong.

use chrono::{DateTime, TimeDelta, Utc};

use super::{Moment, OperatorLine, OperatorNode, VERSION, moment, store};
use crate::{
    catalog::entities::shop_source,
    features::{self, Health, Services},
    platform::{error::Result, marks},
};

/// Losing more data than this would hurt.
const BACKUP_IS_OLD: TimeDelta = TimeDelta::days(7);
/// Coffee shops open and close.
const IMPORT_IS_OLD: TimeDelta = TimeDelta::days(90);
/// Nodes report once a minute.
const NODE_IS_SILENT: TimeDelta = TimeDelta::minutes(5);
const GIGABYTE: u64 = 1_000_000_000;

/// One line per health check.
pub(super) async fn lines(
    services: &Services,
    import: Option<&shop_source::Model>,
    now: DateTime<Utc>,
) -> Result<Vec<OperatorLine>> {
    let mut lines = vec![backup(services, now).await?, imported(import, now)];
    lines.extend(features::health(services).await?);
    lines.extend(disk(services, now));
    let lines = lines.into_iter().map(|line| OperatorLine {
        name: line.name.to_owned(),
        text: line.text,
        last: line.last.map(|at| moment(at, now)),
        advice: line.advice,
    });
    Ok(lines.collect())
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
            "Run “townperk backup FILE” once a day, and keep the files on another machine."
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

fn disk(services: &Services, now: DateTime<Utc>) -> Option<Health> {
    let (free, all) = services.folder.disk()?;
    Some(Health {
        name: "Disk",
        text: format!("{} of {} free for the data folder", size(free), size(all)),
        last: Some(now),
        advice: is_full(free, all).then(|| {
            "Free up space or move the data folder to a larger disk: nothing can be saved without space."
                .to_owned()
        }),
    })
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
pub(super) async fn nodes(services: &Services, now: DateTime<Utc>) -> Result<Vec<OperatorNode>> {
    let rows = store::nodes(services.database.reads()).await?;
    let seen = |at: DateTime<Utc>| -> Moment { moment(at, now) };
    let nodes = rows.into_iter().map(|row| OperatorNode {
        advice: if row.seen_at < now - NODE_IS_SILENT {
            Some("No response. If it wasn't stopped on purpose, check its log.".to_owned())
        } else if row.version == VERSION {
            None
        } else {
            Some(format!(
                "The node that answered runs {VERSION}. Update all nodes to the same version."
            ))
        },
        name: row.name,
        version: row.version,
        started: seen(row.started_at),
        seen: seen(row.seen_at),
    });
    Ok(nodes.collect())
}
