//! What came of each shop of a run.

use sea_orm::entity::prelude::*;
use serde::Serialize;
use utoipa::ToSchema;

/// A row of `shop_run_results`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "shop_run_results")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub run_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    /// Of a run over towns, the town's ID.
    pub shop_id: Uuid,
    pub outcome: ShopOutcome,
    /// The text or the picture's source; otherwise the reason.
    pub detail: Option<String>,
    /// Why it stayed when the run was last taken back.
    pub kept_because: Option<String>,
    pub created_at: ChronoDateTimeUtc,
}

/// What became of a shop in a run.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum, Serialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(8))")]
pub enum ShopOutcome {
    #[sea_orm(string_value = "done")]
    Done,
    /// What was found may not be shown.
    #[sea_orm(string_value = "refused")]
    Refused,
    /// The service or the website didn't work.
    #[sea_orm(string_value = "failed")]
    Failed,
    /// Its facts changed meanwhile, so there was nothing to do any more.
    #[sea_orm(string_value = "skipped")]
    Skipped,
    /// Done, and taken back.
    #[sea_orm(string_value = "undone")]
    Undone,
    /// What was found waits for the administrator.
    #[sea_orm(string_value = "waiting")]
    Waiting,
    /// The administrator decided against it.
    #[sea_orm(string_value = "declined")]
    Declined,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
