//! API reads, answered from the response cache.

use std::sync::Arc;

use axum::{
    body::Body,
    http::{HeaderValue, Response, StatusCode, request::Parts},
};
use chrono::TimeDelta;

use super::{
    Edge,
    cache::Answer,
    encoding::{self, Effort},
    searches,
    sending::send,
};
use crate::{
    catalog::{
        View,
        read::{CachePolicy, Read},
    },
    platform::{
        arguments::Arguments,
        error::{Error, Result},
        web::refusal,
    },
};

/// Search answers rest on the index, which no scope stands for.
pub(super) const A_SECOND: TimeDelta = TimeDelta::seconds(1);

const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// Answers an address under `/api/`.
pub(super) async fn answer(edge: &Arc<Edge>, request: &Parts, request_id: &str) -> Response<Body> {
    let found = edge
        .reads
        .find(request.uri.path(), request.uri.query().unwrap_or(""));
    let (read, arguments) = match found {
        Some(Ok(found)) => found,
        Some(Err(refused)) => return refusal::answer(&refused, request_id),
        None => {
            return refusal::answer(
                &Error::NotFound("Nothing found at this URL.".into()),
                request_id,
            );
        }
    };
    if read.cache_policy == CachePolicy::OneSecond
        && let Err(refused) = searches::count(edge, request, request_id)
    {
        return refusal::answer(&refused, request_id);
    }
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
        Ok(match read.cache_policy {
            CachePolicy::WhileUnchanged => answer,
            CachePolicy::OneSecond => answer.lasting(A_SECOND),
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
        Err(Error::Moved(slug)) => (read.run)(view, &arguments.moved_to(slug)),
        answer => answer,
    };
    answer.map(|json| json.into_text())
}
