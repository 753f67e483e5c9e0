//! Former slugs of towns, shops and articles, so that old links keep working (D4).

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};

/// A row of `former_slugs`; unique by kind and slug.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, Serialize, Deserialize)]
#[sea_orm(table_name = "former_slugs")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// `city`, `shop` or `article`.
    pub kind: String,
    pub slug: String,
    pub target_id: Uuid,
    pub created_at: ChronoDateTimeUtc,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// What the slug referred to.
#[must_use]
pub fn kind_of(row: &Model) -> Option<super::change::Kind> {
    sea_orm::ActiveEnum::try_from_value(&row.kind).ok()
}
