//! The table of jobs.

use sea_orm::entity::prelude::*;

/// A row of `jobs`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "jobs")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub kind: String,
    pub unique_key: Option<String>,
    pub payload: Json,
    pub state: State,
    pub due_at: ChronoDateTimeUtc,
    pub lease: Option<Uuid>,
    pub attempts: i32,
    pub last_error: Option<String>,
    pub created_at: ChronoDateTimeUtc,
    pub finished_at: Option<ChronoDateTimeUtc>,
    /// Units of work done, and in total, as reported by the last attempt.
    pub progress_done: Option<i64>,
    pub progress_total: Option<i64>,
    /// When someone asked to cancel it.
    pub cancel_asked_at: Option<ChronoDateTimeUtc>,
    /// The name of the node that made the last attempt.
    pub node: Option<String>,
}

/// How far a job is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "String(StringLen::N(16))")]
pub enum State {
    /// Waiting or running.
    #[sea_orm(string_value = "open")]
    Open,
    #[sea_orm(string_value = "done")]
    Done,
    /// Failed for good, or canceled; kept for the operator.
    #[sea_orm(string_value = "failed")]
    Failed,
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
