//! Metro areas that are done.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// A row of `expansion_areas`, recorded with the shops that were added, so that undoing them makes the area one of the
/// remaining ones.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
#[sea_orm(table_name = "expansion_areas")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// The slug of its town, such as `alexandria-la`.
    pub area: String,
    pub run_id: Uuid,
    pub done_at: ChronoDateTimeUtc,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
