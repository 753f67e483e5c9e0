//! What visitors say that the page doesn't, or that they contradict each other about: the administrator looks into it.

use std::collections::BTreeMap;

use axum::{
    extract::{Path, State},
    http::StatusCode,
};
use chrono::{DateTime, Utc};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    catalog::{
        entities::{
            fact_answer::{Fact, Model},
            shop,
        },
        fact_answers,
        not_found::shop_not_found,
        writing::Subject,
    },
    features::{MAX_WAITING, Services, Waiting},
    platform::{
        error::{Error, ErrorBody, Result},
        web::{Access, Actor, JsonBody, Route, path_id},
    },
};

/// The kind of these items.
const KIND: &str = "visitors_doubt";

pub(super) fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/admin/coffee-shops/{id}/answers/seen")
            .post(Access::Administrator, note_answers_seen),
    ]
}

/// One item a shop.
pub(super) async fn waiting(services: Services) -> Result<Vec<Waiting>> {
    let mut shops: BTreeMap<Uuid, Vec<Model>> = BTreeMap::new();
    for answer in fact_answers::contested(services.database.reads()).await? {
        // One more, so that the inbox knows that there are more.
        if shops.len() <= MAX_WAITING || shops.contains_key(&answer.shop_id) {
            shops.entry(answer.shop_id).or_default().push(answer);
        }
    }
    let view = services.catalog.view();
    let items = shops.into_iter().filter_map(|(id, answers)| {
        let shop = view.any_shop(id)?;
        let town = view.city(shop.city_id);
        let place = town.map_or_else(String::new, |town| {
            format!(", {}, {}", town.city.name, town.city.state)
        });
        let waited = |answer: &Model| answer.contested_at.unwrap_or(answer.created_at);
        Some(Waiting {
            kind: KIND,
            id: id.to_string(),
            title: format!("{}{place}", shop.name),
            text: words(&answers),
            since: answers.iter().map(waited).min()?,
            shop_slug: Some(shop.slug.to_string()),
            record: None,
            version: answers
                .iter()
                .map(waited)
                .max()
                .map(|at| at.timestamp_micros()),
            photo_url: None,
            blocked: None,
        })
    });
    Ok(items.collect())
}

/// Such as `Is it still here? Yes: 1, no: 2.`, a line for each question.
fn words(answers: &[Model]) -> String {
    let mut counts: BTreeMap<Fact, (usize, usize)> = BTreeMap::new();
    for answer in answers {
        let (yes, no) = counts.entry(answer.fact).or_default();
        *if answer.says_yes { yes } else { no } += 1;
    }
    let lines: Vec<String> = counts
        .into_iter()
        .map(|(fact, (yes, no))| format!("{} Yes: {yes}, no: {no}.", fact.question()))
        .collect();
    format!("Visitors answered:\n{}", lines.join("\n"))
}

/// Which answers the administrator saw.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswersSeen {
    /// As in the inbox: what came later goes on waiting.
    pub version: i64,
}

/// Take what visitors say of a shop off the inbox, once it was looked into. What the shop's page says stays.
#[utoipa::path(post, path = "/api/admin/coffee-shops/{id}/answers/seen", tag = "administration",
    params(("id" = String, Path)), request_body = AnswersSeen,
    responses((status = 204), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 404, description = "Nothing waits", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn note_answers_seen(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBody(seen): JsonBody<AnswersSeen>,
) -> Result<StatusCode> {
    let id = path_id(&id, shop_not_found)?;
    let until: DateTime<Utc> =
        DateTime::from_timestamp_micros(seen.version).ok_or_else(nothing_waits)?;
    services
        .ledger
        .act(actor, "shop.answers_seen", move |act| {
            Box::pin(async move {
                let row: Option<shop::Model> = act.find(id).await?;
                let row = row.ok_or_else(shop_not_found)?;
                act.set_subject(Subject::new("shop", id, &row.name));
                let count = fact_answers::remove_contested(act.transaction(), id, until).await?;
                if count == 0 {
                    return Err(nothing_waits());
                }
                act.set_note(&format!("Visitors\u{2019} answers: {count}"));
                Ok(())
            })
        })
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

fn nothing_waits() -> Error {
    Error::NotFound("No answers of visitors wait for this shop.".into())
}
