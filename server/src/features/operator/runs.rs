//! Individual jobs: the list, its event stream, and cancellation.

use std::time::Duration;

use axum::{
    body::Body,
    extract::{Path, State},
    http::Response,
};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Moment, moment};
use crate::{
    catalog::writing::Subject,
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        jobs::{self, JobRun, RunState},
        numbers::with_commas,
        web::{Actor, Client, Events, Fresh, event_stream},
    },
};

/// Number of ended jobs in the list.
const ENDED: u64 = 10;
/// Poll interval of the event stream.
const LOOK: Duration = Duration::from_secs(1);

/// The state of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OperatorRunState {
    Waiting,
    Running,
    Done,
    /// Failed for good.
    Failed,
    Canceled,
}

impl From<RunState> for OperatorRunState {
    fn from(state: RunState) -> Self {
        match state {
            RunState::Waiting => Self::Waiting,
            RunState::Running => Self::Running,
            RunState::Done => Self::Done,
            RunState::Failed => Self::Failed,
            RunState::Canceled => Self::Canceled,
        }
    }
}

/// A job's progress.
#[derive(Debug, Serialize, ToSchema)]
pub struct OperatorProgress {
    pub done: u64,
    pub total: u64,
    /// Such as `1,200 of 4,000`.
    pub text: String,
}

/// One job.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperatorRun {
    pub id: Uuid,
    /// Such as `newsletter.send`.
    pub kind: String,
    pub state: OperatorRunState,
    pub attempts: i32,
    /// When it ended, or is due.
    pub moment: Moment,
    /// `null` if the job doesn't report progress.
    #[schema(required)]
    pub progress: Option<OperatorProgress>,
    /// Why the last attempt failed.
    #[schema(required)]
    pub error: Option<String>,
    /// What a waiting job waits for until its moment.
    #[schema(required)]
    pub waits_for: Option<String>,
    /// The node that runs it, or made the last attempt.
    #[schema(required)]
    pub node: Option<String>,
    /// It was canceled and will stop at its next step.
    pub is_ending: bool,
}

/// Running jobs, then waiting ones, then the last ones that ended.
#[derive(Debug, Serialize, ToSchema)]
pub struct OperatorRuns {
    pub jobs: Vec<OperatorRun>,
}

impl OperatorRun {
    fn of(run: JobRun, now: DateTime<Utc>) -> Self {
        Self {
            id: run.id,
            kind: run.kind,
            state: run.state.into(),
            attempts: run.attempts,
            moment: moment(run.finished_at.unwrap_or(run.due_at), now),
            progress: run.progress.map(|(done, total)| OperatorProgress {
                done,
                total,
                text: format!("{} of {}", with_commas(done), with_commas(total)),
            }),
            error: run.error,
            waits_for: run.waits_for,
            node: run.node,
            is_ending: run.is_ending,
        }
    }
}

fn answer(runs: Vec<JobRun>, now: DateTime<Utc>) -> OperatorRuns {
    let jobs = runs.into_iter().map(|run| OperatorRun::of(run, now));
    OperatorRuns {
        jobs: jobs.collect(),
    }
}

/// List running jobs, then waiting ones, then the last ones that ended.
#[utoipa::path(get, path = "/api/admin/jobs", tag = "administration",
    responses((status = 200, body = OperatorRuns), (status = 401, body = ErrorBody)))]
pub async fn list_jobs(State(services): State<Services>) -> Result<Fresh<OperatorRuns>> {
    let now = services.clock.now();
    let runs = jobs::runs(&services.database, ENDED, now).await?;
    Ok(Fresh(answer(runs, now)))
}

/// Get one job.
#[utoipa::path(get, path = "/api/admin/jobs/{id}", tag = "administration", params(("id" = Uuid, Path)),
    responses((status = 200, body = OperatorRun), (status = 401, body = ErrorBody),
        (status = 404, description = "There is no such job", body = ErrorBody)))]
pub async fn get_job(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<Fresh<OperatorRun>> {
    let no_job = || Error::NotFound("There is no such job.".into());
    let id = Uuid::try_parse(&id).map_err(|_| no_job())?;
    let now = services.clock.now();
    let run = jobs::run_of(&services.database, id, now).await?;
    run.map(|run| Fresh(OperatorRun::of(run, now)))
        .ok_or_else(no_job)
}

/// Stream the list of jobs as server-sent events: an event `jobs` at the start and after each change, until the session ends or the
/// server stops.
#[utoipa::path(get, path = "/api/admin/jobs/events", tag = "administration",
    responses((status = 200, description = "Server-sent events", content_type = "text/event-stream", body = String),
        (status = 401, body = ErrorBody)))]
pub async fn watch_jobs(State(services): State<Services>, client: Client) -> Response<Body> {
    event_stream(services.closing.clone(), |events| {
        watch(services, client, events)
    })
}

async fn watch(services: Services, client: Client, events: Events) {
    let mut told: Option<Vec<JobRun>> = None;
    loop {
        // Nobody goes on reading with a session that has ended. While the database is away, nothing is read either.
        if let Ok(signed_in) = services.signed_in(&client).await
            && signed_in.admin.is_none()
        {
            return;
        }
        let now = services.clock.now();
        match jobs::runs(&services.database, ENDED, now).await {
            Ok(runs) if told.as_ref() != Some(&runs) => {
                match events.send("jobs", &answer(runs.clone(), now)).await {
                    Ok(true) => told = Some(runs),
                    Ok(false) => return,
                    Err(error) => tracing::warn!(%error, "the list of jobs can't be told"),
                }
            }
            Ok(_) => {}
            // The stream resumes when the database is back.
            Err(error) => tracing::debug!(%error, "jobs can't be read now"),
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// Cancel a job: at once if it is waiting, at its next step if it is running. Scheduled jobs run again at their next time.
#[utoipa::path(post, path = "/api/admin/jobs/{id}/cancel", tag = "administration", params(("id" = Uuid, Path)),
    responses((status = 200, body = OperatorRun), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, description = "There is no such job, or it has ended", body = ErrorBody)))]
pub async fn cancel_job(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
) -> Result<Fresh<OperatorRun>> {
    let id = Uuid::try_parse(&id).map_err(|_| missing())?;
    let now = services.clock.now();
    let run = jobs::run_of(&services.database, id, now).await?;
    let kind = run.ok_or_else(missing)?.kind;
    services
        .ledger
        .act(actor, "job.cancel", move |act| {
            let kind = kind.clone();
            Box::pin(async move {
                if !jobs::cancel(act.transaction(), id, now).await? {
                    return Err(missing());
                }
                act.set_subject(Subject::new("job", id, &kind));
                act.set_note("Canceled");
                Ok(())
            })
        })
        .await?;
    let run = jobs::run_of(&services.database, id, now).await?;
    run.map(|run| Fresh(OperatorRun::of(run, now)))
        .ok_or_else(missing)
}

fn missing() -> Error {
    Error::NotFound("There is no such job, or it has ended.".into())
}
