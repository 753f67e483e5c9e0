//! How often a page was viewed during the days that are kept.

use sea_orm::entity::prelude::*;

/// A row of `view_totals`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "view_totals")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub subject: Uuid,
    /// `shop`, `city` or `article`.
    pub kind: String,
    pub count: i64,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
