//! Somebody whom a shop's owner lets maintain its page.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// A row of `shop_managers`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
#[sea_orm(table_name = "shop_managers")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub shop_id: Uuid,
    /// The person with the invited address, proven once `accepted_at` is set.
    pub person_id: Uuid,
    /// The owner who invited them; they are no manager under another one.
    pub invited_by: Uuid,
    /// Shop and person until it ends, so nobody is one twice.
    #[sea_orm(unique)]
    pub open_key: Option<String>,
    pub invited_at: ChronoDateTimeUtc,
    pub accepted_at: Option<ChronoDateTimeUtc>,
    /// When they were removed, left or declined, or the invitation was withdrawn.
    pub ended_at: Option<ChronoDateTimeUtc>,
}

/// No relations: queries find managers by key.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
