//! The pages in the panel.

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    reads,
    rules::{self, Checked, Typed},
    shipped, store,
};
use crate::{
    catalog::{
        LEGAL,
        entities::site_page::{Model, Place},
        page_path,
        writing::{Act, Subject},
    },
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        given::whole_number,
        markdown,
        web::{Actor, Fresh, JsonBody},
    },
};

const STALE: &str = "Someone else edited this page. Please check what changed.";

/// A page in the panel's list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageLine {
    pub slug: String,
    pub title: String,
    pub path: String,
    pub place: Place,
    /// The day that it shows, such as `2026-11-22`.
    #[schema(required)]
    pub date: Option<String>,
    /// The text is the one we ship.
    pub is_shipped: bool,
    /// What it still leaves to be filled in.
    pub unfilled: Vec<String>,
}

/// The list of pages.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageList {
    pub pages: Vec<PageLine>,
}

/// A page, for its form.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PageForm {
    /// `null` while the text is the one we ship.
    #[schema(required)]
    pub id: Option<Uuid>,
    pub slug: String,
    pub path: String,
    pub title: String,
    pub description: String,
    /// Markdown with placeholders.
    pub content: String,
    pub place: Place,
    /// Such as `2026-11-22`; empty: no date is shown.
    pub date: String,
    pub is_shipped: bool,
    /// Whether it is one of those that we ship a text for.
    pub is_legal: bool,
    /// What it still leaves to be filled in.
    pub unfilled: Vec<String>,
    /// The placeholders that a text may have.
    pub placeholders: Vec<Placeholder>,
    /// To be sent back with an edit.
    pub version: i64,
    /// ID of the entry in the audit log, for undo; `null` if nothing changed.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// Words in a text that this installation's facts replace.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Placeholder {
    /// Such as `{name}`.
    pub name: &'static str,
    /// Such as "the site's name".
    pub meaning: &'static str,
}

/// A new page, or all of a page's fields.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct PageEdit {
    /// The end of its URL; derived from the title if empty. A page that exists keeps its own.
    #[schema(max_length = 80)]
    pub slug: String,
    #[schema(max_length = 80)]
    pub title: String,
    #[schema(max_length = 300)]
    pub description: String,
    /// Markdown with placeholders.
    #[schema(max_length = 262144)]
    pub content: String,
    pub place: Option<Place>,
    /// Such as `2026-11-22`; empty: no date is shown.
    #[schema(max_length = 10)]
    pub date: String,
    /// The version that the edit is based on. If it has changed since, the response is 409; absent skips the check.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: Option<i64>,
}

/// A text to preview.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PagePreviewRequest {
    #[schema(max_length = 262144)]
    pub content: String,
}

/// A text as its page will show it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PagePreview {
    pub html: String,
}

/// What was removed.
#[derive(Debug, Serialize, ToSchema)]
pub struct PageRemoved {
    /// ID of the entry in the audit log, for undo.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// List the legal texts and the operator's further pages.
#[utoipa::path(get, operation_id = "list_site_pages", path = "/api/admin/site/pages", tag = "administration",
    responses((status = 200, body = PageList), (status = 401, body = ErrorBody)))]
pub async fn list_pages(State(services): State<Services>) -> Result<Fresh<PageList>> {
    let mut further: Vec<String> = (services.catalog.view())
        .site_pages()
        .map(|page| page.slug.clone())
        .filter(|slug| !LEGAL.contains(&slug.as_str()))
        .collect();
    further.sort();
    let legal = LEGAL.iter().map(|slug| (*slug).to_owned());
    let mut pages = Vec::new();
    for slug in legal.chain(further) {
        let page = form(&services, &slug, None)?;
        pages.push(PageLine {
            slug: page.slug,
            title: page.title,
            path: page.path,
            place: page.place,
            date: Some(page.date).filter(|date| !date.is_empty()),
            is_shipped: page.is_shipped,
            unfilled: page.unfilled,
        });
    }
    Ok(Fresh(PageList { pages }))
}

