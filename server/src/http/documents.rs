//! Feeds, sitemaps, pictures and files for robots, answered from the response cache.

use std::sync::Arc;

use axum::{
    body::Body,
    http::{HeaderValue, Response, StatusCode, header, request::Parts},
};

use super::{
    Edge,
    cache::Answer,
    encoding::{self, Effort},
    sending::{redirect, send},
};
use crate::{
    catalog::document::Document,
    platform::{arguments::Arguments, error::Error, web::refusal},
};

/// An address with `?v=` names one state of a picture: whoever links to it changes the value with the content.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// Answers the document at an address.
pub(super) async fn answer(
    edge: &Arc<Edge>,
    document: &Document,
    arguments: Arguments,
    request: &Parts,
    request_id: &str,
) -> Response<Body> {
    let pattern = document.pattern;
    let key = arguments.canonical_address(pattern);
    let asked = arguments.clone();
    let make = || async {
        let view = edge.catalog.view();
        let (documents, seen) = (edge.documents.clone(), view.clone());
        let content = edge
            .cpu
            .run(move || documents.run(pattern, &seen, &asked))
            .await??;
        let effort = if content.is_packed {
            Effort::Needless
        } else {
            Effort::Quick
        };
        Ok(Answer::new(
            StatusCode::OK,
            HeaderValue::from_static(content.media_type),
            encoding::Body::new(content.bytes, effort),
            (view.trace(), view.revision(), view.now()),
        )
        .with_lagging_votes())
    };
    match edge
        .cache
        .get_or_make(&key, &edge.catalog.state(), edge.clock.now(), make)
        .await
    {
        Ok((answer, met)) => {
            let mut response = send(edge, &answer, met, request).await;
            if names_a_state(request) {
                response
                    .headers_mut()
                    .insert(header::CACHE_CONTROL, IMMUTABLE);
            }
            response
        }
        Err(Error::Moved(value)) => redirect(&arguments.moved_to(value).canonical_address(pattern)),
        Err(refused) => refusal::answer(&refused, request_id),
    }
}

fn names_a_state(request: &Parts) -> bool {
    let query = request.uri.query().unwrap_or_default();
    query.split('&').any(|pair| pair.starts_with("v="))
}
