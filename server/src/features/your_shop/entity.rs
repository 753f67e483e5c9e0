//! When a shop's people were last asked about its hours.

use sea_orm::entity::prelude::*;

/// A row of `hours_questions`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "hours_questions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub shop_id: Uuid,
    pub asked_at: ChronoDateTimeUtc,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
