//! Shops that the administrator has put off in the worklist.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// A row of `worklist_pauses`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
#[sea_orm(table_name = "worklist_pauses")]
pub struct Model {
    /// The shop.
    #[sea_orm(primary_key, auto_increment = false, column_name = "shop_id")]
    pub id: Uuid,
    /// When it is listed again.
    pub ends_at: ChronoDateTimeUtc,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
