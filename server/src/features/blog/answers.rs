//! Response types of this room's reads.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::catalog::answers::PhotoAnswer;

/// An article in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ArticleSummary)]
pub struct Summary {
    pub id: Uuid,
    pub slug: String,
    pub title: String,
    pub excerpt: String,
    pub meta_description: String,
    /// In minutes; at least 1.
    pub read_time_minutes: usize,
    pub view_count: i64,
    pub published_at: DateTime<Utc>,
    /// Such as `Nov 3, 2025`.
    pub published_label: String,
    /// When its text last changed or it was published, whichever is later.
    pub updated_at: DateTime<Utc>,
    pub tags: Vec<Tag>,
    #[schema(required)]
    pub category: Option<CategoryAnswer>,
    /// The author; the site's name if none is given.
    #[schema(required)]
    pub author: Option<String>,
    /// The first one is the article's picture.
    pub photos: Vec<PhotoAnswer>,
}

/// A tag and its slug.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[schema(as = ArticleTag)]
pub struct Tag {
    pub name: String,
    pub slug: String,
}

/// A tag and its number of articles.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = CountedTag)]
pub struct CountedTag {
    pub name: String,
    pub slug: String,
    pub count: usize,
}

/// A category of articles.
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

/// A category and its number of articles.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = CountedCategory)]
pub struct CountedCategory {
    #[serde(flatten)]
    pub category: CategoryAnswer,
    pub count: usize,
}

/// An article with its text.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Article)]
pub struct ArticleAnswer {
    #[serde(flatten)]
    pub summary: Summary,
    /// Markdown.
    pub content: String,
    /// The text as sanitized HTML. Headings start at level two.
    pub content_html: String,
    /// Such as `November 3, 2025`.
    pub published_long: String,
    /// The date of the last change, in the same format; `null` if it hasn't changed since the day it was published.
    #[schema(required)]
    pub updated_long: Option<String>,
    /// Pictures for shared links and search engines.
    pub pictures: ArticlePictures,
    /// The author's page, if one is given.
    #[schema(required)]
    pub author_url: Option<String>,
    /// Up to three other articles with the same category or tags.
    pub related: Vec<Summary>,
    /// The previous article by date.
    #[schema(required)]
    pub previous: Option<ArticleLink>,
    /// The next article by date.
    #[schema(required)]
    pub next: Option<ArticleLink>,
}

/// Pictures of an article: URLs on this site that can be cached forever.
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

/// A link to another article.
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

/// All articles, or one page of them.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum ArticleListAnswer {
    All(Vec<Summary>),
    Page(ArticlePage),
}
