//! Prunes the platform's own tables.

use chrono::TimeDelta;

use super::{
    clock::Clock,
    database::Database,
    jobs::{self, Handlers, JobOutcome, Schedule},
    mail, runs,
};

/// The job's kind.
pub const JOB: &str = "platform.prune";

/// How long sent emails and finished jobs are kept: longer than a scheduled job can repeat.
pub const KEPT: TimeDelta = TimeDelta::days(60);

/// The hourly job.
#[must_use]
pub fn handlers(database: &Database, clock: &Clock) -> Handlers {
    let (database, clock) = (database.clone(), clock.clone());
    Handlers::default().with_recurring(JOB, Schedule::Hourly, move |_| {
        let (database, now) = (database.clone(), clock.now());
        async move {
            let limit = now - KEPT;
            mail::prune(&database, limit).await?;
            runs::settle(&database, now).await?;
            jobs::prune(&database, limit).await?;
            Ok(JobOutcome::Done)
        }
    })
}
