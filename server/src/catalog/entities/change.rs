//! The change feed says what changed, never how. Nodes reload the rows.

use sea_orm::entity::prelude::*;

/// A row of `changes`, read in (`txid`, `seq`) order.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "changes")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub seq: i64,
    /// The writing transaction on PostgreSQL, set by the database; 0 on SQLite.
    pub txid: i64,
    /// A [`Kind`], or one that only a newer version knows.
    pub kind: String,
    pub entity_id: Uuid,
    pub created_at: ChronoDateTimeUtc,
}

/// The kind of row that changed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(8))")]
pub enum Kind {
    #[sea_orm(string_value = "city")]
    City,
    #[sea_orm(string_value = "shop")]
    Shop,
    #[sea_orm(string_value = "article")]
    Article,
    /// Of articles.
    #[sea_orm(string_value = "category")]
    Category,
    /// The site's words and look.
    #[sea_orm(string_value = "site")]
    Site,
    /// One of the operator's pages.
    #[sea_orm(string_value = "page")]
    Page,
}

impl Model {
    /// The kind of row that changed; `None` if a newer version wrote it, which can happen while two versions run.
    #[must_use]
    pub fn known_kind(&self) -> Option<Kind> {
        Kind::try_from_value(&self.kind).ok()
    }
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
