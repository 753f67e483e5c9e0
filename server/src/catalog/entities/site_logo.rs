//! A logo of the site's, cleaned. Rows never change; the site's row names the one in use.

use sea_orm::entity::prelude::*;

/// A row of `site_logos`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "site_logos")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// `image/svg+xml` or `image/png`.
    pub media_type: String,
    /// SVG as it is, PNG in base64.
    pub content: String,
    /// In pixels.
    pub width: i32,
    pub height: i32,
    /// The same as a PNG in base64, for what shows no SVG; null if it can't be drawn here.
    pub picture: Option<String>,
    pub created_at: ChronoDateTimeUtc,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
