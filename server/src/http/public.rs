//! Every public GET: files, API reads and pages, answered from the response cache.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use axum::{
    body::Body,
    extract::{Extension, Request, State},
    http::{HeaderValue, Method, Response, StatusCode, header, request::Parts},
};
use chrono::TimeDelta;
use react_renderer::RenderFault;

use super::{
    Edge,
    cache::{Answer, Met},
    documents,
    encoding::{self, Effort},
    former,
    negotiation::{self, Encoding},
};
use crate::{
    catalog::{
        View,
        read::{Lasts, Read},
    },
    pages::{CacheClass, MissingKind, Outcome, PageRoute},
    platform::{
        arguments::Arguments,
        error::{Error, Result},
        web::{RequestId, refusal},
    },
};

/// Longer addresses are nobody's.
const LONGEST_ADDRESS: usize = 16 * 1024;

/// Search answers rest on the index, which no scope stands for.
const A_SECOND: TimeDelta = TimeDelta::seconds(1);

const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");
const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// Answers a public GET or HEAD.
pub async fn serve(
    State(edge): State<Arc<Edge>>,
    Extension(request_id): Extension<RequestId>,
    request: Request,
) -> Response<Body> {
    // A body can't be shared between threads, and a read has none that matters.
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
        return refusal::answer(&Error::invalid("The address is too long."), request_id);
    }
    if let Some(file) = edge.files.find(path) {
        return send_file(edge, file.clone(), request).await;
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
        return redirect(&without_trailing_slashes(path, request.uri.query()));
    }
    // The API's description for people is a page among the API's addresses.
    if is_api && !edge.pages.table().holds(path) {
        api(edge, request, request_id).await
    } else {
        page(edge, request, request_id).await
    }
}

/// Refuses a method that a route does not know; the router adds which ones it does.
pub async fn refuse_method(Extension(request_id): Extension<RequestId>) -> Response<Body> {
    let refused = Error::invalid("This address does not answer that method.");
    let mut response = refusal::answer(&refused, request_id.as_str());
    *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
    response
}

fn method_not_allowed(request_id: &str) -> Response<Body> {
    let mut response = refusal::answer(
        &Error::invalid("This address can be read only."),
        request_id,
    );
    *response.status_mut() = StatusCode::METHOD_NOT_ALLOWED;
    response
        .headers_mut()
        .insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
    response
}

/// One slash at the start, none at the end: `//evil.example/` must not become another host's address, and browsers
/// take a backslash for a slash.
fn without_trailing_slashes(path: &str, query: Option<&str>) -> String {
    let path = format!("/{}", path.trim_matches(['/', '\\']));
    query.map_or(path.clone(), |query| format!("{path}?{query}"))
}

pub(super) fn redirect(location: &str) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::MOVED_PERMANENTLY;
    if let Ok(location) = HeaderValue::from_str(location) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

async fn api(edge: &Arc<Edge>, request: &Parts, request_id: &str) -> Response<Body> {
    let found = edge
        .reads
        .find(request.uri.path(), request.uri.query().unwrap_or(""));
    let (read, arguments) = match found {
        Some(Ok(found)) => found,
        Some(Err(refused)) => return refusal::answer(&refused, request_id),
        None => {
            return refusal::answer(
                &Error::NotFound("There is nothing at this address.".into()),
                request_id,
            );
        }
    };
    let key = arguments.canonical_address(read.pattern);
    let make = || async {
        let view = edge.catalog.view();
        let (reading, pattern) = (edge.clone(), read.pattern);
        let seen = view.clone();
        let json = edge
            .cpu
            .run(move || run_following_moves(&reading, pattern, &seen, arguments))
            .await??;
        let body = encoding::Body::new(json, Effort::Quick);
        let made_from = (view.trace(), view.revision(), view.now());
        let answer = Answer::new(StatusCode::OK, JSON, body, made_from);
        Ok(match read.lasts {
            Lasts::WhileUnchanged => answer,
            Lasts::ASecond => answer.lasting(A_SECOND),
        })
    };
    match edge
        .cache
        .get_or_make(&key, &edge.catalog.state(), edge.clock.now(), make)
        .await
    {
        Ok((answer, met)) => send(edge, &answer, met, request).await,
        Err(refused) => refusal::answer(&refused, request_id),
    }
}

/// Runs a read; a former slug or an identifier answers what it means now (D4).
fn run_following_moves(
    edge: &Edge,
    pattern: &str,
    view: &View,
    arguments: Arguments,
) -> Result<String> {
    let read: &Read = edge.reads.by_pattern(pattern)?;
    let answer = match (read.run)(view, &arguments) {
        Err(Error::Moved(slug)) => {
            let name = arguments.path_names().next().unwrap_or_default().to_owned();
            (read.run)(view, &arguments.with_path(&name, slug))
        }
        answer => answer,
    };
    answer.map(|json| json.into_text())
}

