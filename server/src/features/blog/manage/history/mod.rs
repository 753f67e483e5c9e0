//! An article's earlier versions, from the audit log.

mod store;

pub(super) use store::acts_on;

use chrono::{DateTime, Utc};
use sea_orm::ConnectionTrait;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    catalog::entities::article,
    platform::{
        error::{Error, Result},
        given::whole_number,
    },
};

/// The action name of an edit in the audit log.
pub(super) const EDIT: &str = "article.edit";
/// The action name of restoring an earlier version.
pub(super) const RESTORE: &str = "article.restore";

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
    pub(super) before: Option<article::Model>,
    pub(super) after: article::Model,
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
pub(super) fn changed_fields(before: Option<&Value>, after: &Value) -> Vec<String> {
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

pub(super) fn row_of(image: Value) -> Result<article::Model> {
    serde_json::from_value(image)
        .map_err(|error| Error::Internal(format!("an article in the audit log: {error}")))
}

pub(super) fn version_named(text: &str) -> Result<Uuid> {
    Uuid::try_parse(text).map_err(|_| no_version())
}

fn no_version() -> Error {
    Error::NotFound("There is no such version.".into())
}
