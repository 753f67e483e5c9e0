//! JSON request and response bodies.

use std::time::Duration;

use axum::{
    Json,
    body::{Body, Bytes, HttpBody},
    extract::{FromRequest, Request},
    http::{HeaderMap, HeaderValue, Response, header},
    response::IntoResponse,
};
use serde::{Serialize, de::DeserializeOwned};

use crate::platform::{bots::HIDDEN_FIELDS, error::Error};

/// How long a client may take to send its body: bodies are small, and each pending one holds a connection.
const BODY_TIME: Duration = Duration::from_secs(20);

/// A route's maximum body size in bytes, attached to its requests.
#[derive(Clone, Copy, Debug)]
pub struct LargestBody(pub usize);

/// The raw body, of any type.
#[derive(Clone, Debug)]
pub struct WholeBody(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for WholeBody {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let too_large = || Error::TooLarge("The request body is too large.".into());
        let largest = request.extensions().get::<LargestBody>();
        let announced = request.body().size_hint().lower();
        // Refused before it is sent; a body without a length is refused once it is too long.
        if largest.is_some_and(|largest| announced > largest.0 as u64) {
            return Err(too_large());
        }
        tokio::time::timeout(BODY_TIME, Bytes::from_request(request, state))
            .await
            .map_err(|_| Error::TooSlow("The request body took too long to arrive.".into()))?
            .map(Self)
            .map_err(|refused| {
                if refused.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE {
                    too_large()
                } else {
                    Error::invalid("The request body couldn't be read.")
                }
            })
    }
}

/// A JSON body. Types read this way refuse unknown fields (checklist X2).
#[derive(Clone, Copy, Debug)]
pub struct JsonBody<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        refuse_other_types(request.headers())?;
        let WholeBody(bytes) = WholeBody::from_request(request, state).await?;
        read(&bytes).map(Self)
    }
}

/// The same, with [`Default`] for a missing body or `null`.
#[derive(Clone, Copy, Debug)]
pub struct JsonBodyIfAny<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Default> FromRequest<S> for JsonBodyIfAny<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Self, Error> {
        let type_check = refuse_other_types(request.headers());
        let WholeBody(bytes) = WholeBody::from_request(request, state).await?;
        if bytes.is_empty() {
            return Ok(Self(T::default()));
        }
        type_check?;
        if bytes.trim_ascii() == b"null" {
            return Ok(Self(T::default()));
        }
        read(&bytes).map(Self)
    }
}

fn refuse_other_types(headers: &HeaderMap) -> Result<(), Error> {
    if is_json(headers) {
        return Ok(());
    }
    Err(Error::WrongMediaType(
        "Please send JSON (content-type: application/json).".into(),
    ))
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
    // serde would accept an array with an object's values in order.
    if bytes.trim_ascii_start().first() == Some(&b'[') {
        return Err(Error::invalid("The body must be a JSON object."));
    }
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    serde_path_to_error::deserialize(&mut reader)
        .and_then(|value| {
            reader
                .end()
                .map(|()| value)
                .map_err(|error| serde_path_to_error::Error::new(no_path(), error))
        })
        .map_err(|error| refusal(&error))
}

fn no_path() -> serde_path_to_error::Path {
    serde_path_to_error::Track::new().path()
}

/// Names the field if it is known. The parser's own message isn't shown: it lists every field, including hidden ones.
fn refusal(error: &serde_path_to_error::Error<serde_json::Error>) -> Error {
    let path = error.path().to_string();
    let path = if path == "." { "" } else { path.as_str() };
    let inner = error.inner();
    if inner.is_syntax() || inner.is_eof() {
        return Error::invalid("The body is not valid JSON.");
    }
    let words = inner.to_string();
    if path.is_empty() && words.starts_with("invalid type") {
        return Error::invalid("The body must be a JSON object.");
    }
    let named = words.split('`').nth(1).unwrap_or_default();
    if words.starts_with("missing field") {
        let field = match path {
            "" => named.to_owned(),
            path => format!("{path}.{named}"),
        };
        return Error::invalid_field(field.clone(), format!("'{field}' is missing."));
    }
    if words.starts_with("unknown field") {
        let field = if path.is_empty() { named } else { path };
        return Error::invalid_field(field.to_owned(), format!("Unknown field '{field}'."));
    }
    if path.is_empty() || HIDDEN_FIELDS.contains(&path) {
        return Error::invalid("The request couldn't be understood.");
    }
    Error::invalid_field(path.to_owned(), format!("'{path}' has an invalid value."))
}

fn is_json(headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        // Its parameters say nothing here, and may hold any bytes.
        .and_then(|value| value.as_bytes().split(|byte| *byte == b';').next())
        .is_some_and(|media_type| {
            media_type
                .trim_ascii()
                .eq_ignore_ascii_case(b"application/json")
        })
}

/// A JSON response that must not be cached.
#[derive(Clone, Copy, Debug)]
pub struct Fresh<T>(pub T);

impl<T: Serialize> IntoResponse for Fresh<T> {
    fn into_response(self) -> Response<Body> {
        let mut response = Json(self.0).into_response();
        response
            .headers_mut()
            .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response
    }
}
