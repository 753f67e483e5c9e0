//! An article's earlier versions, from the audit log.

mod store;

use axum::extract::{Path, State};
use chrono::{DateTime, Utc};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{answers::AdminArticle, routes::identifier};
use crate::{
    catalog::{entities::article, writing::Recorded},
    features::Services,
    platform::{
        error::{Error, ErrorBody, Result},
        given::whole_number,
        web::{Actor, Fresh, JsonBody},
    },
};

/// The action name of an edit in the audit log.
pub(super) const EDIT: &str = "article.edit";
/// The action name of restoring an earlier version.
pub(super) const RESTORE: &str = "article.restore";
/// How many versions are listed.
const MAX_LISTED: u64 = 200;

/// One version of an article, in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArticleChange {
    /// ID of the version.
    pub entry: Uuid,
    pub at: DateTime<Utc>,
    /// Such as `article.edit`.
    pub action: String,
    /// The changed fields, by their names in the editor.
    pub fields: Vec<String>,
    /// The note in the audit log.
    #[schema(required)]
    pub note: Option<String>,
    /// Whether it is the current version.
    pub is_present: bool,
}

/// An article's content in one version.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArticleWords {
    pub title: String,
    pub slug: String,
    pub excerpt: String,
    /// Markdown.
    pub content: String,
    #[schema(required)]
    pub category: Option<String>,
    pub tags: Vec<String>,
    #[schema(required)]
    pub meta_description: Option<String>,
    #[schema(required)]
    pub author: Option<String>,
    #[schema(required)]
    pub author_url: Option<String>,
    #[schema(required)]
    pub published_at: Option<DateTime<Utc>>,
}

/// A version of an article and the one before it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArticleVersion {
    pub entry: Uuid,
    pub at: DateTime<Utc>,
    /// `null` if this is the first version.
    #[schema(required)]
    pub before: Option<ArticleWords>,
    pub after: ArticleWords,
}

/// The version being replaced.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ArticleRestore {
    /// The version that the edit is based on. If it has changed since, the response is 409; absent skips the check.
    #[serde(default, deserialize_with = "whole_number")]
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_i64)]
    pub version: Option<i64>,
}

/// A version from the log.
#[derive(Clone)]
pub(super) struct PastVersion {
    pub(super) at: DateTime<Utc>,
    before: Option<article::Model>,
    pub(super) after: article::Model,
}

/// List the versions of an article, newest first.
#[utoipa::path(get, path = "/api/admin/blog/articles/{id}/history", tag = "administration", params(("id" = Uuid, Path)),
    responses((status = 200, body = Vec<ArticleChange>), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub async fn list_article_history(
    State(services): State<Services>,
    Path(id): Path<String>,
) -> Result<Fresh<Vec<ArticleChange>>> {
    let row = super::store::one(&services, identifier(&id)?).await?;
    let acts = store::acts_on(services.database.reads(), row.id, MAX_LISTED).await?;
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
    let (id, entry) = (identifier(&id)?, version_named(&entry)?);
    let past = version(services.database.reads(), id, entry).await?;
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
    let which = (identifier(&id)?, version_named(&entry)?);
    let row = super::store::restore(&services, actor, which, asked.version).await?;
    Ok(Fresh(AdminArticle::of(row, services.clock.now())))
}

/// The version of an article after `entry` in the audit log.
pub(super) async fn version(
    connection: &impl ConnectionTrait,
    article: Uuid,
    entry: Uuid,
) -> Result<PastVersion> {
    let act = store::act_on(connection, article, entry).await?;
    let (written, image) = act.ok_or_else(no_version)?;
    Ok(PastVersion {
        at: written.created_at,
        before: image.before_image.map(row_of).transpose()?,
        after: row_of(image.after_image.ok_or_else(no_version)?)?,
    })
}

/// The editor's names of the fields that differ between two images.
fn changed_fields(before: Option<&Value>, after: &Value) -> Vec<String> {
    let fields = [
        ("title", "Title"),
        ("content", "Text"),
        ("slug", "Slug"),
        ("excerpt", "Excerpt"),
        ("meta_description", "Meta description"),
        ("category_id", "Category"),
        ("tags", "Tags"),
        ("author", "Author"),
        ("author_url", "Author page"),
        ("published_at", "Publish date"),
    ];
    let Some(before) = before else {
        return Vec::new();
    };
    let differing = fields
        .into_iter()
        .filter(|(column, _)| before.get(column) != after.get(column));
    differing.map(|(_, name)| name.to_owned()).collect()
}

fn row_of(image: Value) -> Result<article::Model> {
    serde_json::from_value(image)
        .map_err(|error| Error::Internal(format!("an article in the audit log: {error}")))
}

fn version_named(text: &str) -> Result<Uuid> {
    Uuid::try_parse(text).map_err(|_| no_version())
}

fn no_version() -> Error {
    Error::NotFound("There is no such version.".into())
}