/// Show a page with its Markdown.
#[utoipa::path(get, operation_id = "show_site_page_to_edit", path = "/api/admin/site/pages/{slug}", tag = "administration",
    params(("slug" = String, Path)),
    responses((status = 200, body = PageForm), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn show_page_form(
    State(services): State<Services>,
    Path(slug): Path<String>,
) -> Result<Fresh<PageForm>> {
    form(&services, &slug, None).map(Fresh)
}

/// Add a page.
#[utoipa::path(post, operation_id = "add_site_page", path = "/api/admin/site/pages", tag = "administration",
    request_body = PageEdit,
    responses((status = 200, body = PageForm), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn add_page(
    State(services): State<Services>,
    actor: Actor,
    JsonBody(edit): JsonBody<PageEdit>,
) -> Result<Fresh<PageForm>> {
    let page = checked(&edit, &edit.slug)?;
    if LEGAL.contains(&page.slug.as_str()) {
        return Err(Error::invalid_field(
            "slug",
            format!(
                "\"{}\" is one of the site's own pages. Choose another name.",
                page.slug
            ),
        ));
    }
    let slug = page.slug.clone();
    let acted = services
        .ledger
        .act(actor, "page.add", move |act| {
            let page = page.clone();
            Box::pin(async move { add(act, page).await })
        })
        .await?;
    form(&services, &slug, acted.entry).map(Fresh)
}

/// Edit a page. The first edit of a text that we ship makes it the operator's.
#[utoipa::path(put, operation_id = "edit_site_page", path = "/api/admin/site/pages/{slug}", tag = "administration",
    params(("slug" = String, Path)), request_body = PageEdit,
    responses((status = 200, body = PageForm), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Edited meanwhile; `details.current` is the page as it is now", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn edit_page(
    State(services): State<Services>,
    Path(slug): Path<String>,
    actor: Actor,
    JsonBody(edit): JsonBody<PageEdit>,
) -> Result<Fresh<PageForm>> {
    let page = checked(&edit, &slug)?;
    let version = edit.version;
    let acted = services
        .ledger
        .act(actor, "page.edit", move |act| {
            let page = page.clone();
            Box::pin(async move { replace(act, page, version).await })
        })
        .await;
    match acted {
        Err(Error::Conflict(_)) => {
            // The other edit may be another node's.
            services.catalog.catch_up().await?;
            let now = form(&services, &slug, None).ok().map(|now| json!(now));
            Err(Error::stale(STALE, now))
        }
        acted => form(&services, &slug, acted?.entry).map(Fresh),
    }
}

/// Remove a page. A legal text is again the one that we ship.
#[utoipa::path(delete, operation_id = "remove_site_page", path = "/api/admin/site/pages/{slug}", tag = "administration",
    params(("slug" = String, Path)),
    responses((status = 200, body = PageRemoved), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn remove_page(
    State(services): State<Services>,
    Path(slug): Path<String>,
    actor: Actor,
) -> Result<Fresh<PageRemoved>> {
    let acted = services
        .ledger
        .act(actor, "page.remove", move |act| {
            let slug = slug.clone();
            Box::pin(async move {
                let row = locked(act, &slug).await?.ok_or_else(reads::not_found)?;
                act.set_subject(Subject::new("page", row.id, &row.title));
                act.delete(&row).await
            })
        })
        .await?;
    Ok(Fresh(PageRemoved { entry: acted.entry }))
}

/// Render a page's Markdown as its page would show it.
#[utoipa::path(post, operation_id = "preview_site_page", path = "/api/admin/site/page-preview", tag = "administration",
    request_body = PagePreviewRequest,
    responses((status = 200, body = PagePreview), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn preview_page(
    State(services): State<Services>,
    JsonBody(asked): JsonBody<PagePreviewRequest>,
) -> Result<Fresh<PagePreview>> {
    if let Some(refusal) = markdown::refusal(&asked.content) {
        return Err(Error::invalid_field("content", refusal));
    }
    let view = services.catalog.view();
    let render = move || reads::html(&asked.content, view.site());
    let html = services.cpu.run(render).await?;
    Ok(Fresh(PagePreview { html }))
}

fn checked(edit: &PageEdit, slug: &str) -> Result<Checked> {
    rules::checked(&Typed {
        slug,
        title: &edit.title,
        description: &edit.description,
        content: &edit.content,
        place: edit.place,
        dated: &edit.date,
    })
}

/// The page's row, locked until the act ends.
async fn locked(act: &Act<'_>, slug: &str) -> Result<Option<Model>> {
    match store::by_slug(act.transaction(), slug).await? {
        Some(row) => act.find(row.id).await,
        None => Ok(None),
    }
}

/// Adds a page.
///
/// # Errors
///
/// [`Error::Invalid`] if another page has its slug.
pub(super) async fn add(act: &Act<'_>, page: Checked) -> Result<()> {
    if locked(act, &page.slug).await?.is_some() {
        return Err(rules::taken());
    }
    let row = Model {
        id: act.new_id(),
        slug: page.slug,
        title: page.title,
        description: page.description,
        content: page.content,
        place: page.place,
        dated: page.dated,
        version: 1,
        edition: 1,
        created_at: act.now(),
        updated_at: act.now(),
    };
    act.set_subject(Subject::new("page", row.id, &row.title));
    act.insert(&row).await
}

/// Replaces a page's fields; a legal text may still be the one that we ship. `version` is 0 then.
pub(super) async fn replace(act: &Act<'_>, page: Checked, version: Option<i64>) -> Result<()> {
    let Some(before) = locked(act, &page.slug).await? else {
        if !LEGAL.contains(&page.slug.as_str()) {
            return Err(reads::not_found());
        }
        return match version {
            Some(1..) => Err(Error::Conflict(STALE.into())),
            _ => add(act, page).await,
        };
    };
    if version.is_some_and(|version| version != before.edition) {
        return Err(Error::Conflict(STALE.into()));
    }
    let after = Model {
        title: page.title,
        description: page.description,
        content: page.content,
        place: page.place,
        dated: page.dated,
        ..before.clone()
    };
    act.set_subject(Subject::new("page", after.id, &after.title));
    act.update(&before, after).await.map(drop)
}

fn form(services: &Services, slug: &str, entry: Option<Uuid>) -> Result<PageForm> {
    let view = services.catalog.view();
    let facts = view.site();
    let is_legal = LEGAL.contains(&slug);
    let own = view.site_pages().find(|page| page.slug == slug);
    let placeholders = shipped::PLACEHOLDERS.iter();
    let placeholders = placeholders.map(|(name, meaning)| Placeholder { name, meaning });
    let unfilled = |content: &str| shipped::unfilled(&shipped::filled(content, facts));
    if let Some(own) = own {
        return Ok(PageForm {
            id: Some(own.id),
            slug: own.slug.clone(),
            path: page_path(&own.slug),
            title: own.title.clone(),
            description: own.description.clone().unwrap_or_default(),
            content: own.content.clone(),
            place: own.place,
            date: own.dated.clone().unwrap_or_default(),
            is_shipped: false,
            is_legal,
            unfilled: unfilled(&own.content),
            placeholders: placeholders.collect(),
            version: own.edition,
            entry,
        });
    }
    let page = shipped::page(slug, facts)?.ok_or_else(reads::not_found)?;
    Ok(PageForm {
        id: None,
        slug: slug.to_owned(),
        path: page_path(slug),
        title: page.title.to_owned(),
        description: page.description.to_owned(),
        unfilled: unfilled(&page.content),
        content: page.content,
        place: Place::Footer,
        date: page.dated.unwrap_or_default().to_owned(),
        is_shipped: true,
        is_legal,
        placeholders: placeholders.collect(),
        version: 0,
        entry,
    })
}
