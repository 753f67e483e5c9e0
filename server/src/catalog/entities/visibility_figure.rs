//! How many more views boosted shops get, measured each day from the directory's own counts (D26).

use sea_orm::entity::prelude::*;

/// A row of `visibility_figures`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "visibility_figures")]
pub struct Model {
    /// 00:00 UTC of the day it was measured.
    #[sea_orm(primary_key, auto_increment = false)]
    pub starts_at: ChronoDateTimeUtc,
    /// Views of boosted shops compared with the 30 days before, in percent more; null if there were too few boosts.
    pub percent: Option<i64>,
    /// How many boosts it is based on.
    pub boost_count: i64,
    pub created_at: ChronoDateTimeUtc,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
