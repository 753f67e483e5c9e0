//! The job of ZIP code expansion.

use std::sync::Arc;

use uuid::Uuid;

use super::{
    super::store::reading,
    places::{PlaceService, PlaceServices},
    stored::{Zip, ZipDone},
    target::Target,
    town_plan::TownPlan,
    write,
};
use crate::{
    features::Services,
    platform::{
        error::{Error, Result},
        jobs::{JobAttempt, JobOutcome, Progress},
        runs::{self, Run, StepError},
        web::Actor,
    },
};

/// Runs the job. A run whose services don't answer stops, after some pauses if they are busy; only a failing database
/// makes it try again.
pub(super) async fn run(services: Services, job: JobAttempt) -> Result<JobOutcome> {
    let runs = services.ledger.runs();
    let step = async |run| expand(&services, &run, &job.progress).await;
    runs.work::<Zip, _>(&job, step).await
}

async fn expand(
    services: &Services,
    run: &Run<Zip>,
    progress: &Progress,
) -> std::result::Result<(), StepError> {
    let places = PlaceServices::open(services).await.map_err(stop)?;
    let steps = u64::try_from(places.list.len()).unwrap_or(0) + 2;
    progress.note(0, steps).await;
    let target = Target::of_zip(&run.asked.zip)
        .ok_or_else(|| Error::Internal(format!("there is no ZIP code {}", run.asked.zip)))?;
    let compared_at = services.clock.now();
    let mut known = reading::known(&services.database).await?;
    let mut plan = TownPlan::of(&target, compared_at);
    for (service, step) in places.list.iter().zip(1..) {
        progress.note(step, steps).await;
        let answer = match service {
            PlaceService::Overpass => places.ask_overpass(services, &target).await?,
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
        return Err(failure);
    }
    progress.note(steps - 1, steps).await;
    if run.asked.is_trial {
        let town = write::preview(&services.database, &plan).await?;
        let done = Some(ZipDone { town, entry: None });
        services.ledger.runs().keep::<Zip>(run.id, &done).await?;
    } else {
        add(services, run.id, plan).await?;
    }
    progress.note(steps, steps).await;
    Ok(())
}

/// A run ends if there is nothing to ask.
pub(super) fn stop(error: Error) -> StepError {
    match error {
        Error::Unavailable { message, .. } => StepError::Stop(message.into_owned()),
        Error::Setup(message) => StepError::Stop(message),
        error => StepError::Again(error),
    }
}

/// Writes the plan and the run's result in one act.
async fn add(services: &Services, run: Uuid, plan: TownPlan) -> Result<()> {
    let (plan, identifiers) = (Arc::new(plan), services.identifiers.clone());
    let act = services
        .ledger
        .act(Actor::Administrator(None), "expansion.zip", move |act| {
            let (plan, identifiers) = (plan.clone(), identifiers.clone());
            Box::pin(async move {
                let plan = plan.compared_again(act.transaction()).await?;
                let town = write::write(act, &identifiers, &plan).await?;
                let entry = (!plan.shops.is_empty()).then(|| act.entry());
                let done = Some(ZipDone { town, entry });
                runs::keep::<Zip>(act.transaction(), run, &done, act.now()).await?;
                runs::end(act.transaction(), run, None, act.now()).await
            })
        });
    act.await?;
    Ok(())
}
