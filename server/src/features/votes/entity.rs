//! Votes by network, for the hourly and daily limits.

use sea_orm::entity::prelude::*;

/// A row of `network_votes`. A vote from an IPv6 address has several, one for each level of its network.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "network_votes")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub shop_id: Uuid,
    /// A keyed hash of the network and the day; reveals neither.
    #[sea_orm(primary_key, auto_increment = false)]
    pub network: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub vote: Uuid,
    pub accepted_at: ChronoDateTimeUtc,
    /// Whether the vote took one of the day's places for new voters in the ranking.
    pub is_new_voter: bool,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
