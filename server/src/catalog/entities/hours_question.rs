//! When a shop's people were last asked about its hours.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// A row of `hours_questions`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
#[sea_orm(table_name = "hours_questions")]
pub struct Model {
    /// The shop.
    #[sea_orm(primary_key, auto_increment = false, column_name = "shop_id")]
    pub id: Uuid,
    pub asked_at: ChronoDateTimeUtc,
    /// When a link in the email was used.
    pub answered_at: Option<ChronoDateTimeUtc>,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
