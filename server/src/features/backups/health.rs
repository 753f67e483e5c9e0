//! The state of nightly backups, for the operator and the metrics.

use chrono::{DateTime, TimeDelta, Utc};

use super::{
    drill, problem,
    trouble::{Trouble, trouble},
};
use crate::{
    features::{Health, Services},
    platform::{error::Result, marks, metrics::Figure},
};

/// A weekly drill was missed.
const DRILL_IS_OLD: TimeDelta = TimeDelta::days(9);

/// Commits may wait this long before the operator is told.
const IS_BEHIND: TimeDelta = TimeDelta::minutes(5);

/// A line or two, where backups go to a vault.
pub(super) async fn lines(services: Services) -> Result<Vec<Health>> {
    if services.settings.backup_url.reveal().is_empty() {
        return Ok(Vec::new());
    }
    let last = marks::last(services.database.reads(), marks::BACKUP_DRILL).await?;
    let is_old = last
        .as_ref()
        .is_some_and(|(at, _)| services.clock.now() - *at > DRILL_IS_OLD);
    let advice = match trouble(&services).await? {
        Some(Trouble::Failing(since, reason)) => Some(format!(
            "Backups have failed since {}: {reason}",
            since.format("%Y-%m-%d %H:%M UTC")
        )),
        Some(Trouble::Unusable(..)) => Some(
            "Make another backup with “townperk backup FILE”, and find out why this one failed."
                .to_owned(),
        ),
        Some(Trouble::Old(_) | Trouble::Behind(..)) | None => is_old.then(|| {
            "No backup was tried for more than a week. Look at the jobs below.".to_owned()
        }),
    };
    let mut lines = vec![Health {
        name: "Backup drill",
        text: match &last {
            Some((_, detail)) => detail.clone(),
            None => "No backup was restored to try it yet: that is done each Sunday.".to_owned(),
        },
        last: last.map(|(at, _)| at),
        advice,
    }];
    lines.extend(continuous(&services));
    Ok(lines)
}

/// How far the vault is behind the database.
fn continuous(services: &Services) -> Option<Health> {
    let state = services.continuous_backup.state();
    let behind = state
        .waiting_since()
        .filter(|since| services.clock.now() - *since > IS_BEHIND);
    state.is_on.then(|| Health {
        name: "Continuous backup",
        text: match state.shipped_until {
            Some(_) => "What is saved reaches the vault within seconds.".to_owned(),
            None => "Nothing has reached the vault since the server started.".to_owned(),
        },
        last: state.shipped_until,
        advice: behind.map(|since| {
            let reason = state
                .problem
                .clone()
                .unwrap_or_else(|| "the spool was full or couldn't be written".to_owned());
            format!(
                "What was saved since {} waits on this machine: {reason}",
                since.format("%Y-%m-%d %H:%M UTC")
            )
        }),
    })
}

/// Whether backups fail, and whether they can be restored.
pub(super) async fn figures(services: Services) -> Result<Vec<Figure>> {
    if services.settings.backup_url.reveal().is_empty() {
        return Ok(Vec::new());
    }
    let last = marks::last(services.database.reads(), marks::BACKUP_DRILL).await?;
    let is_failing = problem(&services).await?.is_some();
    let has_failed = last
        .as_ref()
        .is_some_and(|(_, detail)| drill::failure(detail).is_some());
    let mut figures = vec![
        ("townperk_backup_failing", u64::from(is_failing)).into(),
        ("townperk_backup_drill_failed", u64::from(has_failed)).into(),
    ];
    let state = services.continuous_backup.state();
    if state.is_on {
        let behind = state
            .waiting_since()
            .map_or(0, |since| seconds_since(&services, since));
        figures.push(("townperk_backup_behind_seconds", behind).into());
    }
    if let Some((at, _)) = last {
        let age = seconds_since(&services, at);
        figures.push(("townperk_backup_drill_age_seconds", age).into());
    }
    Ok(figures)
}

fn seconds_since(services: &Services, at: DateTime<Utc>) -> u64 {
    u64::try_from((services.clock.now() - at).num_seconds()).unwrap_or_default()
}
