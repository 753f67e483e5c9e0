//! The job of a run: one shop after the other, its row saying how far it is.

use chrono::TimeDelta;
use uuid::Uuid;

use super::{
    NOT_CONFIGURED,
    entity::run,
    open,
    shop::{Enhanced, enhance},
    store,
};
use crate::{
    features::Services,
    platform::{
        error::{Error, Result},
        foursquare::{Foursquare, FoursquareError},
        jobs::{JobAttempt, JobOutcome},
    },
};

/// The longest pause that Foursquare may ask for.
const LONGEST_PAUSE: TimeDelta = TimeDelta::days(1);

/// How a run or a renewal goes on after an error.
pub(super) enum Setback {
    /// For this shop alone.
    Skip,
    /// Later, from the same shop on.
    Later(TimeDelta),
    /// Soon, as a failed attempt.
    Again(Error),
    /// Not at all, with the reason for the administrator.
    Stop(String),
}

impl From<FoursquareError> for Setback {
    fn from(error: FoursquareError) -> Self {
        match error {
            FoursquareError::WrongKey
            | FoursquareError::NotAllowed(_)
            | FoursquareError::BudgetUsedUp(_) => Self::Stop(error.to_string()),
            FoursquareError::Throttled(pause) => Self::Later(pause.min(LONGEST_PAUSE)),
            FoursquareError::Unreachable(_) => Self::Again(Error::Internal(error.to_string())),
            FoursquareError::Unusable(_) => Self::Skip,
            FoursquareError::Ours(error) => Self::Again(error),
        }
    }
}

/// Enhances the shops of the run with the job's ID, from the first that isn't processed.
pub(super) async fn run(services: Services, attempt: JobAttempt) -> Result<JobOutcome> {
    let Some(mut run) = store::find_run(services.database.reads(), attempt.id).await? else {
        return Ok(JobOutcome::Done);
    };
    if let Some(problem) = run.problem {
        return Ok(JobOutcome::Failed(problem));
    }
    if run.is_done {
        return Ok(JobOutcome::Done);
    }
    let Some(foursquare) = open(&services)? else {
        return stop(&services, run, NOT_CONFIGURED.to_owned()).await;
    };
    let total = run.shops.0.len();
    let first = usize::try_from(run.processed).unwrap_or_default();
    let left: Vec<Uuid> = run.shops.0.iter().skip(first).copied().collect();
    let calls_before = run.calls;
    for (processed, id) in (first..).zip(left) {
        attempt.progress.note(processed as u64, total as u64).await;
        let result = step(&services, &foursquare, id).await;
        run.calls = calls_before + i32::try_from(foursquare.calls()).unwrap_or(i32::MAX);
        match result {
            Ok(enhanced) => {
                run.enhanced += i32::from(enhanced.is_matched);
                run.photos += enhanced.photos;
                run.processed += 1;
            }
            Err(Setback::Skip) => run.processed += 1,
            Err(Setback::Later(pause)) => {
                save(&services, &mut run).await?;
                return Ok(JobOutcome::MoreAfter(pause));
            }
            Err(Setback::Again(error)) => {
                save(&services, &mut run).await?;
                return Err(error);
            }
            Err(Setback::Stop(problem)) => return stop(&services, run, problem).await,
        }
        save(&services, &mut run).await?;
    }
    run.is_done = true;
    save(&services, &mut run).await?;
    attempt.progress.note(total as u64, total as u64).await;
    Ok(JobOutcome::Done)
}

/// Ends a run that can't go on. The operator sees why.
async fn stop(services: &Services, mut run: run::Model, problem: String) -> Result<JobOutcome> {
    run.problem = Some(problem.clone());
    save(services, &mut run).await?;
    Ok(JobOutcome::Failed(problem))
}

async fn save(services: &Services, run: &mut run::Model) -> Result<()> {
    run.last_at = services.clock.now();
    store::save_run(&services.database, run).await
}

/// One shop, and how to go on if that fails.
pub(super) async fn step(
    services: &Services,
    foursquare: &Foursquare,
    shop: Uuid,
) -> std::result::Result<Enhanced, Setback> {
    let enhanced = enhance(services, foursquare, shop).await;
    enhanced.map_err(|error| {
        if matches!(error, FoursquareError::Unusable(_)) {
            tracing::warn!(%error, %shop, "a shop can't be enhanced");
        }
        error.into()
    })
}
