//! A table that only this part owns: bulk edits.

use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};

/// A row of `bulk_edits`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "bulk_edits")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// For people, in the order of the edits; null until it is applied.
    #[sea_orm(unique)]
    pub number: Option<i64>,
    /// The run that applies it.
    pub run_id: Option<Uuid>,
    /// A [`BulkChanges`](super::BulkChanges).
    pub changes: Json,
    pub shops: Chosen,
    pub created_at: ChronoDateTimeUtc,
}

/// The shops, each with the edition that the administrator has seen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Chosen(pub Vec<(Uuid, i64)>);

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
