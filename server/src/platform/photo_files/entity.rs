//! Files in storage, and who may use them.

use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};

/// A row of `photo_files`: one photo's files. It is written before the first file, so every file has a row.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "photo_files")]
pub struct Model {
    /// Random; part of the files' public URLs.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    pub state: State,
    /// What it may be used for.
    pub purpose: String,
    /// The session that requested the upload; `None` for the server itself.
    pub holder: Option<String>,
    /// What it is for, such as a shop.
    pub target: Option<Uuid>,
    /// In pixels, smallest first; empty until there are files.
    pub widths: Widths,
    /// Width of the largest file.
    pub width: i32,
    pub height: i32,
    /// Width of the original, if one is kept that is larger than all of these.
    pub original_width: Option<i32>,
    pub created_at: ChronoDateTimeUtc,
    /// When the files are removed, unless they are in use.
    pub expires_at: ChronoDateTimeUtc,
    /// Where it was uploaded from, and how large the file was; `None` for the server itself.
    pub network: Option<String>,
    pub bytes: Option<i64>,
}

/// Widths in pixels, stored as JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Widths(pub Vec<u32>);

/// The stage of an upload.
#[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(8))")]
pub enum State {
    /// An upload URL was issued.
    #[sea_orm(string_value = "waiting")]
    Waiting,
    /// The files are being written.
    #[sea_orm(string_value = "storing")]
    Storing,
    /// All files are there.
    #[sea_orm(string_value = "stored")]
    Stored,
    /// A photo of the directory refers to them.
    #[sea_orm(string_value = "used")]
    Used,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
