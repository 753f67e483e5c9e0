//! Event counts.

use sea_orm::entity::prelude::*;

/// A row of `event_counts`: how often something happened on one day.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "event_counts")]
pub struct Model {
    /// As in `2026-03-04`, in UTC.
    #[sea_orm(primary_key, auto_increment = false)]
    pub day: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub kind: String,
    /// A town, a shop or an article; nil if none.
    #[sea_orm(primary_key, auto_increment = false)]
    pub subject: Uuid,
    /// A plan, or the text of a search; otherwise empty.
    #[sea_orm(primary_key, auto_increment = false)]
    pub detail: String,
    pub count: i64,
    /// How many results the search found last time.
    pub results: Option<i64>,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
