//! The same form sent by a browser without our script: a redirect, and a page with thanks.

use axum::{
    extract::{Path, RawQuery, State},
    http::{StatusCode, header},
    response::{AppendHeaders, IntoResponse},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::form_urlencoded;
use utoipa::ToSchema;
use uuid::Uuid;

use super::routes::{FactAnswer, find_shop, keep, marked, undo};
use crate::{
    catalog::{entities::fact_answer::Fact, fact_answers},
    features::Services,
    platform::{
        answered_cookie,
        error::{Error, Result},
        web::{Client, PrivatePage, WholeBody},
    },
};

/// The page after an answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnsweredPage {
    /// The shop's slug.
    pub slug: String,
    /// The shop's name.
    pub name: String,
    /// The answer, as long as it can be taken back; else null.
    pub answer: Option<Uuid>,
}

/// Keeps the answer, and leads to the thanks.
pub(super) async fn answer_by_form(
    State(services): State<Services>,
    Path(shop): Path<String>,
    client: Client,
    WholeBody(body): WholeBody,
) -> Result<impl IntoResponse> {
    let row = find_shop(&services, &shop).await?;
    let fact = Fact::deserialize(Value::String(field(&body, "fact")))
        .map_err(|_| Error::invalid_field("fact", "Unknown question."))?;
    let yes = match field(&body, "answer").as_str() {
        "yes" => true,
        "no" => false,
        _ => return Err(Error::invalid_field("answer", "Please answer yes or no.")),
    };
    let kept = keep(&services, &client, &row, FactAnswer { fact, yes }).await?;
    let id = kept.id.map(|id| format!("?answer={id}"));
    let thanks = format!("/still-right/{}{}", row.slug, id.unwrap_or_default());
    let marked = marked(answered_cookie::set(&row.slug, services.is_secure()));
    Ok((
        StatusCode::SEE_OTHER,
        AppendHeaders([marked, (header::LOCATION, thanks)]),
    ))
}

/// The thanks, with a button that takes the answer back.
pub(super) async fn show_answered(
    State(services): State<Services>,
    Path(shop): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<PrivatePage> {
    let row = find_shop(&services, &shop).await?;
    let answer = Uuid::try_parse(&field(query.unwrap_or_default().as_bytes(), "answer")).ok();
    let open = fact_answers::open(services.database.reads(), row.id, services.clock.now()).await?;
    let may_undo = |id: &Uuid| {
        let now = services.clock.now();
        open.iter()
            .any(|answer| answer.id == *id && answer.created_at > now - fact_answers::UNDO)
    };
    let page = AnsweredPage {
        answer: answer.filter(may_undo),
        slug: row.slug,
        name: row.name,
    };
    Ok(PrivatePage::new("answered", StatusCode::OK, &page))
}

/// Takes the answer back, and leads to the shop's page.
pub(super) async fn undo_by_form(
    State(services): State<Services>,
    Path(shop): Path<String>,
    WholeBody(body): WholeBody,
) -> Result<impl IntoResponse> {
    let row = find_shop(&services, &shop).await?;
    let answer = Uuid::try_parse(&field(&body, "answer")).unwrap_or_default();
    undo(&services, &row, answer).await?;
    let cleared = marked(answered_cookie::clear(&row.slug, services.is_secure()));
    let back = (header::LOCATION, format!("/coffee-shops/{}", row.slug));
    Ok((StatusCode::SEE_OTHER, AppendHeaders([cleared, back])))
}

/// The last value of this field.
fn field(body: &[u8], name: &str) -> String {
    let fields = form_urlencoded::parse(body);
    let found = fields.filter(|(key, _)| key == name).last();
    found.map_or_else(String::new, |(_, value)| value.into_owned())
}
