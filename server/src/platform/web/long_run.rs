//! The answers of calls that start a job and wait for it (D63).

use std::time::Duration;

use axum::{
    Json,
    body::Body,
    http::{HeaderValue, Response, StatusCode, header},
    response::IntoResponse,
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Fresh;
use crate::platform::{
    clock::Clock,
    database::Database,
    error::{Error, Result},
    jobs::{self, JobRun, RunState},
};

/// How long such a call waits for its job.
const LONG_RUN_WAIT: Duration = Duration::from_secs(55);

/// The job that was started, for callers that it outlasted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StartedRun {
    pub job_id: Uuid,
    /// The path that tells its state, such as `/api/admin/jobs/{id}`.
    pub job: String,
}

/// What came of it: the result (200), or the job that still runs (202, its path in `Location`, too).
#[derive(Debug)]
pub enum LongRun<T> {
    Ended(T),
    Started(Uuid),
}

impl<T> LongRun<T> {
    /// Makes something else of the result, if there is one.
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> LongRun<U> {
        match self {
            Self::Ended(result) => LongRun::Ended(make(result)),
            Self::Started(id) => LongRun::Started(id),
        }
    }

    /// The same with work that may wait and fail.
    ///
    /// # Errors
    ///
    /// Those of `make`.
    pub async fn try_map<U, F>(self, make: impl FnOnce(T) -> F) -> Result<LongRun<U>>
    where
        F: Future<Output = Result<U>>,
    {
        Ok(match self {
            Self::Ended(result) => LongRun::Ended(make(result).await?),
            Self::Started(id) => LongRun::Started(id),
        })
    }
}

impl<T: Serialize> IntoResponse for LongRun<T> {
    fn into_response(self) -> Response<Body> {
        let id = match self {
            Self::Ended(result) => return Fresh(result).into_response(),
            Self::Started(id) => id,
        };
        let job = format!("/api/admin/jobs/{id}");
        let location = HeaderValue::from_str(&job);
        let started = Json(StartedRun { job_id: id, job });
        let mut response = (StatusCode::ACCEPTED, started).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Ok(location) = location {
            headers.insert(header::LOCATION, location);
        }
        response
    }
}

/// Waits until the run with this ID has ended, at most 55 seconds. Then `find` reads its row, and `tell` says what came of
/// it.
///
/// # Errors
///
/// Those of `find` and `tell`; [`Error::Internal`] if there is no row; otherwise when the database fails.
pub async fn wait_for_run<R, T>(
    (database, clock): (&Database, &Clock),
    id: Uuid,
    find: impl Future<Output = Result<Option<R>>>,
    tell: impl FnOnce(JobRun, R) -> Result<T>,
) -> Result<LongRun<T>> {
    let Some(job) = jobs::ended_within(database, clock, id, LONG_RUN_WAIT).await? else {
        return Ok(LongRun::Started(id));
    };
    let row = find.await?;
    let row = row.ok_or_else(|| Error::Internal(format!("the run {id} has no row")))?;
    tell(job, row).map(LongRun::Ended)
}

/// What callers are told about a kind of runs when one has no result.
#[derive(Clone, Copy, Debug)]
pub struct RunRefusals {
    /// Someone canceled it.
    pub canceled: &'static str,
    /// It failed, with the job's error if there is one.
    pub failed: fn(Option<String>) -> String,
}

impl RunRefusals {
    /// Refuses, unless the run came to its end. A cancellation that came after that changes nothing.
    ///
    /// # Errors
    ///
    /// [`Error::Conflict`] if it was canceled; otherwise [`Error::Unavailable`], with the `problem` that its row names if
    /// there is one.
    pub fn check(self, job: JobRun, problem: Option<&str>, is_complete: bool) -> Result<()> {
        match problem {
            Some(problem) => Err(Error::unavailable(problem.to_owned())),
            None if is_complete => Ok(()),
            None if job.state == RunState::Canceled => Err(Error::Conflict(self.canceled.into())),
            None => Err(Error::unavailable((self.failed)(job.error))),
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::platform::web::status_of;

    #[test]
    fn a_run_that_takes_longer_is_told_by_its_address() {
        let id = Uuid::from_u128(7);
        let response = LongRun::<()>::Started(id).into_response();
        assert_eq!(response.status(), StatusCode::ACCEPTED);
        assert_eq!(
            response.headers()[header::LOCATION],
            "/api/admin/jobs/00000000-0000-0000-0000-000000000007"
        );
        assert_eq!(LongRun::Ended(1).into_response().status(), StatusCode::OK);
    }

    #[test]
    fn what_came_of_a_run_is_its_row_s_word_before_its_job_s() {
        let refusals = RunRefusals {
            canceled: "Canceled.",
            failed: |error| error.unwrap_or_else(|| "Failed.".to_owned()),
        };
        let told = |state, problem: Option<&str>, is_complete| {
            let job = JobRun {
                id: Uuid::nil(),
                kind: "run".to_owned(),
                state,
                attempts: 1,
                created_at: DateTime::UNIX_EPOCH,
                due_at: DateTime::UNIX_EPOCH,
                finished_at: None,
                error: (state == RunState::Failed).then(|| "No disk.".to_owned()),
                progress: None,
                is_ending: false,
            };
            let refused = refusals.check(job, problem, is_complete).err()?;
            Some((status_of(&refused).as_u16(), refused.to_string()))
        };
        let refusal = |status, message: &str| Some((status, message.to_owned()));
        assert_eq!(told(RunState::Done, None, true), None);
        assert_eq!(told(RunState::Canceled, None, true), None);
        assert_eq!(
            told(RunState::Canceled, None, false),
            refusal(409, "Canceled.")
        );
        assert_eq!(
            told(RunState::Failed, None, false),
            refusal(503, "No disk.")
        );
        assert_eq!(told(RunState::Done, None, false), refusal(503, "Failed."));
        for state in [RunState::Done, RunState::Failed, RunState::Canceled] {
            assert_eq!(told(state, Some("No key."), false), refusal(503, "No key."));
        }
    }

    #[tokio::test]
    async fn only_a_result_becomes_something_else() {
        let id = Uuid::from_u128(7);
        let ended = LongRun::Ended(2).map(|number| number + 1);
        let ended = ended.try_map(|number| async move { Ok(number * 2) }).await;
        assert!(matches!(ended, Ok(LongRun::Ended(6))), "{ended:?}");
        let failed =
            LongRun::Ended(2).try_map(|_| async { Err::<(), _>(Error::Conflict("no".into())) });
        assert!(failed.await.is_err());
        let started = LongRun::<i32>::Started(id).map(|number| number + 1);
        let started = started.try_map(|_| async { Err::<(), _>(Error::Conflict("no".into())) });
        let started = started.await;
        assert!(
            matches!(started, Ok(LongRun::Started(same)) if same == id),
            "{started:?}"
        );
    }
}
