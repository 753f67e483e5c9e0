//! Pages: rendered once per state of their data and served from the response cache.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use axum::{
    body::Body,
    http::{HeaderValue, Response, StatusCode, header, request::Parts},
};
use bytes::Bytes;
use react_renderer::RenderFault;

use super::{
    Edge,
    answer::Answer,
    api::A_SECOND,
    costly::{self, Work},
    encoding::{self, Effort},
    finishing::TakesPayments,
    redirects,
    sending::{redirect, send},
};
use crate::{
    pages::{CacheClass, MissingKind, PageOutcome, PageRoute},
    platform::{
        arguments::Arguments,
        error::{Error, Result},
        web::refusal,
    },
};

pub(super) const HTML: &str = "text/html; charset=utf-8";

/// Answers a page's URL.
pub(super) async fn answer(edge: &Arc<Edge>, request: &Parts, request_id: &str) -> Response<Body> {
    let (path, query) = (request.uri.path(), request.uri.query().unwrap_or(""));
    let nothing_here = PageOutcome::Missing(MissingKind::Page);
    let (route, arguments) = match edge.pages.table().find(path, query) {
        Some(Ok(found)) => found,
        Some(Err(refused)) => {
            return status_page(edge, &unreadable(&refused), request, request_id).await;
        }
        None => {
            return match redirects::current_address(edge, path, query).await {
                Some(location) => redirect(&location),
                None => status_page(edge, &nothing_here, request, request_id).await,
            };
        }
    };
    let is_closed = route.demo_only && edge.catalog.view().sample_count() == 0;
    if is_closed || route.cache == CacheClass::Private {
        return status_page(edge, &nothing_here, request, request_id).await;
    }
    if route.cache == CacheClass::Shell {
        return browser_screen(edge, route);
    }
    if route.cache == CacheClass::Search
        && let Err(refused) = costly::count(edge, Work::Search, request, request_id)
    {
        return trouble(edge, &refused, request_id);
    }
    let key = arguments.canonical_address(&route.pattern);
    match document(
        edge,
        Some((route, &arguments)),
        &key,
        &PageOutcome::Found,
        request,
        request_id,
    )
    .await
    {
        Ok(response) => response,
        Err(Error::NotFound(_)) => {
            if let Some(location) = redirects::in_small_letters(edge, path, query).await {
                return redirect(&location);
            }
            let outcome = PageOutcome::Missing(MissingKind::named(&route.missing));
            status_page(edge, &outcome, request, request_id).await
        }
        Err(Error::BeyondEnd { last }) => {
            let last = arguments.query_of_page(last);
            status_page(edge, &PageOutcome::BeyondEnd { last }, request, request_id).await
        }
        Err(refused @ Error::Invalid { .. }) => {
            status_page(edge, &unreadable(&refused), request, request_id).await
        }
        Err(Error::Gone(_)) => status_page(edge, &PageOutcome::Gone, request, request_id).await,
        Err(Error::Moved(slug)) => redirect(&redirects::moved(route, arguments, slug, query)),
        Err(fault) => trouble(edge, &fault, request_id),
    }
}

/// Names the invalid parameter. The sentence is ours and contains nothing the visitor wrote.
fn unreadable(refused: &Error) -> PageOutcome {
    PageOutcome::Unreadable {
        reason: refused.to_string(),
    }
}

