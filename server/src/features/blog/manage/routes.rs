//! The administrator's endpoints.

use std::collections::BTreeMap;

use axum::{
    extract::{Path, RawQuery, State},
    http::StatusCode,
};
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    answers::{
        AdminArticle, AdminArticleList, AdminArticlePage, ArticleDeleted, ArticlePreview, clocks,
    },
    history_routes::{list_article_history, restore_article, show_article_version},
    links,
    pictures::{self, request_article_picture},
    rules::ArticleDraft,
    store,
};
use crate::{
    catalog::{minutes_to_read, not_found::article_not_found, read::Page, word_count},
    features::Services,
    platform::{
        arguments::{Arguments, Parameter},
        error::{Error, ErrorBody, Result},
        markdown,
        search_words::Sought,
        web::path_id,
        web::{Access, Actor, Fresh, JsonBody, Route},
    },
};

/// The default number of articles per page.
const PAGE_SIZE: usize = 20;
/// Room for 256 KB of escaped text and more, so that someone who sends too much gets a specific message.
const LARGEST_BODY: usize = 2 * 1024 * 1024;

/// All endpoints of this module.
#[must_use]
pub fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/admin/blog/articles")
            .get(Access::Administrator, list_admin_articles)
            .post(Access::Administrator, create_article)
            .with_largest_body(LARGEST_BODY),
        Route::at("/api/admin/blog/articles/{id}")
            .get(Access::Administrator, show_admin_article)
            .put(Access::Administrator, update_article)
            .delete(Access::Administrator, delete_article)
            .with_largest_body(LARGEST_BODY),
        Route::at("/api/admin/blog/articles/{id}/history")
            .get(Access::Administrator, list_article_history),
        Route::at("/api/admin/blog/articles/{id}/history/{entry}")
            .get(Access::Administrator, show_article_version),
        Route::at("/api/admin/blog/articles/{id}/history/{entry}/restore")
            .post(Access::Administrator, restore_article),
        Route::at("/api/admin/blog/pictures").post(Access::Administrator, request_article_picture),
        Route::at("/api/admin/blog/preview")
            .post(Access::Administrator, preview_article)
            .with_largest_body(LARGEST_BODY),
    ]
}

/// List all articles, or one page: drafts, then scheduled ones, then published ones, each newest first.
#[utoipa::path(get, path = "/api/admin/blog/articles", tag = "administration",
    params(("search" = Option<String>, Query, description = "Words of the title", max_length = 100,
            pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("page" = Option<u32>, Query, description = "Returns one page instead of all", minimum = 1, maximum = 100_000),
        ("pageSize" = Option<u32>, Query, minimum = 1, maximum = 100)),
    responses((status = 200, body = AdminArticleList), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody)))]
pub async fn list_admin_articles(
    State(services): State<Services>,
    RawQuery(query): RawQuery,
) -> Result<Fresh<AdminArticleList>> {
    let known = [
        Parameter::text("search", 100),
        Parameter::integer("page", None, 1, 100_000),
        Parameter::integer("pageSize", None, 1, 100),
    ];
    let asked = Arguments::parse(
        BTreeMap::new(),
        query.as_deref().unwrap_or_default(),
        &known,
    )?;
    let mut rows = store::all(&services).await?;
    if let Some(search) = asked.query("search") {
        let sought = Sought::of(search);
        rows.retain(|row| sought.are_in(&row.title));
    }
    let at = clocks(&services);
    let answers = |rows: Vec<_>| {
        let rows = rows.into_iter();
        rows.map(|row| AdminArticle::of(row, at)).collect()
    };
    let Some(page) = asked.integer("page") else {
        return Ok(Fresh(AdminArticleList::All(answers(rows))));
    };
    let page = Page::cut(rows, page, asked.integer("pageSize").unwrap_or(PAGE_SIZE))?;
    let page = page.map_items(answers);
    Ok(Fresh(AdminArticleList::Page(AdminArticlePage {
        items: page.items,
        total: page.total,
        page: page.page,
        page_size: page.page_size,
        page_count: page.page_count,
        default_category_id: default_category(&services),
        time_zone: services.settings.time_zone.name(),
    })))
}

