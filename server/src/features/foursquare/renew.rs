//! The nightly job: erases what has ended, and renews by ID what is about to end, within the month's budget (D72).

use std::cmp::Reverse;

use chrono::TimeDelta;
use uuid::Uuid;

use super::{open, run::step, store};
use crate::{
    features::Services,
    platform::{
        error::Result,
        jobs::{JobAttempt, JobOutcome},
        runs::{Failures, Pause, StepError},
    },
};

/// How long before its end content is renewed, so that a bad night costs nothing.
const AHEAD: TimeDelta = TimeDelta::days(3);

/// Runs the job. A renewed shop isn't due any more, so an interrupted night goes on with the others.
pub(super) async fn run(services: Services, attempt: JobAttempt) -> Result<JobOutcome> {
    let now = services.clock.now();
    let erased = store::erase_ended(&services, now).await?;
    if erased > 0 {
        tracing::info!(shops = erased, "Foursquare's content has ended");
    }
    let Some(foursquare) = open(&services)? else {
        return Ok(JobOutcome::Done);
    };
    let due = in_order(&services, now + AHEAD).await?;
    let total = due.len() as u64;
    let mut failures = Failures::default();
    for (done, shop) in (0..).zip(due) {
        attempt.progress.note(done, total).await;
        let step_error = match step(&services, &foursquare, (shop, None)).await {
            Ok(_) => {
                failures.end();
                continue;
            }
            Err(step_error) => failures.note(&step_error).unwrap_or(step_error),
        };
        match step_error {
            StepError::Skip(_) | StepError::Unanswered(_) => {}
            StepError::Later(time) | StepError::Busy(Pause { time, .. }) => {
                return Ok(JobOutcome::MoreAfter(time));
            }
            StepError::Again(error) => return Err(error),
            StepError::Stop(problem) => {
                tracing::warn!(problem, left = total - done, "not everything is renewed");
                return Ok(JobOutcome::Done);
            }
        }
    }
    attempt.progress.note(total, total).await;
    Ok(JobOutcome::Done)
}

/// The shops due before `limit`: boosted first, then by views.
async fn in_order(services: &Services, limit: chrono::DateTime<chrono::Utc>) -> Result<Vec<Uuid>> {
    let reads = services.database.reads();
    let mut due = store::due(reads, limit).await?;
    let views = store::views(reads, &due).await?;
    let view = services.catalog.view();
    due.sort_by_cached_key(|id| {
        let shop = view.any_shop(*id);
        let is_boosted = shop.is_some_and(|shop| view.is_boosted(&shop));
        Reverse((is_boosted, views.get(id).copied().unwrap_or_default()))
    });
    Ok(due)
}
