//! The administrator's list of stories.

use axum::extract::{RawQuery, State};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    query_of, store,
    stories::{self, AdminStory},
};
use crate::{
    catalog::entities::story::Status,
    features::Services,
    platform::{
        arguments::Parameter,
        error::{ErrorBody, Result},
        web::Fresh,
    },
};

const PAGE_SIZE: usize = 20;

/// The newest stories, or one page of all.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum AdminStoryList {
    All(Vec<AdminStory>),
    Page(AdminStoryPage),
}

/// One page of stories.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminStoryPage {
    pub items: Vec<AdminStory>,
    pub total: usize,
    pub page: usize,
    pub page_size: usize,
    pub page_count: usize,
}

/// List stories, newest first: one page, or the newest 1,000.
#[utoipa::path(get, path = "/api/admin/local-vibes", tag = "administration",
    params(("status" = inline(Option<Status>), Query),
        ("page" = Option<u32>, Query, description = "Returns one page instead of the newest 1,000", minimum = 1, maximum = 100_000),
        ("pageSize" = Option<u32>, Query, minimum = 1, maximum = 100)),
    responses((status = 200, body = AdminStoryList), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody)))]
pub async fn list_stories(
    State(services): State<Services>,
    RawQuery(query): RawQuery,
) -> Result<Fresh<AdminStoryList>> {
    let known = [
        Parameter::choice("status", &["pending", "approved", "rejected"]),
        Parameter::integer("page", None, 1, 100_000),
        Parameter::integer("pageSize", None, 1, 100),
    ];
    let arguments = query_of(query.as_deref(), &known)?;
    let status = arguments.query("status").and_then(|status| match status {
        "pending" => Some(Status::Pending),
        "approved" => Some(Status::Approved),
        "rejected" => Some(Status::Rejected),
        _ => None,
    });
    let Some(page) = arguments.integer("page") else {
        let all = stories::stories(&services, status).await?;
        return Ok(Fresh(AdminStoryList::All(all)));
    };
    let page_size = arguments.integer("pageSize").unwrap_or(PAGE_SIZE);
    let reads = services.database.reads();
    let total = store::story_count(reads, status).await?;
    let part = (page.saturating_sub(1) * page_size, page_size);
    let rows = store::stories(reads, status, part).await?;
    Ok(Fresh(AdminStoryList::Page(AdminStoryPage {
        items: stories::answers(&services, rows).await?,
        total,
        page,
        page_size,
        page_count: total.div_ceil(page_size).max(1),
    })))
}
