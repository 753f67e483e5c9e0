//! A table that only this room owns: its runs.

use sea_orm::entity::prelude::*;

/// A row of `city_image_runs`; its ID is its job's.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "city_image_runs")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// The last city that was looked at, in the order of IDs.
    pub after_city: Option<Uuid>,
    pub checked: i32,
    pub wikipedia: i32,
    pub stock: i32,
    /// Cities for which a source couldn't be asked.
    pub failed: i32,
    pub started_at: ChronoDateTimeUtc,
    /// When it last got further.
    pub last_at: ChronoDateTimeUtc,
    pub is_done: bool,
    /// Why it stopped early.
    pub problem: Option<String>,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
