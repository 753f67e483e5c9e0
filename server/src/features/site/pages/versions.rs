//! A page's earlier texts, from the audit log, to be compared.

use axum::extract::{Path, State};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{reads, shipped, store};
use crate::{
    catalog::entities::site_page::Model,
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        web::Fresh,
    },
};

/// How many versions are listed.
const LISTED: u64 = 200;
/// The version that is the text we ship.
const SHIPPED: &str = "shipped";

/// A version of a page, in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageVersion {
    /// ID of the entry in the audit log; `shipped` for the text that we ship.
    pub id: String,
    /// When it was written; `null` for the text that we ship.
    #[schema(required)]
    pub at: Option<DateTime<Utc>>,
    /// Whether it is the current text.
    pub is_present: bool,
}

/// The versions of a page, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageVersions {
    pub title: String,
    pub versions: Vec<PageVersion>,
}

/// A page's words in one version.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageWords {
    pub title: String,
    pub description: String,
    /// Markdown with placeholders.
    pub content: String,
    /// Such as `2026-11-22`; empty: no date is shown.
    pub date: String,
}

/// List the versions of a page, the text that we ship last.
#[utoipa::path(get, operation_id = "list_site_page_versions", path = "/api/admin/site/pages/{slug}/versions",
    tag = "administration", params(("slug" = String, Path)),
    responses((status = 200, body = PageVersions), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn list_page_versions(
    State(services): State<Services>,
    Path(slug): Path<String>,
) -> Result<Fresh<PageVersions>> {
    let connection = services.database.reads();
    let row = store::by_slug(connection, &slug).await?;
    let shipped = shipped::page(&slug, services.catalog.view().site())?;
    let mut versions = Vec::new();
    if let Some(row) = &row {
        for (entry, image) in store::acts_on(connection, row.id, LISTED).await? {
            let Some(after) = image.after_image else {
                continue;
            };
            versions.push(PageVersion {
                id: entry.id.to_string(),
                at: Some(entry.created_at),
                is_present: is_same(&read(after)?, row),
            });
        }
    }
    let title = match (&row, &shipped) {
        (Some(row), _) => row.title.clone(),
        (None, Some(shipped)) => shipped.title.to_owned(),
        (None, None) => return Err(reads::not_found()),
    };
    versions.extend(shipped.map(|_| PageVersion {
        id: SHIPPED.to_owned(),
        at: None,
        is_present: row.is_none(),
    }));
    Ok(Fresh(PageVersions { title, versions }))
}

/// Show a version of a page.
#[utoipa::path(get, operation_id = "show_site_page_version", path = "/api/admin/site/pages/{slug}/versions/{version}",
    tag = "administration", params(("slug" = String, Path), ("version" = String, Path)),
    responses((status = 200, body = PageWords), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn show_page_version(
    State(services): State<Services>,
    Path((slug, version)): Path<(String, String)>,
) -> Result<Fresh<PageWords>> {
    if version == SHIPPED {
        let page = shipped::page(&slug, services.catalog.view().site())?;
        let page = page.ok_or_else(reads::not_found)?;
        return Ok(Fresh(PageWords {
            title: page.title.to_owned(),
            description: page.description.to_owned(),
            content: page.content,
            date: page.dated.unwrap_or_default().to_owned(),
        }));
    }
    let missing = || Error::NotFound("There is no such version.".into());
    let id = Uuid::try_parse(&version).map_err(|_| missing())?;
    let connection = services.database.reads();
    let row = store::by_slug(connection, &slug)
        .await?
        .ok_or_else(reads::not_found)?;
    let acts = store::acts_on(connection, row.id, LISTED).await?;
    let found = acts.into_iter().find(|(entry, _)| entry.id == id);
    let after = found.and_then(|(_, image)| image.after_image);
    let page = read(after.ok_or_else(missing)?)?;
    Ok(Fresh(PageWords {
        title: page.title,
        description: page.description.unwrap_or_default(),
        content: page.content,
        date: page.dated.unwrap_or_default(),
    }))
}

fn read(image: serde_json::Value) -> Result<Model> {
    serde_json::from_value(image)
        .map_err(|error| Error::Internal(format!("a page in the audit log: {error}")))
}

fn is_same(one: &Model, other: &Model) -> bool {
    let words = |page: &Model| {
        let Model {
            title,
            description,
            content,
            dated,
            ..
        } = page.clone();
        (title, description, content, dated)
    };
    words(one) == words(other)
}