async fn page(edge: &Arc<Edge>, request: &Parts, request_id: &str) -> Response<Body> {
    let found = edge
        .pages
        .table()
        .find(request.uri.path(), request.uri.query().unwrap_or(""));
    let Some(Ok((route, arguments))) = found else {
        if let Some(location) = former::current_address(&edge.catalog.view(), request.uri.path()) {
            return redirect(&location);
        }
        return status_page(
            edge,
            Outcome::Missing(MissingKind::Page),
            request,
            request_id,
        )
        .await;
    };
    let is_closed = route.demo_only && edge.catalog.view().sample_count() == 0;
    if is_closed || route.cache == CacheClass::Private {
        return status_page(
            edge,
            Outcome::Missing(MissingKind::Page),
            request,
            request_id,
        )
        .await;
    }
    let key = arguments.canonical_address(&route.pattern);
    match document(
        edge,
        Some((route, &arguments)),
        &key,
        Outcome::Found,
        request,
        request_id,
    )
    .await
    {
        Ok(response) => response,
        Err(Error::NotFound(_) | Error::Invalid { .. }) => {
            let outcome = Outcome::Missing(MissingKind::named(&route.missing));
            status_page(edge, outcome, request, request_id).await
        }
        Err(Error::Gone(_)) => status_page(edge, Outcome::Gone, request, request_id).await,
        Err(Error::Moved(slug)) => {
            let name = arguments.path_names().next().unwrap_or_default().to_owned();
            redirect(
                &arguments
                    .with_path(&name, slug)
                    .canonical_address(&route.pattern),
            )
        }
        Err(fault) => trouble(edge, &fault, request_id),
    }
}

/// A page that says what is not there: one body for each kind, whatever the address was.
async fn status_page(
    edge: &Arc<Edge>,
    outcome: Outcome,
    request: &Parts,
    request_id: &str,
) -> Response<Body> {
    let key = format!("!{outcome:?}");
    match document(edge, None, &key, outcome, request, request_id).await {
        Ok(response) => response,
        Err(fault) => trouble(edge, &fault, request_id),
    }
}

async fn document(
    edge: &Arc<Edge>,
    target: Option<(&PageRoute, &Arguments)>,
    key: &str,
    outcome: Outcome,
    request: &Parts,
    request_id: &str,
) -> Result<Response<Body>> {
    let route = target.map(|(route, _)| route);
    if edge.failed_renders.holds(key) {
        return Ok(send_shell(edge, route, outcome));
    }
    let render_failed = AtomicBool::new(false);
    let make = || async {
        // Those who waited for a render that failed do not each try again.
        if edge.failed_renders.holds(key) {
            render_failed.store(true, Ordering::Relaxed);
            return Err(Error::Internal("the page failed just now".to_owned()));
        }
        let view = edge.catalog.view();
        let answers = match target {
            Some((route, arguments)) => {
                if route.demo_only {
                    // The page goes with the demo content, so it rests on it.
                    let _ = view.sample_count();
                }
                let (reading, view, route, arguments) =
                    (edge.clone(), view.clone(), route.clone(), arguments.clone());
                edge.cpu
                    .run(move || reading.pages.read(&view, &route, &arguments))
                    .await??
            }
            None => Vec::new(),
        };
        let address = if target.is_some() { key } else { "/404" };
        match edge
            .pages
            .render(&view, route, address, outcome, answers)
            .await
        {
            Ok(document) => {
                let timing = format!("render;dur={:.2}", document.duration.as_secs_f64() * 1000.0);
                edge.observer.render(document.duration);
                let status = StatusCode::from_u16(outcome.status()).unwrap_or(StatusCode::OK);
                let body = encoding::Body::new(document.html, Effort::Quick);
                let answer = Answer::new(
                    status,
                    HTML,
                    body,
                    (view.trace(), view.revision(), view.now()),
                );
                let answer = answer.with_timing(HeaderValue::try_from(timing).ok());
                Ok(match route.map(|route| route.cache) {
                    Some(CacheClass::Search) => answer.lasting(A_SECOND),
                    _ => answer.with_lagging_votes(),
                })
            }
            Err(RenderFault::QueueFull | RenderFault::Stopped) => Err(Error::Busy { seconds: 1 }),
            Err(fault) => {
                tracing::error!(request_id, page = key, %fault, "a page could not be rendered; visitors get the shell for 30 s");
                edge.observer.render_failed();
                edge.failed_renders.note(key);
                render_failed.store(true, Ordering::Relaxed);
                Err(Error::Internal(fault.to_string()))
            }
        }
    };
    match edge
        .cache
        .get_or_make(key, &edge.catalog.state(), edge.clock.now(), make)
        .await
    {
        Ok((answer, met)) => Ok(send(edge, &answer, met, request).await),
        Err(_) if render_failed.load(Ordering::Relaxed) => Ok(send_shell(edge, route, outcome)),
        Err(error) => Err(error),
    }
}

