//! The letters about a shop's figures that its owner gets each month.

use sea_orm::entity::prelude::*;

/// A row of `monthly_letters`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "monthly_letters")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    #[sea_orm(unique)]
    pub shop_id: Uuid,
    /// The last one that was written about, counted from the year 0.
    pub month: Option<i32>,
    /// The owner who turned the letter off; under another one it is on.
    pub off_for: Option<Uuid>,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
