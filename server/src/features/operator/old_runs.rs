//! The nightly job that removes old runs of all rooms.

use crate::{
    features::{RetentionInfo, Services},
    platform::{
        error::Result,
        jobs::{self, Handlers, JobOutcome, RUNS_KEPT, Schedule},
    },
};

const JOB: &str = "runs.prune";
/// When the American night is quiet.
const NIGHTLY: Schedule = Schedule::Daily { hour: 8 };

pub(super) fn jobs(services: &Services) -> Handlers {
    let services = services.clone();
    Handlers::default().with_recurring(JOB, NIGHTLY, move |_| prune(services.clone()))
}

async fn prune(services: Services) -> Result<JobOutcome> {
    let limit = services.clock.now() - RUNS_KEPT;
    let runs = jobs::prune_runs(&services.database, &services.rooms.run_tables(), limit).await?;
    if runs > 0 {
        tracing::info!(runs, "old runs are removed");
    }
    Ok(JobOutcome::Done)
}

pub(super) async fn kept(services: Services) -> Result<Vec<RetentionInfo>> {
    let tables = services.rooms.run_tables();
    let (rows, oldest) = jobs::kept_runs(services.database.reads(), &tables).await?;
    Ok(vec![RetentionInfo {
        what: "Runs of expansion, enhancement and image searches",
        time: format!("{} days", RUNS_KEPT.num_days()),
        rows,
        oldest,
        job: Some(JOB),
    }])
}
