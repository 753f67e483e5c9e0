//! Lists of a whole state from OpenStreetMap: a run fetches one, and it is tried and imported as an uploaded one is.

use std::sync::atomic::Ordering;

use axum::extract::State as Extracted;
use gazetteer::State;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    LARGEST_FILE,
    kept::{NewList, keep},
    stored::{AskedState, StateFetch, StateFetched},
};
use crate::{
    features::{
        Services,
        imports::{
            choices,
            expansion::{FetchProgress, StatePlaces, fetch_state},
        },
    },
    platform::{
        error::{Error, ErrorBody, Result},
        jobs::{JobAttempt, JobOutcome},
        runs::{Run, RunRefusals, StepError},
        settings::Settings,
        web::{JsonBody, LongRun, StartedRun},
    },
};

const FAILED: &str = "Failed to fetch the state";
const REFUSALS: RunRefusals = RunRefusals {
    canceled: "The run was canceled.",
    failed: |_| FAILED.to_owned(),
};

/// A state whose coffee shops can be fetched.
#[derive(Debug, Serialize, ToSchema)]
pub struct StateToFetch {
    /// Such as `LA`.
    pub code: String,
    pub name: String,
}

/// The state to fetch.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StateWanted {
    /// Its two-letter code or its name.
    #[serde(default)]
    pub state: String,
}

/// The list that was made of a state.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FetchedState {
    /// The list, to be tried and imported.
    pub file: Uuid,
    /// Its records, some of which may be in a neighboring state: those are passed over.
    pub places: usize,
}

/// The states that can be fetched: none if no Overpass server is set up.
pub(super) fn to_fetch(settings: &Settings) -> Vec<StateToFetch> {
    if settings.overpass_url.is_empty() {
        return Vec::new();
    }
    let mut states: Vec<StateToFetch> = State::all()
        .map(|state| StateToFetch {
            code: state.code().to_owned(),
            name: state.name().to_owned(),
        })
        .collect();
    states.sort_by(|one, other| one.name.cmp(&other.name));
    states
}

/// Fetch all coffee shops of a state from OpenStreetMap as a list, piece by piece; nothing is imported yet. Waits up to 55
/// seconds for the list, otherwise answers with the job that goes on.
#[utoipa::path(post, path = "/api/admin/import-files/states", tag = "administration", request_body = StateWanted,
    responses((status = 200, body = FetchedState),
        (status = 202, description = "Still running", body = StartedRun,
            headers(("Location" = String, description = "The job"))),
        (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 409, description = "Another state is being fetched, or this run was canceled", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody),
        (status = 503, description = "No Overpass server is set up, or it doesn't answer", body = ErrorBody)))]
pub async fn fetch_state_places(
    Extracted(services): Extracted<Services>,
    JsonBody(wanted): JsonBody<StateWanted>,
) -> Result<LongRun<FetchedState>> {
    let state = choices::state(wanted.state.trim())
        .map_err(|message| Error::invalid_field("state", format!("The state {message}.")))?;
    if services.settings.overpass_url.is_empty() {
        return Err(Error::unavailable(
            "No Overpass server is set up. Set overpass_url in the server's settings.",
        ));
    }
    let asked = AskedState {
        state: state.code().to_owned(),
    };
    let runs = services.ledger.runs();
    let id = runs.start::<StateFetch>(&asked).await?;
    let run = runs.wait_for_result::<StateFetch>(id, REFUSALS).await?;
    run.try_map(async |run| {
        let done = run.result.ok_or_else(|| Error::unavailable(FAILED))?;
        Ok(FetchedState {
            file: done.file,
            places: done.places,
        })
    })
    .await
}

pub(super) async fn run(services: Services, job: JobAttempt) -> Result<JobOutcome> {
    let runs = services.ledger.runs();
    let step = |run| fetch(&services, &job, run);
    runs.work::<StateFetch, _>(&job, step).await
}

async fn fetch(
    services: &Services,
    job: &JobAttempt,
    run: Run<StateFetch>,
) -> std::result::Result<(), StepError> {
    let state = State::from_code(&run.asked.state)
        .ok_or_else(|| StepError::Stop("there is no such state".to_owned()))?;
    let Some(places) = ask(services, job, state).await? else {
        return Ok(());
    };
    let content = tokio::fs::read(places.file.path()).await;
    let content = content.map_err(|error| StepError::Again(Error::failed(error)))?;
    if content.len() > LARGEST_FILE {
        let reason = "The state's list is over 50 MB. Use `townperk places fetch` on the server.";
        return Err(StepError::Stop(reason.to_owned()));
    }
    if job.stop.load(Ordering::Relaxed) {
        return Ok(());
    }
    let name = format!("OpenStreetMap, {}.json", state.name());
    let list = NewList::uploaded(name, content.into()).of_state(state.code(), missing(&places));
    let row = keep(services, list).await?;
    let done = Some(StateFetched {
        file: row.id,
        places: places.fetched.places,
    });
    let runs = services.ledger.runs();
    runs.keep::<StateFetch>(run.id, &done).await?;
    Ok(())
}

/// Asks Overpass and notes how far it is; `None` if the job was canceled.
async fn ask(
    services: &Services,
    job: &JobAttempt,
    state: State,
) -> std::result::Result<Option<StatePlaces>, StepError> {
    let (told, mut listening) = watch::channel(FetchProgress::default());
    let noting = async {
        while listening.changed().await.is_ok() {
            let FetchProgress { done, pieces, .. } = *listening.borrow_and_update();
            job.progress.note(done as u64, pieces as u64).await;
        }
    };
    let fetching = async {
        let progress = &mut |progress: FetchProgress| _ = told.send(progress);
        let fetched = fetch_state(services, state, &job.stop, progress).await;
        drop(told);
        fetched
    };
    let (fetched, ()) = tokio::join!(fetching, noting);
    fetched.map_err(|error| match error {
        Error::Unavailable { message, .. } => StepError::Stop(message.into_owned()),
        error => StepError::Again(error),
    })
}

/// What to say about pieces that weren't answered.
fn missing(
    StatePlaces {
        fetched,
        unanswered,
        ..
    }: &StatePlaces,
) -> Option<String> {
    let reason = unanswered.first()?;
    Some(format!(
        "{} of {} pieces of the state weren't answered, so shops there are missing. Fetch the state again later. {reason}",
        unanswered.len(),
        fetched.pieces
    ))
}
