//! The table of runs.

use sea_orm::entity::prelude::*;

/// A row of `runs`; its ID is its job's.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "runs")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// Its job's, such as `ai_texts.run`.
    pub kind: String,
    /// What someone asked for.
    pub asked: Json,
    /// What it has done so far, which also says where it goes on; its shape depends on the kind.
    pub result: Option<Json>,
    /// `None` while it goes on.
    pub outcome: Option<Outcome>,
    /// Why it ended early.
    pub stopped: Option<String>,
    pub started_at: ChronoDateTimeUtc,
    /// When it last got further.
    pub last_at: ChronoDateTimeUtc,
    pub ended_at: Option<ChronoDateTimeUtc>,
    /// Pauses in a row that a service wanted and after which it got no further.
    pub pauses: i32,
}

/// How a run ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(8))")]
pub enum Outcome {
    #[sea_orm(string_value = "done")]
    Done,
    /// It couldn't go on.
    #[sea_orm(string_value = "stopped")]
    Stopped,
    /// Its job failed for good.
    #[sea_orm(string_value = "failed")]
    Failed,
    #[sea_orm(string_value = "canceled")]
    Canceled,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
