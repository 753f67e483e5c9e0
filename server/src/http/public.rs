//! Every public GET: decides whether a URL is a file, a document, an API read or a page.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::{Extension, Request, State},
    http::{HeaderValue, Method, Response, StatusCode, header, request::Parts},
};

use super::{
    Edge, api, documents, page,
    redirects::{self, with_query},
    sending::{redirect, send_file},
};
use crate::platform::{
    error::Error,
    web::{RequestId, refusal},
};

/// No route is longer than this.
const LONGEST_ADDRESS: usize = 16 * 1024;

/// Answers a public GET or HEAD.
pub async fn serve(
    State(edge): State<Arc<Edge>>,
    Extension(request_id): Extension<RequestId>,
    request: Request,
) -> Response<Body> {
    // A body can't be shared between threads, and the body of a GET doesn't matter.
    let (request, _) = request.into_parts();
    dispatch(&edge, &request, request_id.as_str()).await
}

async fn dispatch(edge: &Arc<Edge>, request: &Parts, request_id: &str) -> Response<Body> {
    let path = request.uri.path();
    let is_api = path.starts_with("/api/");
    if !matches!(request.method, Method::GET | Method::HEAD) {
        return method_not_allowed(request_id);
    }
    if request
        .uri
        .path_and_query()
        .is_some_and(|address| address.as_str().len() > LONGEST_ADDRESS)
    {
        return refusal::answer(&Error::invalid("The URL is too long."), request_id);
    }
    if let Some(file) = edge.files.find(path) {
        return send_file(edge, file, request).await;
    }
    if path.starts_with("/assets/") {
        return refusal::answer(
            &Error::NotFound("There is no such file.".into()),
            request_id,
        );
    }
    if let Some((document, arguments)) = edge.documents.find(path) {
        return documents::answer(edge, document, arguments, request, request_id).await;
    }
    if path.len() > 1 && path.ends_with('/') && !is_api {
        let path = without_trailing_slashes(path);
        let query = request.uri.query().unwrap_or("");
        if let Some((document, arguments)) = edge.documents.find(&path) {
            let answer = documents::answer(edge, document, arguments, request, request_id).await;
            if answer.status() == StatusCode::MOVED_PERMANENTLY {
                return answer;
            }
        }
        let address = redirects::current_address(edge, &path, query).await;
        return redirect(&address.unwrap_or_else(|| with_query(&path, query)));
    }
    // The API documentation is a page among the API's URLs.
    if is_api && !edge.pages.table().holds(path) {
        api::answer(edge, request, request_id).await
    } else {
        page::answer(edge, request, request_id).await
    }
}

/// Refuses a method that a route doesn't have; the router adds the `Allow` header. Someone who opens the address that a
/// plain form was sent to is a visitor like any other, and gets a page.
pub async fn refuse_method(
    edge: State<Arc<Edge>>,
    Extension(request_id): Extension<RequestId>,
    request: Request,
) -> Response<Body> {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if reads && !request.uri().path().starts_with("/api/") {
        let mut response = serve(edge, Extension(request_id), request).await;
        // What a room answers is kept by nobody, and this URL is a room's.
        response
            .headers_mut()
            .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        return response;
    }
    let refused = Error::invalid("That method isn't allowed here.");
    let mut response = refusal::answer(&refused, request_id.as_str());
    *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
    response
}

fn method_not_allowed(request_id: &str) -> Response<Body> {
    let mut response = refusal::answer(&Error::invalid("This URL is read-only."), request_id);
    *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
    response
        .headers_mut()
        .insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
    response
}

/// One slash at the start, none at the end. `//evil.example/` must not become another host's URL, and browsers treat a
/// backslash as a slash.
fn without_trailing_slashes(path: &str) -> String {
    format!("/{}", path.trim_matches(['/', '\\']))
}
