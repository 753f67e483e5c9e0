//! The questions that imports left, for the administrator's screens.

use axum::extract::{Path, State};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    ReviewQueue,
    entity::review_item::{Model, Status},
};
use crate::{
    features::{Services, Waiting},
    platform::{
        error::{Error, ErrorBody, Result},
        web::{Access, Fresh, Route},
    },
};

/// Questions in one answer.
const MOST: u64 = 200;

/// A record that an import could not decide about.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportQuestion {
    pub id: Uuid,
    /// `osm`, `csv`, …
    pub source: String,
    pub name: String,
    /// `Alexandria, LA`.
    pub town: String,
    /// The rule that could not decide.
    pub reason: String,
    /// The shop that it may repeat.
    #[schema(required)]
    pub similar_slug: Option<String>,
    pub created_at: DateTime<Utc>,
}

/// A record that became a shop.
#[derive(Debug, Serialize, ToSchema)]
pub struct AcceptedRecord {
    pub id: Uuid,
    pub slug: String,
}

pub(super) fn routes() -> Vec<Route<Services>> {
    let only = Access::Administrator;
    vec![
        Route::at("/api/admin/import-questions").get(only, list_questions),
        Route::at("/api/admin/import-questions/{id}/accept").post(only, accept_question),
        Route::at("/api/admin/import-questions/{id}/refuse").post(only, refuse_question),
    ]
}

fn queue(services: &Services) -> ReviewQueue {
    ReviewQueue::new(
        services.database.clone(),
        Some(services.catalog.clone()),
        services.clock.clone(),
        services.identifiers.clone(),
    )
}

impl From<Model> for ImportQuestion {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            source: row.source,
            name: row.name,
            town: row.town,
            reason: row.reason,
            similar_slug: row.similar_slug,
            created_at: row.created_at,
        }
    }
}

/// What waits, for the inbox.
pub(super) async fn waiting(services: Services) -> Result<Vec<Waiting>> {
    let rows = queue(&services).list(Status::Open, None, MOST).await?;
    let items = rows.into_iter().map(|row| Waiting {
        kind: "import",
        id: row.id.to_string(),
        title: format!("{}, {}", row.name, row.town),
        text: format!("From {}: {}", row.source, row.reason),
        since: row.created_at,
        shop_slug: row.similar_slug,
    });
    Ok(items.collect())
}

/// List the records that imports could not decide about, the oldest first.
#[utoipa::path(get, path = "/api/admin/import-questions", tag = "administration",
    responses((status = 200, body = Vec<ImportQuestion>), (status = 401, body = ErrorBody)))]
pub async fn list_questions(
    State(services): State<Services>,
) -> Result<Fresh<Vec<ImportQuestion>>> {
    let rows = queue(&services).list(Status::Open, None, MOST).await?;
    Ok(Fresh(rows.into_iter().map(ImportQuestion::from).collect()))
}

/// Make a shop of a record.
#[utoipa::path(post, path = "/api/admin/import-questions/{id}/accept", tag = "administration", params(("id" = String, Path)),
    responses((status = 200, body = AcceptedRecord), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "It was decided already", body = ErrorBody)))]
pub async fn accept_question(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<Fresh<AcceptedRecord>> {
    let accepted = queue(&services).accept(id_of(&id)?).await?;
    Ok(Fresh(AcceptedRecord {
        id: accepted.shop_id,
        slug: accepted.slug,
    }))
}

/// Keep a record out of this and every later import.
#[utoipa::path(post, path = "/api/admin/import-questions/{id}/refuse", tag = "administration", params(("id" = String, Path)),
    responses((status = 204), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "It was decided already", body = ErrorBody)))]
pub async fn refuse_question(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<axum::http::StatusCode> {
    queue(&services).refuse(id_of(&id)?).await?;
    Ok(axum::http::StatusCode::NO_CONTENT)
}

fn id_of(text: &str) -> Result<Uuid> {
    Uuid::try_parse(text).map_err(|_| Error::NotFound("There is no such record.".into()))
}
