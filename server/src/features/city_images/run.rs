//! The job of a run: three cities at a time, its row saying how far it is.

use std::sync::Arc;

use chrono::TimeDelta;
use gazetteer::State;
use tokio::task::JoinSet;
use uuid::Uuid;

use super::{
    entity::Model,
    find::{Setback, Sources, Town, find_image},
    store,
};
use crate::{
    catalog::City,
    features::Services,
    platform::{
        error::{Error, Result},
        jobs::{JobAttempt, JobOutcome},
    },
};

/// Wikimedia allows three requests at once.
const AT_ONCE: usize = 3;
/// After so many cities in a row for which no source could be asked, the run stops.
const MOST_FAILURES: u32 = 6;
/// The longest pause that a source may ask for.
const LONGEST_PAUSE: u32 = 86_400;

/// Where an image came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FoundIn {
    Wikipedia,
    Stock,
    Nowhere,
}

/// Looks at the cities without an image, from the first that hasn't been looked at.
pub(super) async fn run(services: Services, attempt: JobAttempt) -> Result<JobOutcome> {
    let Some(mut run) = store::find(services.database.reads(), attempt.id).await? else {
        return Ok(JobOutcome::Done);
    };
    if let Some(problem) = run.problem {
        return Ok(JobOutcome::Failed(problem));
    }
    if run.is_done {
        return Ok(JobOutcome::Done);
    }
    let sources = Arc::new(Sources::open(&services)?);
    let towns = towns_without_image(&services, run.after_city);
    let checked = u64::try_from(run.checked).unwrap_or_default();
    let total = checked + towns.len() as u64;
    let mut failures = 0;
    for (round, some) in (0_u64..).zip(towns.chunks(AT_ONCE)) {
        let done = checked + round * AT_ONCE as u64;
        attempt.progress.note(done, total).await;
        let mut looking = JoinSet::new();
        for town in some {
            let (services, sources, town) = (services.clone(), sources.clone(), town.clone());
            looking.spawn(async move { find_image(&services, &sources, &town).await });
        }
        let (mut pause, mut without) = (None, 0);
        while let Some(found) = looking.join_next().await {
            let found = found.map_err(|error| Error::Internal(error.to_string()))?;
            match found {
                Ok(found) => {
                    failures = 0;
                    without += i32::from(found == FoundIn::Nowhere);
                    note(&mut run, found);
                }
                Err(Setback::Later(seconds)) => {
                    pause = pause.max(Some(seconds.min(LONGEST_PAUSE)));
                }
                Err(Setback::Failed(reason)) => {
                    tracing::warn!(reason, "a city's image can't be looked for");
                    (failures, run.failed) = (failures + 1, run.failed + 1);
                    run.checked += 1;
                    if failures >= MOST_FAILURES {
                        run.problem =
                            Some(format!("The sources of images can't be asked: {reason}"));
                    }
                }
                Err(Setback::Stop(reason)) => run.problem = Some(reason),
                Err(Setback::Ours(error)) => return Err(error),
            }
        }
        if pause.is_none() {
            // Otherwise, they are looked at again.
            run.checked += without;
            run.after_city = some.last().map(|town| town.id);
        }
        save(&services, &mut run).await?;
        if let Some(problem) = run.problem {
            return Ok(JobOutcome::Failed(problem));
        }
        if let Some(seconds) = pause {
            return Ok(JobOutcome::MoreAfter(TimeDelta::seconds(seconds.into())));
        }
    }
    run.is_done = true;
    save(&services, &mut run).await?;
    attempt.progress.note(total, total).await;
    Ok(JobOutcome::Done)
}

/// Counts a city that has an image now.
fn note(run: &mut Model, found: FoundIn) {
    match found {
        FoundIn::Wikipedia => run.wikipedia += 1,
        FoundIn::Stock => run.stock += 1,
        FoundIn::Nowhere => return,
    }
    run.checked += 1;
}

async fn save(services: &Services, run: &mut Model) -> Result<()> {
    run.last_at = services.clock.now();
    store::save(&services.database, run).await
}

/// Listed cities that show their gradient, in the order of IDs.
fn towns_without_image(services: &Services, after: Option<Uuid>) -> Vec<Town> {
    let view = services.catalog.view();
    let mut towns: Vec<Town> = view
        .each_city()
        .filter(|entry| entry.is_listed() && entry.city.photos.is_empty())
        .filter(|entry| after.is_none_or(|after| entry.city.id > after))
        .filter_map(|entry| town(&entry.city))
        .collect();
    towns.sort_by_key(|town| town.id);
    towns
}

/// `None` without a point, because then nothing tells its article from another's.
fn town(city: &City) -> Option<Town> {
    Some(Town {
        id: city.id,
        slug: city.slug.to_string(),
        name: city.name.to_string(),
        state: State::parse(&city.state)?.name(),
        point: city.point?,
    })
}
