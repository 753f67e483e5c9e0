//! How many more views boosted shops have, measured each day from the directory's own counts (D26).

use sea_orm::entity::prelude::*;

/// A row of `visibility_figures`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "visibility_figures")]
pub struct Model {
    /// 00:00 UTC of the day on which it was measured.
    #[sea_orm(primary_key, auto_increment = false)]
    pub starts_at: ChronoDateTimeUtc,
    /// Views of boosted shops above those of the 30 days before, in percent; empty where too few boosts say so.
    pub percent: Option<i64>,
    /// The boosts that it rests on.
    pub boost_count: i64,
    pub created_at: ChronoDateTimeUtc,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
