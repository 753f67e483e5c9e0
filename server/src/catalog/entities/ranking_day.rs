//! The basis of a day's ranking, stored so that every node ranks alike and restarts change nothing.

use sea_orm::entity::prelude::*;

/// A row of `ranking_days`: the ratings of all listed shops when the day was first ranked.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "ranking_days")]
pub struct Model {
    /// 00:00 UTC.
    #[sea_orm(primary_key, auto_increment = false)]
    pub starts_at: ChronoDateTimeUtc,
    /// The sum of all ratings (out of five), in thousandths.
    pub rating_thousandths: i64,
    pub rating_count: i64,
    pub created_at: ChronoDateTimeUtc,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
