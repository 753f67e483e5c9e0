//! Plain HTTP beside our own HTTPS: what the certificate authority asks for, and a redirect for everyone else.

use std::{pin::Pin, sync::Arc};

use axum::{
    Router,
    body::Body,
    extract::Path,
    http::{HeaderValue, Method, Response, StatusCode, Uri, header},
    routing::get,
};

/// Looks up the answer to a challenge of the certificate authority by its token (RFC 8555, 8.3).
pub type Challenges =
    Arc<dyn Fn(String) -> Pin<Box<dyn Future<Output = Option<String>> + Send>> + Send + Sync>;

/// Answers from `challenges`, and redirects to the same address at `origin`. The `Host` that a client names is never part of
/// an answer.
pub fn router(origin: &str, challenges: Challenges) -> Router {
    let origin: Arc<str> = origin.into();
    Router::new()
        .route(
            "/.well-known/acme-challenge/{token}",
            get(move |Path(token): Path<String>| answer(challenges(token))),
        )
        .fallback(move |method: Method, uri: Uri| {
            let origin = origin.clone();
            async move { redirect(&origin, &method, &uri) }
        })
}

async fn answer(found: impl Future<Output = Option<String>>) -> Response<Body> {
    match found.await {
        Some(text) => plain(StatusCode::OK, text),
        None => plain(
            StatusCode::NOT_FOUND,
            "There's no such challenge.\n".to_owned(),
        ),
    }
}

fn redirect(origin: &str, method: &Method, uri: &Uri) -> Response<Body> {
    let address = uri.path_and_query().map_or("/", |address| address.as_str());
    let address = if address.starts_with('/') {
        address
    } else {
        "/"
    };
    let Ok(location) = HeaderValue::try_from(format!("{origin}{address}")) else {
        return plain(
            StatusCode::BAD_REQUEST,
            "This address can't be redirected.\n".to_owned(),
        );
    };
    // Clients repeat a POST after a 308 alone.
    let status = if matches!(*method, Method::GET | Method::HEAD) {
        StatusCode::MOVED_PERMANENTLY
    } else {
        StatusCode::PERMANENT_REDIRECT
    };
    let mut response = plain(status, String::new());
    response.headers_mut().insert(header::LOCATION, location);
    response
}

fn plain(status: StatusCode, text: String) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    response
}
