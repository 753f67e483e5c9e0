//! Turns an error into a response. Details of our own failures go only to the log.

use std::sync::Arc;

use axum::{
    body::Body,
    http::{HeaderValue, Response, StatusCode, header},
    response::IntoResponse,
};

use crate::platform::{
    database_errors,
    error::{Error, ErrorBody},
};

/// `Retry-After` in seconds while the database is down or can't save anything.
const DATABASE_RETRY_SECONDS: u32 = 5;

/// A handler's error on its way to the edge, which knows the request ID and writes the body.
#[derive(Clone, Debug)]
pub struct Refusal(pub Arc<Error>);

impl IntoResponse for Error {
    fn into_response(self) -> Response<Body> {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = status_of(&self);
        response.extensions_mut().insert(Refusal(Arc::new(self)));
        response
    }
}

/// The status of an error.
#[must_use]
pub fn status_of(error: &Error) -> StatusCode {
    match error {
        Error::Invalid { .. } | Error::InvalidFields(_) | Error::FilledByProgram(_) => {
            StatusCode::BAD_REQUEST
        }
        Error::Unprocessable { .. } => StatusCode::UNPROCESSABLE_ENTITY,
        Error::Unauthorized(_) | Error::FactorNeeded { .. } => StatusCode::UNAUTHORIZED,
        Error::NotFound(_) | Error::BeyondEnd { .. } | Error::Gone(_) => StatusCode::NOT_FOUND,
        Error::Moved(_) => StatusCode::MOVED_PERMANENTLY,
        Error::Forbidden(_) => StatusCode::FORBIDDEN,
        Error::Conflict(_) | Error::ConflictWith { .. } => StatusCode::CONFLICT,
        Error::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
        Error::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
        Error::TooSlow(_) => StatusCode::REQUEST_TIMEOUT,
        Error::WrongMediaType(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        Error::Busy { .. } | Error::Unavailable { .. } => StatusCode::SERVICE_UNAVAILABLE,
        Error::Database(error) if database_errors::is_unavailable(error) => {
            StatusCode::SERVICE_UNAVAILABLE
        }
        Error::Setup(_) | Error::Database(_) | Error::Internal(_) | Error::Failed(_) => {
            StatusCode::INTERNAL_SERVER_ERROR
        }
    }
}

fn code_of(error: &Error) -> &'static str {
    match error {
        Error::Invalid { .. } | Error::InvalidFields(_) => "invalid",
        Error::FilledByProgram(_) => "filled_by_program",
        Error::Unprocessable { .. } => "unprocessable",
        Error::FactorNeeded {
            is_confirmation: true,
            ..
        } => "confirmation_needed",
        Error::Unauthorized(_) | Error::FactorNeeded { .. } => "unauthorized",
        Error::NotFound(_) | Error::BeyondEnd { .. } => "not_found",
        Error::Gone(_) => "gone",
        Error::Moved(_) => "moved",
        Error::Forbidden(_) => "forbidden",
        Error::Conflict(_) | Error::ConflictWith { .. } => "conflict",
        Error::TooMany { .. } => "too_many_requests",
        Error::TooLarge(_) => "too_large",
        Error::TooSlow(_) => "too_slow",
        Error::WrongMediaType(_) => "wrong_media_type",
        Error::Busy { .. } => "busy",
        Error::Unavailable { .. } => "unavailable",
        Error::Database(error) if database_errors::is_unavailable(error) => "unavailable",
        Error::Setup(_) | Error::Database(_) | Error::Internal(_) | Error::Failed(_) => "internal",
    }
}

fn retry_after(error: &Error) -> Option<u32> {
    match error {
        Error::Busy { seconds }
        | Error::TooMany { seconds, .. }
        | Error::Unavailable { seconds, .. } => Some(*seconds),
        Error::Database(error) if database_errors::is_unavailable(error) => {
            Some(DATABASE_RETRY_SECONDS)
        }
        _ => None,
    }
}

/// The API response for `error`; failures on our side are logged with `request_id`.
#[must_use]
pub fn answer(error: &Error, request_id: &str) -> Response<Body> {
    let status = status_of(error);
    let message = match error {
        Error::Database(cause) if database_errors::is_unavailable(cause) => {
            tracing::warn!(request_id, %error, "nothing can be saved now");
            "We can't save anything right now. Please try again in a moment.".to_owned()
        }
        _ if status == StatusCode::INTERNAL_SERVER_ERROR => {
            tracing::error!(request_id, error = error.with_causes(), "request failed");
            "Something went wrong on our side. Please try again later.".to_owned()
        }
        _ => error.to_string(),
    };
    let field = match error {
        Error::Invalid { field, .. } | Error::Unprocessable { field, .. } => {
            field.as_deref().map(str::to_owned)
        }
        Error::InvalidFields(fields) => fields.first().map(|first| first.field.clone()),
        _ => None,
    };
    let fields = match error {
        Error::InvalidFields(fields) => fields.clone(),
        _ => Vec::new(),
    };
    let details = match error {
        Error::Unprocessable { details, .. } => details.clone(),
        Error::ConflictWith { details, .. } => Some(details.clone()),
        _ => None,
    };
    let factor = match error {
        Error::FactorNeeded { factor, .. } => Some(*factor),
        _ => None,
    };
    let last_page = match error {
        Error::BeyondEnd { last } => Some(*last),
        _ => None,
    };
    let body = ErrorBody {
        message,
        field,
        fields,
        details,
        factor,
        last_page,
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
    if let Some(seconds) = retry_after(error) {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}
