//! Response types for the administrator.

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::rules;
use crate::{
    catalog::{entities::article, minutes_to_read, word_count},
    features::Services,
};

/// What time it is, and where.
pub(super) fn clocks(services: &Services) -> (DateTime<Utc>, Tz) {
    (services.clock.now(), services.settings.time_zone)
}

/// The state of an article.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ArticleState {
    Draft,
    /// It will be published on its date.
    Scheduled,
    Published,
}

impl ArticleState {
    pub(super) fn of(row: &article::Model, now: DateTime<Utc>) -> Self {
        match row.published_at {
            None => Self::Draft,
            Some(moment) if moment > now => Self::Scheduled,
            Some(_) => Self::Published,
        }
    }
}

/// An article for editing.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminArticle {
    pub id: Uuid,
    pub title: String,
    pub slug: String,
    pub excerpt: String,
    /// Markdown.
    pub content: String,
    #[schema(required)]
    pub category_id: Option<Uuid>,
    pub tags: Vec<String>,
    /// For search engines; the excerpt is used if absent.
    #[schema(required)]
    pub meta_description: Option<String>,
    /// The site's name is shown if absent.
    #[schema(required)]
    pub author: Option<String>,
    #[schema(required)]
    pub author_url: Option<String>,
    /// `false` for drafts only; a scheduled article becomes public on its date.
    pub is_published: bool,
    #[schema(required)]
    pub published_at: Option<DateTime<Utc>>,
    /// The same on the site's clocks, such as `2026-11-24T08:00`.
    #[schema(required)]
    pub published_at_local: Option<String>,
    /// The site's, such as `America/Chicago`.
    pub time_zone: &'static str,
    pub state: ArticleState,
    pub view_count: i64,
    pub word_count: usize,
    pub read_time_minutes: usize,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Send it back with an edit; an edit of an older version is rejected with 409.
    pub version: i64,
}

impl AdminArticle {
    pub(super) fn of(row: article::Model, (now, zone): (DateTime<Utc>, Tz)) -> Self {
        let words = word_count(&row.content);
        Self {
            state: ArticleState::of(&row, now),
            is_published: row.published_at.is_some(),
            word_count: words,
            read_time_minutes: minutes_to_read(words),
            id: row.id,
            title: row.title,
            slug: row.slug,
            excerpt: row.excerpt,
            content: row.content,
            category_id: row.category_id,
            tags: row.tags.0,
            meta_description: row.meta_description,
            author: row.author,
            author_url: row.author_url,
            published_at: row.published_at,
            published_at_local: row.published_at.map(|at| rules::on_clocks(at, zone)),
            time_zone: zone.name(),
            view_count: row.view_count,
            created_at: row.created_at,
            updated_at: row.updated_at,
            version: row.edition,
        }
    }
}

/// One page of articles.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AdminArticlePage {
    pub items: Vec<AdminArticle>,
    pub total: usize,
    pub page: usize,
    pub page_size: usize,
    pub page_count: usize,
    /// The category that new articles start with (setting `blog_category`, else the first).
    #[schema(required)]
    pub default_category_id: Option<Uuid>,
    /// The site's, such as `America/Chicago`.
    pub time_zone: &'static str,
}

/// All articles, or one page of them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum AdminArticleList {
    All(Vec<AdminArticle>),
    Page(AdminArticlePage),
}

/// A deleted article.
#[derive(Debug, Serialize, ToSchema)]
pub struct ArticleDeleted {
    /// ID of the audit log entry, for undo.
    #[schema(required)]
    pub entry: Option<Uuid>,
}

/// A rendered text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArticlePreview {
    /// Sanitized HTML, the same as the published page's.
    pub html: String,
    pub word_count: usize,
    pub read_time_minutes: usize,
    /// Broken links.
    pub dead_links: Vec<DeadLink>,
}

/// A broken link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct DeadLink {
    pub address: String,
    /// Such as `There's no shop at this URL.`
    pub reason: String,
}
