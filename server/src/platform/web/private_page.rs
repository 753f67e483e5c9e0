//! A page that a room answers itself: for one person, from a link in an email. React renders it in the site's layout
//! without a script, and it must not be cached.

use axum::{
    body::Body,
    http::{Response, StatusCode},
    response::IntoResponse,
};
use serde::Serialize;

/// A page for the edge to render. Its data is passed to this render only: it doesn't become part of a cache key, and
/// the request's URL isn't used.
#[derive(Clone, Debug)]
pub struct PrivatePage {
    /// The route's name in the web app's route table.
    pub route: &'static str,
    pub status: StatusCode,
    /// The answer to the route's only read, as JSON.
    pub answer: String,
}

impl PrivatePage {
    /// A page of `route` that shows `data`.
    #[must_use]
    pub fn new(route: &'static str, status: StatusCode, data: &impl Serialize) -> Self {
        Self {
            route,
            status,
            answer: serde_json::to_string(data).unwrap_or_default(),
        }
    }
}

impl IntoResponse for PrivatePage {
    fn into_response(self) -> Response<Body> {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = self.status;
        response.extensions_mut().insert(self);
        response
    }
}
