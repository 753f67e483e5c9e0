//! A subject that articles are sorted by.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// A row of `article_categories`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
#[sea_orm(table_name = "article_categories")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    #[sea_orm(unique)]
    pub slug: String,
    pub name: String,
    pub description: Option<String>,
    /// `hsl(h, s%, l%)`.
    pub color: String,
    /// Part of the demo content.
    pub sample: bool,
    pub created_at: ChronoDateTimeUtc,
    pub updated_at: ChronoDateTimeUtc,
    /// Increases with each change of the row; readers ignore versions lower than they have seen.
    pub version: i64,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
