//! What is wrong with the backups.

use chrono::{DateTime, TimeDelta, Utc};

use super::{IS_OLD, drill, problem};
use crate::{
    features::Services,
    platform::{error::Result, marks},
};

/// A vault that is away this briefly needs nobody.
const TOLERATED: TimeDelta = TimeDelta::minutes(30);

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// Nightly backups have failed since then.
    Failing(DateTime<Utc>, String),
    /// The last backup.
    Old(DateTime<Utc>),
    /// The newest one can't be restored.
    Unusable(DateTime<Utc>, String),
    /// What was committed since then isn't in the vault.
    Behind(DateTime<Utc>, String),
}

impl Trouble {
    /// The same trouble has the same key.
    pub(super) fn key(&self) -> String {
        match self {
            Self::Failing(since, _) => format!("failing {since}"),
            Self::Old(at) => format!("old {at}"),
            Self::Unusable(..) => "unusable".to_owned(),
            Self::Behind(since, _) => format!("behind {since}"),
        }
    }
}

/// The gravest trouble now.
pub(super) async fn trouble(services: &Services) -> Result<Option<Trouble>> {
    let (reads, now) = (services.database.reads(), services.clock.now());
    if let Some((at, detail)) = marks::last(reads, marks::BACKUP_DRILL).await?
        && let Some(reason) = drill::failure(&detail)
    {
        return Ok(Some(Trouble::Unusable(at, reason.to_owned())));
    }
    if let Some((since, reason)) = problem(services).await?
        && now - since >= TOLERATED
    {
        return Ok(Some(Trouble::Failing(since, reason)));
    }
    let last = marks::last(reads, marks::BACKUP).await?;
    if let Some((at, _)) = last.filter(|(at, _)| now - *at > IS_OLD) {
        return Ok(Some(Trouble::Old(at)));
    }
    let state = services.continuous_backup.state();
    let behind = state
        .waiting_since()
        .filter(|since| now - *since >= TOLERATED);
    Ok(behind.map(|since| Trouble::Behind(since, state.problem.unwrap_or_default())))
}
