//! The answers of calls that start a job and wait for it (D63).

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
use crate::platform::error::Result;

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::error::Error;

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
