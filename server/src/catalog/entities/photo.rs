//! A photo of a shop, a town, a story or an article (D55). Its files are in storage under `key`.

use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::platform::photo_files::Widths;

/// A row of `photos`. Removing one sets `removed_at`, so that later imports don't add it again.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
#[sea_orm(table_name = "photos")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub owner_kind: OwnerKind,
    /// The ID in `owner_kind`'s table.
    pub owner_id: Uuid,
    #[sea_orm(unique)]
    pub key: String,
    /// Order among the owner's photos; the lowest is shown where there is room for one. May have gaps.
    pub position: i32,
    /// In pixels, smallest first.
    pub widths: Widths,
    /// Width of the largest file; 0 once the files of a removed photo are gone.
    pub width: i32,
    pub height: i32,
    /// The key of the photo that this one is a part of; null if it is whole.
    #[serde(default)]
    pub original_key: Option<String>,
    /// Which part.
    #[serde(default)]
    pub crop: Option<Crop>,
    /// Alt text; empty if decorative; null if nobody has provided one.
    pub alternative_text: Option<String>,
    /// Who took it, shown with it.
    pub credit: Option<String>,
    /// As in a shop's provenance: `owner`, `admin`, `website` …
    pub source: String,
    /// The URL it was fetched from, if any.
    pub source_url: Option<String>,
    /// Its license, such as `CC BY 4.0`.
    pub license: Option<String>,
    pub fetched_at: Option<ChronoDateTimeUtc>,
    /// When it may no longer be shown.
    pub expires_at: Option<ChronoDateTimeUtc>,
    pub removed_at: Option<ChronoDateTimeUtc>,
    pub created_at: ChronoDateTimeUtc,
    pub updated_at: ChronoDateTimeUtc,
    /// Increases with each change of the row.
    pub version: i64,
}

/// A part of a photo, in ten-thousandths of its width and height.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult, ToSchema,
)]
#[serde(deny_unknown_fields)]
#[schema(as = PhotoCrop)]
pub struct Crop {
    #[schema(maximum = 9999)]
    pub left: u32,
    #[schema(maximum = 9999)]
    pub top: u32,
    #[schema(minimum = 1, maximum = 10000)]
    pub width: u32,
    #[schema(minimum = 1, maximum = 10000)]
    pub height: u32,
}

/// What a photo belongs to.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(8))")]
pub enum OwnerKind {
    #[sea_orm(string_value = "shop")]
    Shop,
    #[sea_orm(string_value = "city")]
    City,
    /// Nodes learn about it through its shop's row.
    #[sea_orm(string_value = "story")]
    Story,
    #[sea_orm(string_value = "article")]
    Article,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
