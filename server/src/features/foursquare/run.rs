//! The job of a run: one shop after the other, its result saying how far it is.

use uuid::Uuid;

use super::{
    Enhancement, NOT_CONFIGURED, open,
    shop::{Enhanced, enhance},
    store, undo,
};
use crate::{
    catalog::shop_runs::{self, ShopOutcome},
    features::Services,
    platform::{
        error::Result,
        foursquare::{Foursquare, FoursquareError},
        jobs::{JobAttempt, JobOutcome},
        runs::{Failures, Run, Runs, StepError, taken_back_by},
    },
};

impl From<FoursquareError> for StepError {
    fn from(error: FoursquareError) -> Self {
        match error {
            FoursquareError::BudgetUsedUp(_) => Self::Stop(error.to_string()),
            FoursquareError::Service(error) => error.into(),
            FoursquareError::Ours(error) => Self::Again(error),
        }
    }
}

/// Runs the job.
pub(super) async fn run(services: Services, attempt: JobAttempt) -> Result<JobOutcome> {
    if let Some(id) = taken_back_by(&attempt.payload) {
        return undo::run(&services, &attempt, id).await;
    }
    let runs = services.ledger.runs();
    let step = |run| enhance_left(&services, &runs, &attempt, run);
    runs.work::<Enhancement, _>(&attempt, step).await
}

/// Enhances the shops of the run, from the first that isn't processed.
async fn enhance_left(
    services: &Services,
    runs: &Runs,
    attempt: &JobAttempt,
    run: Run<Enhancement>,
) -> std::result::Result<(), StepError> {
    let Some(foursquare) = open(services)? else {
        return Err(StepError::Stop(NOT_CONFIGURED.to_owned()));
    };
    let (shops, mut improved) = (run.asked.shops, run.result);
    let total = shops.len() as u64;
    let first = usize::try_from(improved.processed).unwrap_or_default();
    let calls_before = improved.calls;
    let mut failures = Failures::default();
    for (processed, id) in (first as u64..).zip(shops.into_iter().skip(first)) {
        attempt.progress.note(processed, total).await;
        let result = step(services, &foursquare, (id, Some(run.id))).await;
        improved.calls = calls_before + i32::try_from(foursquare.calls()).unwrap_or(i32::MAX);
        let step_error = match result {
            Ok(enhanced) => {
                failures.end();
                if let Enhanced::Matched { photos } = enhanced {
                    improved.enhanced += 1;
                    improved.photos += photos;
                }
                note(services, (run.id, id), problem_of(enhanced)).await?;
                None
            }
            Err(step_error @ (StepError::Skip(_) | StepError::Unanswered(_))) => {
                improved.note_failure(&step_error);
                note(services, (run.id, id), failure_of(&step_error)).await?;
                failures.note(&step_error)
            }
            Err(step_error) => Some(step_error.after(processed > first as u64)),
        };
        improved.processed += i32::from(step_error.is_none());
        runs.keep::<Enhancement>(run.id, &improved).await?;
        if let Some(step_error) = step_error {
            return Err(step_error);
        }
    }
    // The city isn't done, so that another run may ask about the shops without an answer.
    if let Some(reason) = improved.why_unfinished() {
        return Err(StepError::Stop(reason));
    }
    if let Some(city) = run.asked.city_id {
        store::complete(&services.database, (city, run.id), services.clock.now()).await?;
    }
    attempt.progress.note(total, total).await;
    Ok(())
}

/// What the run says about a shop that got nothing.
pub(super) type Problem = Option<(ShopOutcome, String)>;

pub(super) fn problem_of(enhanced: Enhanced) -> Problem {
    match enhanced {
        Enhanced::Matched { .. } => None,
        Enhanced::Unknown => Some((ShopOutcome::Refused, UNKNOWN.to_owned())),
        Enhanced::Doubted(doubt) => {
            let words = format!("{} The inbox asks about it.", doubt.words());
            Some((ShopOutcome::Refused, words))
        }
        Enhanced::Gone => Some((ShopOutcome::Skipped, GONE.to_owned())),
    }
}

pub(super) fn failure_of(step_error: &StepError) -> Problem {
    match step_error {
        StepError::Skip(reason) | StepError::Unanswered(reason) => {
            Some((ShopOutcome::Failed, reason.clone()))
        }
        _ => None,
    }
}

pub(super) async fn note(services: &Services, ids: (Uuid, Uuid), problem: Problem) -> Result<()> {
    let Some(problem) = problem else {
        return Ok(());
    };
    shop_runs::note_alone(&services.database, ids, problem, services.clock.now()).await
}

const UNKNOWN: &str = "Foursquare doesn't know this shop.";
const GONE: &str = "It has been closed or removed meanwhile.";

/// One shop, for a run if there is one, and how to go on if that fails.
pub(super) async fn step(
    services: &Services,
    foursquare: &Foursquare,
    (shop, run): (Uuid, Option<Uuid>),
) -> std::result::Result<Enhanced, StepError> {
    let enhanced = enhance(services, foursquare, (shop, run)).await;
    enhanced.map_err(|error| {
        if matches!(error, FoursquareError::Service(_)) {
            tracing::warn!(%error, %shop, "a shop can't be enhanced");
        }
        error.into()
    })
}