/// The category in the setting, else the first.
fn default_category(services: &Services) -> Option<Uuid> {
    let view = services.catalog.view();
    let categories = view.article_categories();
    let set = categories
        .iter()
        .find(|category| category.slug == services.settings.blog_category);
    set.or_else(|| categories.iter().next())
        .map(|category| category.id)
}

/// Show one article for editing.
#[utoipa::path(get, path = "/api/admin/blog/articles/{id}", tag = "administration", params(("id" = Uuid, Path)),
    responses((status = 200, body = AdminArticle), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn show_admin_article(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<Fresh<AdminArticle>> {
    let row = store::one(&services, path_id(&id, article_not_found)?).await?;
    Ok(Fresh(AdminArticle::of(row, clocks(&services))))
}

/// Create an article. With `isPublished`, it is public now, or scheduled if `publishedAt` is in the future; otherwise it is
/// a draft.
#[utoipa::path(post, path = "/api/admin/blog/articles", tag = "administration", request_body = ArticleDraft,
    responses((status = 201, body = AdminArticle), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn create_article(
    State(services): State<Services>,
    actor: Actor,
    JsonBody(draft): JsonBody<ArticleDraft>,
) -> Result<(StatusCode, Fresh<AdminArticle>)> {
    let row = store::create(&services, actor, draft).await?;
    let answer = AdminArticle::of(row, clocks(&services));
    Ok((StatusCode::CREATED, Fresh(answer)))
}

/// Edit an article. If the slug changes, the old URL redirects to the new one.
#[utoipa::path(put, path = "/api/admin/blog/articles/{id}", tag = "administration", params(("id" = Uuid, Path)),
    request_body = ArticleDraft,
    responses((status = 200, body = AdminArticle), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Edited after the version that was sent", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn update_article(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
    JsonBody(draft): JsonBody<ArticleDraft>,
) -> Result<Fresh<AdminArticle>> {
    let row = store::update(&services, actor, path_id(&id, article_not_found)?, draft).await?;
    Ok(Fresh(AdminArticle::of(row, clocks(&services))))
}

/// Delete an article. The audit log can undo it.
#[utoipa::path(delete, path = "/api/admin/blog/articles/{id}", tag = "administration", params(("id" = Uuid, Path)),
    responses((status = 200, body = ArticleDeleted), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn delete_article(
    State(services): State<Services>,
    Path(id): Path<String>,
    actor: Actor,
) -> Result<Fresh<ArticleDeleted>> {
    let entry = store::delete(&services, actor, path_id(&id, article_not_found)?).await?;
    Ok(Fresh(ArticleDeleted { entry }))
}

/// A text to render.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PreviewRequest {
    /// Markdown, at most 256 KB.
    pub content: String,
}

/// Render a text as on its page, and list its broken links. Nothing is saved.
#[utoipa::path(post, path = "/api/admin/blog/preview", tag = "administration", request_body = PreviewRequest,
    responses((status = 200, body = ArticlePreview), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 413, body = ErrorBody),
        (status = 415, body = ErrorBody)))]
pub async fn preview_article(
    State(services): State<Services>,
    JsonBody(asked): JsonBody<PreviewRequest>,
) -> Result<Fresh<ArticlePreview>> {
    if let Some(refusal) = markdown::refusal(&asked.content) {
        return Err(Error::invalid_field("content", refusal));
    }
    let view = services.catalog.view();
    let origin = view.site().origin.clone();
    let (shown, mut dead) = pictures::of_text(&services, &asked.content, &origin).await?;
    let render = move || {
        let picture = |key: &str| shown.get(key).cloned();
        let html = markdown::to_safe_html(&asked.content, &origin, &picture);
        let words = word_count(&asked.content);
        dead.extend(links::dead(&view, &html));
        ArticlePreview {
            word_count: words,
            read_time_minutes: minutes_to_read(words),
            dead_links: dead,
            html,
        }
    };
    Ok(Fresh(services.cpu.run(render).await?))
}
