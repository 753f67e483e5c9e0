//! What goes with an invented list.

use super::{key, store, stored::ListRun};
use crate::{
    features::Services,
    platform::{error::Result, runs::Run},
};

/// How many runs are looked at: each is started by hand.
const LATEST: u64 = 1000;

/// Removes the files that were read, or tried, as a list of this name, with the runs that did so.
///
/// # Errors
///
/// When the storage or the database fails.
pub(in crate::features::imports) async fn forget(services: &Services, source: &str) -> Result<()> {
    let runs: Vec<Run<ListRun>> = services.ledger.runs().latest(LATEST).await?;
    let is_theirs = |run: &&Run<ListRun>| run.asked.choices.source.as_deref() == Some(source);
    for run in runs.iter().filter(is_theirs) {
        let file = run.asked.file;
        services.storage.delete(&key(file)).await?;
        store::delete(&services.database, file).await?;
        store::forget_run(&services.database, run.id).await?;
    }
    Ok(())
}
