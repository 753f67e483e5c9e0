//! The job of metro expansion: the next areas of the list, each in an act of its own.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    super::{known::Known, store::reading},
    areas::{Area, AreaList},
    entity as expansion_area,
    places::{PlaceService, PlaceServices, ServiceAnswer},
    store,
    stored::{AreaDone, AreasDone, Metro},
    target::Target,
    town_plan::TownPlan,
    write, zip,
};
use crate::{
    catalog::writing::Subject,
    features::Services,
    platform::{
        error::Result,
        jobs::{JobAttempt, JobOutcome},
        runs::{self, Run, StepError},
        web::Actor,
    },
};

/// After this many failed areas in a row the services are considered down.
pub(super) const FAILURES: usize = 2;

/// Runs the job. It continues where an interrupted attempt ended.
pub(super) async fn run(services: Services, job: JobAttempt) -> Result<JobOutcome> {
    let runs = services.ledger.runs();
    let step = async |run| expand(&services, run, &job).await;
    runs.work::<Metro, _>(&job, step).await
}

async fn expand(
    services: &Services,
    run: Run<Metro>,
    job: &JobAttempt,
) -> std::result::Result<(), StepError> {
    let places = PlaceServices::open(services).await.map_err(zip::stop)?;
    let areas = next_areas(services, &run).await.map_err(zip::stop)?;
    let mut done = run.result;
    let targets: Vec<Target> = areas.iter().flat_map(Area::targets).cloned().collect();
    let steps = u64::try_from(targets.len()).unwrap_or(u64::MAX);
    job.progress.note(0, steps).await;
    let mut from_file = if places.list.contains(&PlaceService::OpenPlaces) {
        places.read_file(&targets).await
    } else {
        Vec::new()
    }
    .into_iter();
    let compared_at = services.clock.now();
    let mut known = reading::known(&services.database).await?;
    let (mut step, mut failures) = (0, 0);
    for (past, area) in areas.iter().enumerate() {
        let mut plans = Vec::new();
        for target in area.targets() {
            let file = from_file.next();
            plans.push(plan((target, compared_at), (&places, file), &mut known, services).await?);
            step += 1;
            job.progress.note(step, steps).await;
        }
        let unanswered = plans.iter().find_map(TownPlan::unanswered);
        let failure = plans.iter().find_map(TownPlan::failure);
        match failure {
            Some(step_error @ StepError::Busy(_)) => return Err(step_error.after(past > 0)),
            Some(_) => {
                let reason = unanswered.clone().unwrap_or_default();
                let failed = AreaDone::failed(area.slug(), area.target.name(), reason);
                done.areas.push(failed);
                let runs = services.ledger.runs();
                runs.keep::<Metro>(run.id, &done).await?;
            }
            None => done = add(services, run.id, (area, plans, unanswered.clone()), done).await?,
        }
        failures = unanswered.as_ref().map_or(0, |_| failures + 1);
        if let Some(reason) = unanswered.filter(|_| failures == FAILURES) {
            return Err(StepError::Stop(reason));
        }
    }
    match done.only_failed() {
        Some(reason) => Err(StepError::Stop(reason)),
        None => Ok(()),
    }
}

/// The areas that this run has still to do.
async fn next_areas(services: &Services, run: &Run<Metro>) -> Result<Vec<Area>> {
    let folder = services.folder.clone();
    let list = services.cpu.run(move || AreaList::load(&folder)).await??;
    let mut past = store::areas_done(&services.database).await?;
    let done = &run.result.areas;
    past.extend(done.iter().map(|area| area.slug.clone()));
    let left = run.asked.areas.saturating_sub(done.len());
    let (next, only) = (list.areas.into_iter(), &run.asked.only);
    Ok(next
        .filter(|area| !past.contains(area.slug()))
        .filter(|area| only.is_empty() || only.iter().any(|slug| slug == area.slug()))
        .take(left)
        .collect())
}

async fn plan(
    (target, compared_at): (&Target, DateTime<Utc>),
    (places, file): (&PlaceServices, Option<ServiceAnswer>),
    known: &mut Known,
    services: &Services,
) -> Result<TownPlan> {
    let mut plan = TownPlan::of(target, compared_at);
    let mut file = file;
    for service in &places.list {
        let answer = match service {
            PlaceService::Overpass => Some(places.ask_overpass(services, target).await?),
            PlaceService::OpenPlaces => file.take(),
        };
        if let Some(answer) = answer {
            plan.add(answer, target, known, services).await?;
        }
    }
    Ok(plan)
}

/// Writes an area: its shops, that it is done, and what the run has done so far. It isn't done if a service said nothing
/// about one of its towns (D73).
async fn add(
    services: &Services,
    run: Uuid,
    (area, plans, unanswered): (&Area, Vec<TownPlan>, Option<String>),
    done: AreasDone,
) -> Result<AreasDone> {
    let identifiers = services.identifiers.clone();
    let (slug, name) = (area.slug().to_owned(), area.target.name());
    let planned = Arc::new((plans, unanswered, done));
    let act = services
        .ledger
        .act(Actor::Administrator(None), "expansion.area", move |act| {
            let (identifiers, planned) = (identifiers.clone(), planned.clone());
            let (slug, name) = (slug.clone(), name.clone());
            Box::pin(async move {
                let (plans, unanswered, done) = &*planned;
                let mut towns = Vec::new();
                for plan in plans {
                    let plan = plan.compared_again(act.transaction()).await?;
                    towns.push(write::write(act, &identifiers, &plan).await?);
                }
                let has_added = towns.iter().any(|town| !town.added.is_empty());
                if unanswered.is_none() {
                    let row = expansion_area::Model {
                        id: identifiers.next(),
                        area: slug.clone(),
                        run_id: run,
                        done_at: act.now(),
                    };
                    act.insert(&row).await?;
                    act.set_subject(Subject::new("area", row.id, &name));
                }
                let mut done = done.clone();
                done.areas.push(AreaDone {
                    slug,
                    name,
                    towns,
                    error: unanswered.clone(),
                    entry: (has_added || unanswered.is_none()).then(|| act.entry()),
                });
                runs::keep::<Metro>(act.transaction(), run, &done, act.now()).await?;
                Ok(done)
            })
        });
    Ok(act.await?.value)
}
