//! What lies in the storage, and who may take it over.

use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};

/// A row of `photo_files`: the files of one photo. It is written before the first file is, so none is without a row.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "photo_files")]
pub struct Model {
    /// Chance; part of the files' public addresses.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    pub state: State,
    /// What it may be used for.
    pub purpose: String,
    /// The session that asked for it; absent: the server itself.
    pub holder: Option<String>,
    /// What it is meant for, such as a shop.
    pub target: Option<Uuid>,
    /// Of the files, in pixels, the smallest first; empty before there are any.
    pub widths: Widths,
    /// Of the largest file.
    pub width: i32,
    pub height: i32,
    pub created_at: ChronoDateTimeUtc,
    /// After this moment the files are removed, unless they are in use.
    pub expires_at: ChronoDateTimeUtc,
}

/// Widths in pixels, kept as JSON.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Widths(pub Vec<u32>);

/// How far it has come.
#[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(8))")]
pub enum State {
    /// An address to upload to was given out.
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
