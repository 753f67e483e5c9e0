//! The endpoints of the page's script.

use axum::{
    extract::{Path, State},
    http::{HeaderName, header},
    response::{AppendHeaders, IntoResponse},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    catalog::{
        entities::{fact_answer::Fact, shop},
        fact_answers::{self, Said},
        not_found::shop_not_found,
        people, questions,
    },
    features::Services,
    platform::{
        answered_cookie,
        error::{Error, ErrorBody, Result},
        limits::table::ANSWERS_OF_A_NETWORK,
        limits_shared, visitor_cookie,
        web::{Client, Fresh, JsonBody, path_id},
    },
};

/// An answer to a shop's question.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FactAnswer {
    pub fact: Fact,
    pub yes: bool,
}

/// An answer that was kept.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FactAnswerKept {
    /// For taking it back within a minute; null if this visitor or network had answered already.
    #[schema(required)]
    pub id: Option<Uuid>,
    pub message: String,
}

/// Answer the question on a shop's page. Two visitors of different networks who agree within 30 days confirm the fact.
#[utoipa::path(post, path = "/api/coffee-shops/{slugOrId}/answers", tag = "coffee shops",
    params(("slugOrId" = String, Path)), request_body = FactAnswer,
    responses((status = 200, body = FactAnswerKept), (status = 400, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "This isn't asked now", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub async fn answer_question(
    State(services): State<Services>,
    Path(shop): Path<String>,
    client: Client,
    JsonBody(answer): JsonBody<FactAnswer>,
) -> Result<impl IntoResponse> {
    let row = find_shop(&services, &shop).await?;
    let kept = keep(&services, &client, &row, answer).await?;
    let marked = marked(answered_cookie::set(&row.slug, services.is_secure()));
    Ok((AppendHeaders([marked]), Fresh(kept)))
}

/// Take an answer back, within a minute.
#[utoipa::path(post, path = "/api/coffee-shops/{slugOrId}/answers/{id}/undo", tag = "coffee shops",
    params(("slugOrId" = String, Path), ("id" = String, Path)),
    responses((status = 200, body = FactAnswerKept),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "More than a minute ago", body = ErrorBody)))]
pub async fn undo_answer(
    State(services): State<Services>,
    Path((shop, id)): Path<(String, String)>,
) -> Result<impl IntoResponse> {
    let row = find_shop(&services, &shop).await?;
    undo(&services, &row, path_id(&id, too_late)?).await?;
    let cleared = marked(answered_cookie::clear(&row.slug, services.is_secure()));
    let undone = FactAnswerKept {
        id: None,
        message: "Undone.".to_owned(),
    };
    Ok((AppendHeaders([cleared]), Fresh(undone)))
}

pub(super) fn marked(cookie: String) -> (HeaderName, String) {
    (header::SET_COOKIE, cookie)
}

/// The shop that an answer is about.
pub(super) async fn find_shop(services: &Services, slug_or_id: &str) -> Result<shop::Model> {
    let row = people::find_shop_row(services.database.reads(), slug_or_id).await?;
    row.filter(|row| row.is_active).ok_or_else(shop_not_found)
}

/// Keeps an answer, once for a visitor and a network.
pub(super) async fn keep(
    services: &Services,
    client: &Client,
    row: &shop::Model,
    answer: FactAnswer,
) -> Result<FactAnswerKept> {
    let said = Said {
        fact: answer.fact,
        says_yes: answer.yes,
        network: client.network(),
        visitor: visitor_cookie::read(&services.keys, client, services.is_secure()),
    };
    let (held, shop, now) = (services.clone(), row.id, services.clock.now());
    let id = services
        .database
        .transaction(move |transaction| {
            let services = held.clone();
            Box::pin(async move {
                let (keys, limit) = (&services.keys, &ANSWERS_OF_A_NETWORK);
                limits_shared::count(transaction, keys, limit, said.network, now).await?;
                // Locked, so that the second of two at once sees the first.
                let row = people::lock_shop_row(transaction, shop).await?;
                let row = row.ok_or_else(shop_not_found)?;
                let there = now.with_timezone(&services.catalog.view().clocks(&row));
                if !questions::can_be_asked(&row, said.fact, there) {
                    return Err(Error::Conflict(
                        "Nobody can tell that just now. Thank you anyway.".into(),
                    ));
                }
                let by = (keys, &services.identifiers);
                fact_answers::add(transaction, by, &row, said, now).await
            })
        })
        .await?;
    let is_told = answer.yes || answer.fact == Fact::Wifi;
    let message = match id {
        Some(_) if is_told => "Thank you! Once somebody else says the same, the page will show it.",
        Some(_) => "Thank you! If somebody else says so, too, we'll look into it.",
        None => "Thank you! We already have an answer from you or your network.",
    };
    Ok(FactAnswerKept {
        id,
        message: message.to_owned(),
    })
}

/// Takes an answer back.
pub(super) async fn undo(services: &Services, row: &shop::Model, answer: Uuid) -> Result<()> {
    let (of, now) = ((row.id, answer), services.clock.now());
    let is_undone = services
        .database
        .transaction(move |transaction| {
            Box::pin(async move { fact_answers::take_back(transaction, of, now).await })
        })
        .await?;
    if is_undone { Ok(()) } else { Err(too_late()) }
}

fn too_late() -> Error {
    Error::Conflict("An answer can be taken back for one minute.".into())
}
