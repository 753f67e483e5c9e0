//! A blog article.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

use super::shop::Texts;

/// A row of `articles`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
#[sea_orm(table_name = "articles")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    #[sea_orm(unique)]
    pub slug: String,
    pub title: String,
    /// One or two sentences for lists.
    pub excerpt: String,
    /// Markdown (CommonMark with tables).
    #[sea_orm(column_type = "Text")]
    pub content: String,
    /// For search engines; the excerpt stands in where it is absent.
    pub meta_description: Option<String>,
    pub category_id: Option<Uuid>,
    /// As people write them, such as `cold brew`.
    pub tags: Texts,
    /// Absent: the site itself.
    pub author: Option<String>,
    /// A page about the author, with `http` or `https`.
    pub author_url: Option<String>,
    /// When it becomes public; `None` for a draft.
    pub published_at: Option<ChronoDateTimeUtc>,
    pub view_count: i64,
    /// Part of the demo content.
    pub sample: bool,
    pub created_at: ChronoDateTimeUtc,
    /// When the text last changed; views don't affect it.
    pub updated_at: ChronoDateTimeUtc,
    /// Increases with each change of the row; readers ignore versions lower than they have seen.
    pub version: i64,
    /// Increases with each edit, but not with views; the editor compares it.
    #[serde(default = "first_edition")]
    pub edition: i64,
    /// When it was last changed in the panel; imports skip such a row.
    #[serde(default)]
    pub edited_at: Option<ChronoDateTimeUtc>,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// For audit log images from before there were editions.
fn first_edition() -> i64 {
    1
}
