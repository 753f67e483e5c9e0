//! API reads, answered from the response cache.

use std::sync::Arc;

use axum::{
    body::Body,
    http::{Response, StatusCode, request::Parts},
};
use chrono::TimeDelta;

use super::{
    Edge,
    answer::Answer,
    cache::CacheStatus,
    costly::{self, Work},
    encoding::{self, Effort},
    sending::send,
};
use crate::{
    catalog::{
        View,
        not_found::nothing_at_this_url,
        read::{CachePolicy, Read},
    },
    platform::{
        arguments::Arguments,
        error::{Error, Result},
        web::refusal,
    },
};

/// Search answers depend on the text index, which has no scope.
pub(super) const A_SECOND: TimeDelta = TimeDelta::seconds(1);

const JSON: &str = "application/json";

/// Answers a URL under `/api/`.
pub(super) async fn answer(edge: &Arc<Edge>, request: &Parts, request_id: &str) -> Response<Body> {
    let found = edge
        .reads
        .find(request.uri.path(), request.uri.query().unwrap_or(""));
    let (read, arguments) = match found {
        Some(Ok(found)) => found,
        Some(Err(refused)) => return refusal::answer(&refused, request_id),
        None => {
            return refusal::answer(&nothing_at_this_url(), request_id);
        }
    };
    let key = arguments.canonical_address(read.pattern);
    let work = Work::of_read(read.pattern, &arguments);
    if let Err(refused) = costly::count_unless_ready(edge, (work, &key), request, request_id) {
        return refusal::answer(&refused, request_id);
    }
    // Otherwise, a caller with different numbers each time would fill the cache with answers nobody requests again.
    if read.asks_for_a_place(&arguments) && !edge.cache.is_asked_again(&key) {
        return match make(edge, read, arguments, work).await {
            Ok(answer) => send(edge, &Arc::new(answer), CacheStatus::Miss, request).await,
            Err(refused) => refusal::answer(&refused, request_id),
        };
    }
    match edge
        .cache
        .get_or_make(&key, &edge.catalog.state(), edge.clock.now(), || {
            make(edge, read, arguments, work)
        })
        .await
    {
        Ok((answer, met)) => send(edge, &answer, met, request).await,
        Err(refused) => refusal::answer(&refused, request_id),
    }
}

async fn make(
    edge: &Arc<Edge>,
    read: &Arc<Read>,
    arguments: Arguments,
    work: Option<Work>,
) -> Result<Answer> {
    let view = edge.catalog.view();
    let (reading, lasts, seen) = (read.clone(), read.cache_policy, view.clone());
    let body = edge
        .cpu
        .run(move || {
            let json = run_following_moves(&reading, &seen, arguments)?;
            Ok::<_, Error>(match lasts {
                CachePolicy::WhileUnchanged => encoding::Body::compressed(json, Effort::Quick),
                CachePolicy::OneSecond => encoding::Body::new(json, Effort::Quick),
            })
        })
        .await??;
    let made_from = (view.trace(), view.revision(), view.now());
    let answer = Answer::new(StatusCode::OK, JSON, body, made_from);
    Ok(match (lasts, work) {
        (CachePolicy::OneSecond, _) => answer.lasting(A_SECOND),
        // Rebuilt once a second for everyone, not once per vote.
        (_, Some(Work::WholeList)) => answer.with_lagging_votes(),
        (CachePolicy::WhileUnchanged, _) => answer,
    })
}

/// Runs a read; a former slug or an ID gets what it refers to now (D4).
fn run_following_moves(read: &Read, view: &View, arguments: Arguments) -> Result<String> {
    let answer = match (read.run)(view, &arguments) {
        Err(Error::Moved(slug)) => (read.run)(view, &arguments.moved_to(slug)),
        answer => answer,
    };
    answer.map(|json| json.into_text())
}
