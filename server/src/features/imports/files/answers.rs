//! Uploaded lists as the administrator's screens see them.

use chrono::{DateTime, Utc};
use place_files::Field;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    KEPT,
    entity::{ImportChoices, ImportColumn, ImportOutcome, Model},
};
use crate::platform::jobs::{JobRun, RunState};

/// Uploaded lists, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportFiles {
    pub files: Vec<ImportFileSummary>,
}

/// An uploaded list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportFileSummary {
    pub id: Uuid,
    pub name: String,
    pub bytes: u64,
    /// In words, such as "table" for CSV.
    pub format: String,
    pub uploaded_at: DateTime<Utc>,
    /// When the file will be removed.
    pub kept_until: DateTime<Utc>,
    /// The number of the import that it became.
    #[schema(required)]
    pub number: Option<i64>,
}

/// An uploaded list, and what its latest run does or did.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportFileDetail {
    #[serde(flatten)]
    pub file: ImportFileSummary,
    /// The columns of a table; other formats have none to choose.
    pub columns: Vec<ImportColumn>,
    /// Every field that a column can be taken for.
    pub fields: Vec<String>,
    /// Those of the latest run.
    #[schema(required)]
    pub choices: Option<ImportChoices>,
    #[schema(required)]
    pub run: Option<ImportRun>,
    #[schema(required)]
    pub outcome: Option<ImportOutcome>,
}

/// The latest run.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportRun {
    pub job_id: Uuid,
    pub state: ImportRunState,
    /// Bytes of the file that have been read.
    pub done: u64,
    /// Why it failed.
    #[schema(required)]
    pub error: Option<String>,
}

/// How far the latest run is.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ImportRunState {
    /// For a worker, or for another import to end.
    Waiting,
    Running,
    Done,
    Failed,
    Canceled,
}

impl From<&Model> for ImportFileSummary {
    fn from(row: &Model) -> Self {
        Self {
            id: row.id,
            name: row.name.clone(),
            bytes: u64::try_from(row.bytes).unwrap_or_default(),
            format: row.format.clone(),
            uploaded_at: row.uploaded_at,
            kept_until: row.uploaded_at + KEPT,
            number: row.outcome.as_ref().and_then(|outcome| outcome.number),
        }
    }
}

impl ImportFileDetail {
    pub(super) fn of(row: Model, run: Option<JobRun>) -> Self {
        Self {
            file: ImportFileSummary::from(&row),
            columns: row.columns.0,
            fields: Field::all().map(|field| field.name().to_owned()).collect(),
            choices: row.choices,
            run: run.map(ImportRun::from),
            outcome: row.outcome,
        }
    }
}

impl From<JobRun> for ImportRun {
    fn from(run: JobRun) -> Self {
        Self {
            job_id: run.id,
            state: match run.state {
                RunState::Waiting => ImportRunState::Waiting,
                RunState::Running => ImportRunState::Running,
                RunState::Done => ImportRunState::Done,
                RunState::Failed => ImportRunState::Failed,
                RunState::Canceled => ImportRunState::Canceled,
            },
            done: run.progress.map_or(0, |(done, _)| done),
            error: run.error,
        }
    }
}
