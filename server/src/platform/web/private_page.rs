//! A page that a room answers by itself: for one person, from a mail's link. React draws it in the site's chrome, with
//! no script beside it, and nobody may keep it.

use axum::{
    body::Body,
    http::{Response, StatusCode},
    response::IntoResponse,
};
use serde::Serialize;

/// A page on its way to the edge, which has it drawn. What it shows is data of this answer alone: no part of it becomes a
/// key of a cache, and the address that it was asked for is not looked at.
#[derive(Clone, Debug)]
pub struct PrivatePage {
    /// The route's name in the web app's table.
    pub route: &'static str,
    pub status: StatusCode,
    /// What the route's one read gets for an answer, as JSON.
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
