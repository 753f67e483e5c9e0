//! Pages that rooms answer themselves: rendered each time for one person and never cached.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::{Extension, Request, State},
    http::{HeaderValue, Response, header},
    middleware::Next,
};

use react_renderer::RenderFault;

use super::{Edge, page, refusals};
use crate::{
    pages::PageRoute,
    platform::{
        error::{Error, Result},
        web::{PrivatePage, RequestId, refusal::Refusal},
    },
};

/// Renders a room's page, logs what a room refused, and shows errors as a page to someone who asked for a page.
pub async fn draw(
    State(edge): State<Arc<Edge>>,
    Extension(request_id): Extension<RequestId>,
    request: Request,
    next: Next,
) -> Response<Body> {
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let mut response = next.run(request).await;
    if let Some(page) = response.extensions_mut().remove::<PrivatePage>() {
        let drawn = document(&edge, &page).await;
        return drawn.unwrap_or_else(|fault| page::trouble(&edge, &fault, request_id.as_str()));
    }
    let Some(Refusal(error)) = response.extensions().get() else {
        return response;
    };
    refusals::note(&edge, error, (&method, &uri), request_id.as_str());
    if uri.path().starts_with("/api/") {
        return response;
    }
    page::trouble(&edge, error, request_id.as_str())
}

async fn document(edge: &Edge, page: &PrivatePage) -> Result<Response<Body>> {
    let route = edge
        .pages
        .table()
        .named(page.route)
        .ok_or_else(|| Error::Internal(format!("the web app has no route {}", page.route)))?;
    let view = edge.catalog.view();
    let html = edge
        .pages
        .render_private(&view, route, answers(route, page))
        .await
        .map_err(|fault| match fault {
            RenderFault::QueueFull | RenderFault::NoTurn | RenderFault::Stopped => {
                Error::Busy { seconds: 1 }
            }
            fault => Error::Internal(format!("{}: {fault}", page.route)),
        })?;
    let mut response = Response::new(Body::from(html));
    *response.status_mut() = page.status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(page::HTML));
    headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
    Ok(response)
}

/// The route's own read is answered by the room; the others, such as the site's, by the view.
fn answers(route: &PageRoute, page: &PrivatePage) -> Vec<(String, String)> {
    let own = route.reads.last().cloned();
    own.map(|address| (address, page.answer.clone()))
        .into_iter()
        .collect()
}
