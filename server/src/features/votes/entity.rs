//! Votes that came without a cookie, for the limit of each network.

use sea_orm::entity::prelude::*;

/// A row of `cookieless_votes`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "cookieless_votes")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub shop_id: Uuid,
    /// A keyed hash of the network and the day; tells nothing of either.
    pub network: Uuid,
    pub accepted_at: ChronoDateTimeUtc,
}

/// None that queries need.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
