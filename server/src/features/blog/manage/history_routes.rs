//! Reading an article's earlier versions, and restoring one.

use axum::extract::{Path, State};
use uuid::Uuid;

use super::{
    answers::{AdminArticle, clocks},
    history::{
        self, ArticleChange, ArticleRestore, ArticleVersion, ArticleWords, changed_fields, row_of,
        version_named,
    },
    store,
};
use crate::{
    catalog::{entities::article, not_found::article_not_found, writing::Recorded},
    features::Services,
    platform::{
        error::{ErrorBody, Result},
        web::{Actor, Fresh, JsonBody, path_id},
    },
};

/// How many versions are listed.
const MAX_LISTED: u64 = 200;

/// List the versions of an article, newest first.
#[utoipa::path(get, path = "/api/admin/blog/articles/{id}/history", tag = "administration", params(("id" = Uuid, Path)),
    responses((status = 200, body = Vec<ArticleChange>), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn list_article_history(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<Fresh<Vec<ArticleChange>>> {
    let row = store::one(&services, path_id(&id, article_not_found)?).await?;
    let acts = history::acts_on(services.database.reads(), row.id, MAX_LISTED).await?;
    let mut changes = Vec::with_capacity(acts.len());
    for (entry, image) in acts {
        let Some(after) = image.after_image else {
            continue;
        };
        changes.push(ArticleChange {
            entry: entry.id,
            at: entry.created_at,
            action: entry.action,
            fields: changed_fields(image.before_image.as_ref(), &after),
            note: entry.note,
            is_present: row_of(after)?.is_same(&row),
        });
    }
    Ok(Fresh(changes))
}

/// Show a version of an article and the one before it.
#[utoipa::path(get, path = "/api/admin/blog/articles/{id}/history/{entry}", tag = "administration",
    params(("id" = Uuid, Path), ("entry" = Uuid, Path)),
    responses((status = 200, body = ArticleVersion), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn show_article_version(
    State(services): State<Services>,
    Path((id, entry)): Path<(String, String)>,
) -> Result<Fresh<ArticleVersion>> {
    let (id, entry) = (path_id(&id, article_not_found)?, version_named(&entry)?);
    let past = history::version(services.database.reads(), id, entry).await?;
    let view = services.catalog.view();
    let category_name = |id: Uuid| {
        let mut categories = view.article_categories().iter();
        let found = categories.find(|category| category.id == id);
        found.map(|category| category.name.clone())
    };
    let words = |row: article::Model| ArticleWords {
        title: row.title,
        slug: row.slug,
        excerpt: row.excerpt,
        content: row.content,
        category: row.category_id.and_then(category_name),
        tags: row.tags.0,
        meta_description: row.meta_description,
        author: row.author,
        author_url: row.author_url,
        published_at: row.published_at,
    };
    Ok(Fresh(ArticleVersion {
        entry,
        at: past.at,
        before: past.before.map(words),
        after: words(past.after),
    }))
}

/// Restore the content of an older version: title, text, excerpt, meta description, category, tags and author. The URL and the
/// dates don't change.
#[utoipa::path(post, path = "/api/admin/blog/articles/{id}/history/{entry}/restore", tag = "administration",
    params(("id" = Uuid, Path), ("entry" = Uuid, Path)), request_body = ArticleRestore,
    responses((status = 200, body = AdminArticle), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, description = "Sent from another site", body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, description = "Edited after the version that was sent", body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody)))]
pub async fn restore_article(
    State(services): State<Services>,
    Path((id, entry)): Path<(String, String)>,
    actor: Actor,
    JsonBody(asked): JsonBody<ArticleRestore>,
) -> Result<Fresh<AdminArticle>> {
    let which = (path_id(&id, article_not_found)?, version_named(&entry)?);
    let row = store::restore(&services, actor, which, asked.version).await?;
    Ok(Fresh(AdminArticle::of(row, clocks(&services))))
}
