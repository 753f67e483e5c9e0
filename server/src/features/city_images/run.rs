//! The job of a run: three cities at a time, its result saying how far it is.

use std::sync::Arc;

use gazetteer::State;
use tokio::task::JoinSet;
use uuid::Uuid;

use super::{
    Discovery, Looked,
    find::{Found, FoundIn, LONGEST_PAUSE, Source, Sources, Town, find_image},
};
use crate::{
    catalog::{City, shop_runs},
    features::Services,
    platform::{
        error::{Error, Result},
        jobs::{JobAttempt, JobOutcome},
        runs::{Failures, Pause, Run, Runs, StepError, taken_back_by},
    },
};

/// Wikimedia allows three requests at once.
const AT_ONCE: usize = 3;

/// Runs the job.
pub(super) async fn run(services: Services, attempt: JobAttempt) -> Result<JobOutcome> {
    if let Some(id) = taken_back_by(&attempt.payload) {
        return shop_runs::run_undo::<Discovery>(&services.ledger, &attempt, id).await;
    }
    let runs = services.ledger.runs();
    let step = |run| look(&services, &runs, &attempt, run);
    runs.work::<Discovery, _>(&attempt, step).await
}

/// Looks at the cities without an image, from the first that hasn't been looked at.
async fn look(
    services: &Services,
    runs: &Runs,
    attempt: &JobAttempt,
    run: Run<Discovery>,
) -> std::result::Result<(), StepError> {
    let mut looked = run.result;
    let sources = Arc::new(Sources::open(services)?);
    let towns = towns_without_image(services, run.id, looked.after_city);
    let checked = u64::try_from(looked.checked).unwrap_or_default();
    let total = checked + towns.len() as u64;
    let mut troubles = Troubles::default();
    for (round, some) in (0_u64..).zip(towns.chunks(AT_ONCE)) {
        let done = checked + round * AT_ONCE as u64;
        attempt.progress.note(done, total).await;
        let mut looking = JoinSet::new();
        for town in some {
            let (services, sources, town) = (services.clone(), sources.clone(), town.clone());
            looking.spawn(async move { find_image(&services, &sources, &town).await });
        }
        let (mut pause, mut without) = (None, Looked::default());
        while let Some(found) = looking.join_next().await {
            let found = found.map_err(Error::failed)?;
            let is_failed = found
                .asked
                .iter()
                .any(|(_, step_error)| step_error.is_some());
            match found.place {
                FoundIn::Nowhere => {
                    without.checked += 1;
                    without.failed += i32::from(is_failed);
                }
                place => looked.note(place),
            }
            pause = longer(pause, troubles.note(found, &sources)?);
        }
        if pause.is_none() {
            // Otherwise, they are looked at again.
            looked.checked += without.checked;
            looked.failed += without.failed;
            looked.after_city = some.last().map(|town| town.id);
        }
        looked.problems = sources.problems();
        runs.keep::<Discovery>(run.id, &looked).await?;
        if let Some(pause) = pause {
            return Err(StepError::Busy(pause).after(round > 0));
        }
        if !sources.can_ask() {
            return Err(StepError::Stop(looked.problems.join(" ")));
        }
    }
    attempt.progress.note(total, total).await;
    Ok(())
}

/// The longer of two pauses.
fn longer(one: Option<Pause>, other: Option<Pause>) -> Option<Pause> {
    match (one, other) {
        (Some(one), Some(other)) if one.time >= other.time => Some(one),
        (one, other) => other.or(one),
    }
}

/// How often each source failed in a row.
#[derive(Debug, Default)]
struct Troubles {
    wikimedia: Failures,
    pexels: Failures,
}

impl Troubles {
    /// Leaves sources out that don't answer any more. Returns the pause that one of them wants.
    fn note(
        &mut self,
        found: Found,
        sources: &Sources,
    ) -> std::result::Result<Option<Pause>, StepError> {
        let mut wanted = None;
        for (source, step_error) in found.asked {
            let failures = match source {
                Source::Wikimedia => &mut self.wikimedia,
                Source::Pexels => &mut self.pexels,
            };
            let Some(step_error) = step_error else {
                failures.end();
                continue;
            };
            match failures.note(&step_error).unwrap_or(step_error) {
                StepError::Busy(pause) => {
                    if pause.time <= LONGEST_PAUSE || sources.is_last(source) {
                        wanted = longer(wanted, Some(pause));
                    } else {
                        sources.leave_out(source, pause.reason);
                    }
                }
                StepError::Stop(reason) => sources.leave_out(source, reason),
                StepError::Skip(reason) | StepError::Unanswered(reason) => {
                    tracing::warn!(reason, "a city's image can't be looked for");
                }
                step_error @ (StepError::Again(_) | StepError::Later(_)) => return Err(step_error),
            }
        }
        Ok(wanted)
    }
}

impl Looked {
    /// Counts a city that has an image now.
    fn note(&mut self, found: FoundIn) {
        match found {
            FoundIn::Wikipedia => self.wikipedia += 1,
            FoundIn::Stock => self.stock += 1,
            FoundIn::Nowhere => return,
        }
        self.checked += 1;
    }
}

/// Listed cities that show their gradient, in the order of IDs.
pub(super) fn towns_without_image(
    services: &Services,
    run: Uuid,
    after: Option<Uuid>,
) -> Vec<Town> {
    let view = services.catalog.view();
    let mut towns: Vec<Town> = view
        .each_city()
        .filter(|entry| entry.is_listed() && entry.city.photos.is_empty())
        .filter(|entry| after.is_none_or(|after| entry.city.id > after))
        .filter_map(|entry| town(&entry.city, run))
        .collect();
    towns.sort_by_key(|town| town.id);
    towns
}

/// `None` without a point, because then nothing tells its article from another's.
fn town(city: &City, run: Uuid) -> Option<Town> {
    Some(Town {
        id: city.id,
        run,
        slug: city.slug.to_string(),
        name: city.name.to_string(),
        state: State::parse(&city.state)?.name(),
        point: city.point?,
    })
}