fn send_shell(edge: &Edge, route: Option<&PageRoute>, outcome: Outcome) -> Response<Body> {
    let document = edge.pages.shell(route, outcome);
    let status = StatusCode::from_u16(outcome.status()).unwrap_or(StatusCode::OK);
    plain_page(status, document.html)
}

/// A page for when nothing else can be given; without scripts, so that it stays as it is.
pub(super) fn trouble(edge: &Edge, fault: &Error, request_id: &str) -> Response<Body> {
    let status = refusal::status_of(fault);
    let (title, advice) = if status == StatusCode::SERVICE_UNAVAILABLE {
        (
            "The server is busy",
            "Many people are here right now. Please try again in a moment.",
        )
    } else if status.is_client_error() {
        (
            "That did not work",
            "Please go back to the page that you came from, load it again, and try once more.",
        )
    } else {
        tracing::error!(request_id, error = %fault, "page failed");
        (
            "Something went wrong",
            "The mistake is ours, and it has been noted. Please try again later.",
        )
    };
    let mut response = plain_page(status, edge.pages.plain(title, advice));
    if let Error::Busy { seconds } = fault {
        response
            .headers_mut()
            .insert(header::RETRY_AFTER, HeaderValue::from(*seconds));
    }
    response
}

fn plain_page(status: StatusCode, html: String) -> Response<Body> {
    let mut response = Response::new(Body::from(html));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HTML);
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Sends a ready-made answer in the encoding that the client prefers.
pub(super) async fn send(
    edge: &Arc<Edge>,
    answer: &Arc<Answer>,
    met: Met,
    request: &Parts,
) -> Response<Body> {
    edge.observer.cache(met);
    let mut response = if negotiation::holds(&request.headers, answer.body.tag()) {
        not_modified(&answer.body, request)
    } else {
        let held = answer.clone();
        let mut response = body_response(edge, &answer.body, request, move |encoding| {
            held.body.make(encoding)
        })
        .await;
        *response.status_mut() = answer.status;
        response
            .headers_mut()
            .insert(header::CONTENT_TYPE, answer.content_type.clone());
        response
    };
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, edge.cache_control.clone());
    if response.status() == answer.status {
        keep_head(edge, answer, &response);
    }
    let headers = response.headers_mut();
    if let (Met::Miss, Some(timing)) = (met, &answer.timing) {
        headers.insert("server-timing", timing.clone());
    }
    response
}

/// What the short way will send to the next one who wants the same form.
fn keep_head(edge: &Edge, answer: &Answer, response: &Response<Body>) {
    let sent = response.headers().get(header::CONTENT_ENCODING);
    let encoding = Encoding::named(sent);
    answer.keep_head(encoding, || {
        let mut head = response.headers().clone();
        edge.security_headers.add_to(&mut head);
        head
    });
}

async fn send_file(
    edge: &Arc<Edge>,
    file: Arc<super::assets::File>,
    request: &Parts,
) -> Response<Body> {
    let mut response = if negotiation::holds(&request.headers, file.body.tag()) {
        not_modified(&file.body, request)
    } else {
        let held = file.clone();
        let mut response = body_response(edge, &file.body, request, move |encoding| {
            held.body.make(encoding)
        })
        .await;
        response
            .headers_mut()
            .insert(header::CONTENT_TYPE, file.media_type.clone());
        response
    };
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, file.cache_control.clone());
    response
}

fn not_modified(body: &encoding::Body, request: &Parts) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    let headers = response.headers_mut();
    headers.insert(
        header::ETAG,
        body.entity_tag(body.form(Encoding::preferred(&request.headers))),
    );
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    response
}

async fn body_response(
    edge: &Edge,
    body: &encoding::Body,
    request: &Parts,
    make: impl FnOnce(Encoding) -> (Encoding, bytes::Bytes) + Send + 'static,
) -> Response<Body> {
    let wanted = Encoding::preferred(&request.headers);
    let (encoding, bytes) = match body.ready(wanted) {
        Some(ready) => ready,
        // A busy server sends the plain bytes: they need no work.
        None => match edge.cpu.run(move || make(wanted)).await {
            Ok(made) => made,
            Err(_) => body.make(Encoding::Identity),
        },
    };
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(header::ETAG, body.entity_tag(encoding));
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(value) = encoding.header() {
        headers.insert(header::CONTENT_ENCODING, value);
    }
    response
}
