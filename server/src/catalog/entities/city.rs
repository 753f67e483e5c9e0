//! A town (D17: one town has one name and one slug).

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// A row of `cities`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel, Serialize, Deserialize)]
#[sea_orm(table_name = "cities")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// `name-st`, or `name-county-st` if that isn't unique.
    #[sea_orm(unique)]
    pub slug: String,
    pub name: String,
    /// Two-letter code.
    pub state: String,
    pub county: Option<String>,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    /// IANA name.
    pub time_zone: String,
    pub description: Option<String>,
    /// From versions before the table `photos`; always null.
    pub image_url: Option<String>,
    /// `fallback`, `stock`, `wikipedia`, `tourism`; any other value is a custom image.
    pub image_source: String,
    /// `hsl(h, s%, l%)`.
    pub fallback_color: Option<String>,
    /// Shown in the directory even without a shop (D34).
    pub made_by_admin: bool,
    pub created_at: ChronoDateTimeUtc,
    pub updated_at: ChronoDateTimeUtc,
    /// Increases with each change of the row; readers ignore versions lower than they have seen.
    pub version: i64,
    /// The version that forms compare.
    pub edition: i64,
}

/// No relations: queries find towns by key; lists and searches use the catalog.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
