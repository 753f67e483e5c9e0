//! The job of metro expansion: the next areas of the list, each in an act of its own.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    super::{plan::Known, store::reading},
    areas::{Area, AreaList},
    entity::{expansion_area, expansion_run},
    metro_answers::{ExpandedArea, MetroExpansion},
    places::{PlaceService, PlaceServices, ServiceAnswer},
    store,
    target::Target,
    town_plan::TownPlan,
    write,
};
use crate::{
    catalog::writing::Subject,
    features::Services,
    platform::{
        error::{Error, Result},
        jobs::{JobAttempt, JobOutcome},
        web::Actor,
    },
};

/// After this many failed areas in a row the services are considered down.
const FAILURES: usize = 2;

/// Runs the job. It continues where an interrupted attempt ended.
pub(super) async fn run(services: Services, job: JobAttempt) -> Result<JobOutcome> {
    let Some(row) = store::find(&services.database, job.id).await? else {
        return Ok(JobOutcome::Done);
    };
    if row.finished_at.is_some() {
        return Ok(store::outcome(row.error));
    }
    let error = match expand(&services, &row, &job).await {
        Ok(()) => None,
        Err(Error::Unavailable { message, .. }) => Some(message.into_owned()),
        Err(Error::Setup(message)) => Some(message),
        Err(error) => return Err(error),
    };
    store::end(&services, row.id, error).await
}

async fn expand(services: &Services, row: &expansion_run::Model, job: &JobAttempt) -> Result<()> {
    let places = PlaceServices::open(services).await?;
    let mut result: MetroExpansion = store::result_of(row)?.unwrap_or_default();
    let areas = next_areas(services, row, &result).await?;
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
    for area in &areas {
        let mut plans = Vec::new();
        for target in area.targets() {
            let file = from_file.next();
            plans.push(plan((target, compared_at), (&places, file), &mut known, services).await?);
            step += 1;
            job.progress.note(step, steps).await;
        }
        let failed = plans.iter().find_map(TownPlan::failure);
        if let Some(reason) = failed {
            failures += 1;
            result.add(ExpandedArea::failed(
                area.slug(),
                area.target.name(),
                reason.clone(),
            ));
            note(services, row.id, &result).await?;
            if failures == FAILURES {
                return Err(Error::unavailable(reason));
            }
        } else {
            failures = 0;
            result = add(services, row.id, (area, plans), result).await?;
        }
    }
    Ok(())
}

/// The areas that this run has still to do.
async fn next_areas(
    services: &Services,
    row: &expansion_run::Model,
    result: &MetroExpansion,
) -> Result<Vec<Area>> {
    let folder = services.folder.clone();
    let list = services.cpu.run(move || AreaList::load(&folder)).await??;
    let mut past = store::areas_done(&services.database).await?;
    past.extend(result.areas.iter().map(|area| area.slug.clone()));
    let asked: usize = row.asked.parse().unwrap_or(0);
    let left = asked.saturating_sub(result.areas.len());
    let next = list.areas.into_iter();
    Ok(next
        .filter(|area| !past.contains(area.slug()))
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
            PlaceService::Overpass => Some(places.ask_overpass(target).await),
            PlaceService::OpenPlaces => file.take(),
        };
        if let Some(answer) = answer {
            plan.add(answer, target, known, services).await?;
        }
    }
    Ok(plan)
}

/// Writes an area: its shops, that it is done, and the run's result so far.
async fn add(
    services: &Services,
    run: Uuid,
    (area, plans): (&Area, Vec<TownPlan>),
    result: MetroExpansion,
) -> Result<MetroExpansion> {
    let identifiers = services.identifiers.clone();
    let (slug, name) = (area.slug().to_owned(), area.target.name());
    let planned = Arc::new((plans, result));
    let act = services
        .ledger
        .act(Actor::Administrator, "expansion.area", move |act| {
            let (identifiers, planned) = (identifiers.clone(), planned.clone());
            let (slug, name) = (slug.clone(), name.clone());
            Box::pin(async move {
                let (plans, result) = &*planned;
                let mut towns = Vec::new();
                for plan in plans {
                    let plan = plan.compared_again(act.transaction()).await?;
                    towns.push(write::write(act, &identifiers, &plan).await?);
                }
                let row = expansion_area::Model {
                    id: identifiers.next(),
                    area: slug.clone(),
                    run_id: run,
                    done_at: act.now(),
                };
                act.insert(&row).await?;
                act.set_subject(Subject::new("area", row.id, &name));
                let mut result = result.clone();
                result.add(ExpandedArea::of(&slug, name, towns, act.entry()));
                store::note(act.transaction(), run, (&result, false), act.now()).await?;
                Ok(result)
            })
        });
    Ok(act.await?.value)
}

async fn note(services: &Services, run: Uuid, result: &MetroExpansion) -> Result<()> {
    let (result, now) = (Arc::new(result.clone()), services.clock.now());
    let noted = services.database.transaction(move |transaction| {
        let result = result.clone();
        Box::pin(async move { store::note(transaction, run, (&*result, false), now).await })
    });
    noted.await
}
