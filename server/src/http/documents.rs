//! Feeds, sitemaps, pictures and files for robots, served from the response cache.

use std::{borrow::Cow, sync::Arc};

use axum::{
    body::Body,
    http::{Response, StatusCode, request::Parts},
};

use super::{
    Edge,
    answer::Answer,
    costly::{self, Work},
    encoding::{self, Effort},
    finishing::MadeFrom,
    sending::{redirect, send},
};
use crate::{
    catalog::document::Document,
    platform::{arguments::Arguments, error::Error, web::refusal},
};

/// Answers a document's URL.
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
    let work = Work::of_document(pattern);
    if let Err(refused) = costly::count_unless_ready(edge, (work, &key), request, request_id) {
        return refusal::answer(&refused, request_id);
    }
    let make = || async {
        let view = edge.catalog.view();
        let (documents, seen) = (edge.documents.clone(), view.clone());
        let (media_type, version, body) = edge
            .cpu
            .run(move || {
                let content = documents.run(pattern, &seen, &asked)?;
                let effort = if content.is_packed {
                    Effort::Needless
                } else {
                    Effort::Quick
                };
                let body = encoding::Body::compressed(content.bytes, effort);
                Ok::<_, Error>((content.media_type, content.version, body))
            })
            .await??;
        Ok(Answer::new(
            StatusCode::OK,
            media_type,
            body,
            (view.trace(), view.revision(), view.now()),
        )
        .with_version(version)
        .with_lagging_votes())
    };
    match edge
        .cache
        .get_or_make(&key, &edge.catalog.state(), edge.clock.now(), make)
        .await
    {
        Ok((answer, met)) => {
            let mut response = send(edge, &answer, met, request).await;
            // Pages change `?v=` with the picture. Any other value is a guess, and the picture may change tomorrow.
            if let Some(made_from) = response.extensions_mut().get_mut::<MadeFrom>() {
                made_from.is_versioned =
                    version_of(request).is_some_and(|version| answer.is_version(&version));
            }
            response
        }
        Err(Error::Moved(value)) => redirect(&arguments.moved_to(value).canonical_address(pattern)),
        Err(refused) => refusal::answer(&refused, request_id),
    }
}

fn version_of(request: &Parts) -> Option<Cow<'_, str>> {
    let query = request.uri.query().unwrap_or_default();
    let mut pairs = url::form_urlencoded::parse(query.as_bytes());
    let (_, version) = pairs.find(|(name, _)| name == "v")?;
    Some(version)
}
