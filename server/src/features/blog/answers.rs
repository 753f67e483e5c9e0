//! Response types of this room's reads.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::catalog::answers::PhotoAnswer;

/// An article in a list (visitor.md 3).
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ArticleSummary)]
pub struct Summary {
    pub id: Uuid,
    pub slug: String,
    pub title: String,
    pub excerpt: String,
    pub meta_description: String,
    /// Whole minutes, at least one.
    pub read_time_minutes: usize,
    pub view_count: i64,
    pub published_at: DateTime<Utc>,
    /// Such as `Nov 3, 2025`.
    pub published_label: String,
    /// When its words last changed, or it came out, whichever is later.
    pub updated_at: DateTime<Utc>,
    pub tags: Vec<Tag>,
    #[schema(required)]
    pub category: Option<CategoryAnswer>,
    /// Who wrote it; the site itself where nobody is named.
    #[schema(required)]
    pub author: Option<String>,
    /// The first is the article's picture.
    pub photos: Vec<PhotoAnswer>,
}

/// A tag as it is written, and as it stands in addresses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[schema(as = ArticleTag)]
pub struct Tag {
    pub name: String,
    pub slug: String,
}

/// A tag with the number of articles that bear it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = CountedTag)]
pub struct CountedTag {
    pub name: String,
    pub slug: String,
    pub count: usize,
}

/// A subject that articles are sorted by.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ArticleCategory)]
pub struct CategoryAnswer {
    pub id: Uuid,
    pub name: String,
    pub slug: String,
    #[schema(required)]
    pub description: Option<String>,
    /// `hsl(h, s%, l%)`.
    pub color: String,
}

/// A subject with the number of articles in it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = CountedCategory)]
pub struct CountedCategory {
    #[serde(flatten)]
    pub category: CategoryAnswer,
    pub count: usize,
}

/// A whole article.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Article)]
pub struct ArticleAnswer {
    #[serde(flatten)]
    pub summary: Summary,
    /// Markdown.
    pub content: String,
    /// The same as safe HTML; its headings start at the second level.
    pub content_html: String,
    /// Such as `November 3, 2025`.
    pub published_long: String,
    /// The day on which its words last changed, in the same form; null when that was the day it came out, or before.
    #[schema(required)]
    pub updated_long: Option<String>,
    /// Drawn for links that people share, and for search engines.
    pub pictures: ArticlePictures,
    /// The page of whoever wrote it, if one is named.
    #[schema(required)]
    pub author_url: Option<String>,
    /// Up to three others of the same subject or with the same tags.
    pub related: Vec<Summary>,
    /// The article before this one in time.
    #[schema(required)]
    pub previous: Option<ArticleLink>,
    /// The article after this one in time.
    #[schema(required)]
    pub next: Option<ArticleLink>,
}

/// Pictures of an article: addresses on this site that may be kept for ever.
#[derive(Debug, Serialize, ToSchema)]
pub struct ArticlePictures {
    /// 1200 × 630 pixels, as social networks ask for.
    pub social: String,
    /// 1200 × 1200 pixels.
    pub square: String,
    /// 1200 × 900 pixels: 4 to 3.
    pub standard: String,
    /// 1200 × 675 pixels: 16 to 9.
    pub wide: String,
}

/// The way to another article.
#[derive(Debug, Serialize, ToSchema)]
pub struct ArticleLink {
    pub slug: String,
    pub title: String,
}

/// One page of articles.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArticlePage {
    pub items: Vec<Summary>,
    pub total: usize,
    pub page: usize,
    pub page_size: usize,
    pub page_count: usize,
}

/// What lists are answered with.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum ArticleListAnswer {
    All(Vec<Summary>),
    Page(ArticlePage),
}
