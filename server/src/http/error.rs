//! Turns the product's error into an answer. The inner text of our own faults goes to the log and nowhere else.

use axum::{
    body::Body,
    http::{HeaderValue, Response, StatusCode, header},
};

use crate::platform::error::{Error, ErrorBody};

/// The status of an error.
#[must_use]
pub fn status_of(error: &Error) -> StatusCode {
    match error {
        Error::Invalid { .. } => StatusCode::BAD_REQUEST,
        Error::NotFound(_) | Error::Gone(_) => StatusCode::NOT_FOUND,
        Error::Moved(_) => StatusCode::MOVED_PERMANENTLY,
        Error::Busy { .. } => StatusCode::SERVICE_UNAVAILABLE,
        Error::Setup(_) | Error::Database(_) | Error::Internal(_) => {
            StatusCode::INTERNAL_SERVER_ERROR
        }
    }
}

fn code_of(error: &Error) -> &'static str {
    match error {
        Error::Invalid { .. } => "invalid",
        Error::NotFound(_) => "not_found",
        Error::Gone(_) => "gone",
        Error::Moved(_) => "moved",
        Error::Busy { .. } => "busy",
        Error::Setup(_) | Error::Database(_) | Error::Internal(_) => "internal",
    }
}

/// The answer of the API to `error`; faults of ours are logged under `request_id`.
#[must_use]
pub fn answer(error: &Error, request_id: &str) -> Response<Body> {
    let status = status_of(error);
    let message = if status == StatusCode::INTERNAL_SERVER_ERROR {
        tracing::error!(request_id, %error, "request failed");
        "Something went wrong on our side. Please try again later.".to_owned()
    } else {
        error.to_string()
    };
    let field = match error {
        Error::Invalid { field, .. } => field.as_deref().map(str::to_owned),
        _ => None,
    };
    let body = ErrorBody {
        message,
        field,
        code: code_of(error).to_owned(),
        request_id: request_id.to_owned(),
    };
    let text = serde_json::to_vec(&body).unwrap_or_default();
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Error::Busy { seconds } = error {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(*seconds));
    }
    response
}
