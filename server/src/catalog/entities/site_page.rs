//! A page of the operator's own.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A row of `site_pages`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
#[sea_orm(table_name = "site_pages")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// `terms`, `privacy` and `imprint` stand in place of the texts that we ship.
    #[sea_orm(unique)]
    pub slug: String,
    pub title: String,
    /// For search engines.
    pub description: Option<String>,
    /// Markdown, with `{name}` and the like in it.
    pub content: String,
    pub place: Place,
    /// The day that the page shows, such as `2026-11-22`.
    pub dated: Option<String>,
    /// Increases with each change of the row; readers ignore versions lower than they have seen.
    pub version: i64,
    /// The version that forms compare.
    pub edition: i64,
    pub created_at: ChronoDateTimeUtc,
    pub updated_at: ChronoDateTimeUtc,
}

/// Where every page links to this one.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(8))")]
#[serde(rename_all = "lowercase")]
#[schema(as = PagePlace)]
pub enum Place {
    /// In the menu, and in the bar where there is room.
    #[sea_orm(string_value = "menu")]
    Menu,
    #[sea_orm(string_value = "footer")]
    Footer,
    #[sea_orm(string_value = "nowhere")]
    Nowhere,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
