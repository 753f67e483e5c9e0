//! The job of ZIP code expansion.

use std::sync::Arc;

use super::{
    super::store::reading,
    answers::ZipExpansion,
    entity::expansion_run,
    places::{PlaceService, PlaceServices},
    store,
    target::Target,
    town_plan::TownPlan,
    write,
};
use crate::{
    features::Services,
    platform::{
        error::{Error, Result},
        jobs::{JobAttempt, JobOutcome, Progress},
        web::Actor,
    },
};

/// Runs the job. A run whose services don't answer has failed; only a failing database makes it try again.
pub(super) async fn run(services: Services, job: JobAttempt) -> Result<JobOutcome> {
    let Some(row) = store::find(&services.database, job.id).await? else {
        return Ok(JobOutcome::Done);
    };
    if row.finished_at.is_some() {
        return Ok(store::outcome(row.error));
    }
    match expand(&services, &row, &job.progress).await {
        Ok(()) => Ok(JobOutcome::Done),
        Err(Error::Unavailable { message, .. }) => {
            store::end(&services, row.id, Some(message.into_owned())).await
        }
        Err(error) => Err(error),
    }
}

async fn expand(
    services: &Services,
    row: &expansion_run::Model,
    progress: &Progress,
) -> Result<()> {
    let places = PlaceServices::open(services).await?;
    let steps = u64::try_from(places.list.len()).unwrap_or(0) + 2;
    progress.note(0, steps).await;
    let target = Target::of_zip(&row.asked)
        .ok_or_else(|| Error::Internal(format!("there is no ZIP code {}", row.asked)))?;
    let compared_at = services.clock.now();
    let mut known = reading::known(&services.database).await?;
    let mut plan = TownPlan::of(&target, compared_at);
    for (service, step) in places.list.iter().zip(1..) {
        progress.note(step, steps).await;
        let answer = match service {
            PlaceService::Overpass => places.ask_overpass(&target).await,
            PlaceService::OpenPlaces => {
                let mut answers = places.read_file(std::slice::from_ref(&target)).await;
                let Some(answer) = answers.pop() else {
                    continue;
                };
                answer
            }
        };
        plan.add(answer, &target, &mut known, services).await?;
    }
    if let Some(failure) = plan.failure() {
        return Err(Error::unavailable(failure));
    }
    progress.note(steps - 1, steps).await;
    if row.is_trial {
        let town = write::preview(&services.database, &plan).await?;
        let result = Arc::new(ZipExpansion::of(&row.asked, true, town, None));
        let (id, now) = (row.id, services.clock.now());
        let noted = services.database.transaction(move |transaction| {
            let result = result.clone();
            Box::pin(async move { store::note(transaction, id, (&*result, true), now).await })
        });
        noted.await?;
    } else {
        add(services, row, plan).await?;
    }
    progress.note(steps, steps).await;
    Ok(())
}

/// Writes the plan and the run's result in one act.
async fn add(services: &Services, row: &expansion_run::Model, plan: TownPlan) -> Result<()> {
    let (plan, identifiers) = (Arc::new(plan), services.identifiers.clone());
    let (id, zip) = (row.id, row.asked.clone());
    let act = services
        .ledger
        .act(Actor::Administrator, "expansion.zip", move |act| {
            let (plan, identifiers, zip) = (plan.clone(), identifiers.clone(), zip.clone());
            Box::pin(async move {
                let plan = plan.compared_again(act.transaction()).await?;
                let town = write::write(act, &identifiers, &plan).await?;
                let entry = (!plan.shops.is_empty()).then(|| act.entry());
                let result = ZipExpansion::of(&zip, false, town, entry);
                store::note(act.transaction(), id, (&result, true), act.now()).await
            })
        });
    act.await?;
    Ok(())
}