/// A page for something that doesn't exist: one body per kind, whatever the URL was.
async fn status_page(
    edge: &Arc<Edge>,
    outcome: &PageOutcome,
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
    target: Option<(&Arc<PageRoute>, &Arguments)>,
    key: &str,
    outcome: &PageOutcome,
    request: &Parts,
    request_id: &str,
) -> Result<Response<Body>> {
    let route = target.map(|(route, _)| route.as_ref());
    if edge.failed_renders.holds(key) {
        return Ok(send_shell(edge, route, outcome));
    }
    let render_failed = AtomicBool::new(false);
    let make = || async {
        // Requests that waited for a failed render don't each retry.
        if edge.failed_renders.holds(key) {
            render_failed.store(true, Ordering::Relaxed);
            return Err(Error::Internal("the page failed just now".to_owned()));
        }
        let view = edge.catalog.view();
        let answers = match target {
            Some((route, arguments)) => {
                if route.demo_only {
                    // The page disappears with the demo content, so it depends on it.
                    let _ = view.sample_count();
                }
                let (view, route, arguments) = (view.clone(), route.clone(), arguments.clone());
                edge.cpu
                    .run(move || route.read(&view, &arguments))
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
                edge.observer.render(document.duration);
                let status = StatusCode::from_u16(outcome.status()).unwrap_or(StatusCode::OK);
                let body = kept_form(edge, document.html, is_short_lived(route, outcome)).await;
                let answer = Answer::new(
                    status,
                    HTML,
                    body,
                    (view.trace(), view.revision(), view.now()),
                );
                let answer = answer
                    .drawn_in(document.duration)
                    .taking_payments(route.is_some_and(|route| route.takes_payments));
                Ok(if is_short_lived(route, outcome) {
                    answer.lasting(A_SECOND)
                } else {
                    answer.with_lagging_votes()
                })
            }
            Err(RenderFault::QueueFull | RenderFault::NoTurn | RenderFault::Stopped) => {
                Err(Error::Busy { seconds: 1 })
            }
            Err(fault) => {
                tracing::error!(request_id, page = key, %fault, "a page could not be rendered; visitors get the shell for 30 s");
                edge.observer.render_failed();
                edge.failed_renders.note(key);
                render_failed.store(true, Ordering::Relaxed);
                Err(Error::failed(fault))
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

/// What stays in memory is compressed; a page that expires in a second isn't worth compressing.
async fn kept_form(edge: &Edge, html: String, is_short_lived: bool) -> encoding::Body {
    let html = Bytes::from(html);
    if is_short_lived {
        return encoding::Body::new(html, Effort::Quick);
    }
    let plain = html.clone();
    let compressed = edge
        .cpu
        .run(move || encoding::Body::compressed(plain, Effort::Quick));
    // Stays plain if the server is busy.
    compressed
        .await
        .unwrap_or_else(|_| encoding::Body::new(html, Effort::Quick))
}

/// Search pages depend on the text index. There is one past-the-end body per list and filter.
fn is_short_lived(route: Option<&PageRoute>, outcome: &PageOutcome) -> bool {
    route.is_some_and(|route| route.cache == CacheClass::Search)
        || matches!(outcome, PageOutcome::BeyondEnd { .. })
}

fn send_shell(edge: &Edge, route: Option<&PageRoute>, outcome: &PageOutcome) -> Response<Body> {
    let document = edge.pages.shell(&edge.catalog.view(), route, outcome);
    let status = StatusCode::from_u16(outcome.status()).unwrap_or(StatusCode::OK);
    let mut response = plain_page(status, document.html);
    if route.is_some_and(|route| route.takes_payments) {
        response.extensions_mut().insert(TakesPayments);
    }
    response
}

/// The empty document of a screen rendered only in the browser. It reveals nothing about what the screen will show.
fn browser_screen(edge: &Edge, route: &PageRoute) -> Response<Body> {
    let mut response = send_shell(edge, Some(route), &PageOutcome::Found);
    response
        .headers_mut()
        .insert("x-robots-tag", HeaderValue::from_static("noindex"));
    response
}

/// A last-resort page, without scripts so that it works by itself.
pub(super) fn trouble(edge: &Edge, fault: &Error, request_id: &str) -> Response<Body> {
    let status = refusal::status_of(fault);
    let (title, advice) = if status == StatusCode::SERVICE_UNAVAILABLE {
        (
            "The server is busy",
            "We're very busy right now. Please try again in a moment.",
        )
    } else if let Error::TooMany { message, .. } = fault {
        ("Too many requests", message.as_ref())
    } else if status.is_client_error() {
        (
            "That didn't work",
            "Please go back, reload the page, and try again.",
        )
    } else {
        tracing::error!(request_id, error = %fault, "page failed");
        (
            "Something went wrong",
            "It's our fault, and it has been logged. Please try again later.",
        )
    };
    let mut response = plain_page(status, edge.pages.plain(title, advice));
    if let Error::Busy { seconds } | Error::TooMany { seconds, .. } = fault {
        response
            .headers_mut()
            .insert(header::RETRY_AFTER, HeaderValue::from(*seconds));
    }
    response
}

fn plain_page(status: StatusCode, html: String) -> Response<Body> {
    let mut response = Response::new(Body::from(html));
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(header::CONTENT_TYPE, HeaderValue::from_static(HTML));
    response
}
