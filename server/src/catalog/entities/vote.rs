//! Who voted for which shop. One row per shop and visitor, because the ranking counts each visitor's latest vote (D15).

use sea_orm::entity::prelude::*;

/// A row of `votes`. The `times` of all visitors add up to the shop's `upvote_count`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "votes")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub shop_id: Uuid,
    /// The random number in the visitor's cookie; reveals nothing about the person.
    #[sea_orm(primary_key, auto_increment = false)]
    pub visitor: Uuid,
    /// The latest accepted vote.
    pub voted_at: ChronoDateTimeUtc,
    /// The latest vote on an earlier day (UTC) than `voted_at`, which counts today if there was another one today.
    pub previous_at: Option<ChronoDateTimeUtc>,
    /// How many of this visitor's votes were accepted.
    pub times: i64,
    /// Whether the ranking counts this voter: of a network's new voters per day and shop, only a few count (D20).
    pub is_ranked: bool,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
