//! A photo of a shop, a town, a story or an article (D55). Its files lie in the storage under `key`.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

use crate::platform::photo_files::Widths;

/// A row of `photos`. Removing one sets `removed_at`, so that a later import knows not to bring it again.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
#[sea_orm(table_name = "photos")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub owner_kind: OwnerKind,
    /// The row of `owner_kind`'s table.
    pub owner_id: Uuid,
    #[sea_orm(unique)]
    pub key: String,
    /// Among the owner's photos; the lowest is shown where there is room for one. Gaps mean nothing.
    pub position: i32,
    /// Of its files, in pixels, the smallest first.
    pub widths: Widths,
    /// Of the largest file; 0 once the files of a removed photo are gone.
    pub width: i32,
    pub height: i32,
    /// For who can't see it; empty: it only decorates; absent: nobody has said yet.
    pub alternative_text: Option<String>,
    /// Who took it, as shown beside it.
    pub credit: Option<String>,
    /// As in a shop's provenance: `owner`, `admin`, `website` …
    pub source: String,
    /// Where it was fetched from, if it was.
    pub source_url: Option<String>,
    /// Under which it may be shown, such as `CC BY 4.0`.
    pub license: Option<String>,
    pub fetched_at: Option<ChronoDateTimeUtc>,
    /// It may not be shown from this moment on.
    pub expires_at: Option<ChronoDateTimeUtc>,
    pub removed_at: Option<ChronoDateTimeUtc>,
    pub created_at: ChronoDateTimeUtc,
    pub updated_at: ChronoDateTimeUtc,
    /// Grows with each change of the row.
    pub version: i64,
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
    /// Its shop's row tells nodes that it changed.
    #[sea_orm(string_value = "story")]
    Story,
    #[sea_orm(string_value = "article")]
    Article,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
