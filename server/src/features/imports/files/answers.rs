//! Uploaded lists as the administrator's screens see them.

use chrono::{DateTime, Utc};
use place_files::Field;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    KEPT,
    choices::ImportChoices,
    entity::{ImportColumn, Model},
    states::StateToFetch,
    stored::{ListDone, ListRun},
};
use crate::{
    features::imports::{history::ImportCounts, report::Example},
    platform::{
        jobs::JobRun,
        runs::{Run, RunState},
    },
};

/// Uploaded lists, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportFiles {
    pub files: Vec<ImportFileSummary>,
    /// Those that can be fetched from OpenStreetMap; empty if no Overpass server is set up.
    pub states: Vec<StateToFetch>,
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
    /// What a list that was fetched doesn't have, as a sentence.
    #[schema(required)]
    pub missing: Option<String>,
}

/// An uploaded list, and what its latest run does or did.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportFileDetail {
    #[serde(flatten)]
    pub file: ImportFileSummary,
    /// The columns of a table, or the properties of JSON by their dotted names; OpenStreetMap's formats have none to choose.
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
    /// How many questions about this list wait now, of all its editions.
    pub questions_left: u64,
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportOutcome {
    /// Nothing was written, on purpose.
    pub is_dry_run: bool,
    /// The import's number, if something was written.
    #[schema(required)]
    pub number: Option<i64>,
    pub counts: ImportCounts,
    /// Up to five records of each result.
    pub examples: Vec<Example>,
    /// What the list would take away beyond what it may (D87). Nothing is written unless that is allowed.
    pub losses: Vec<String>,
    /// What would make more of the file.
    pub advice: Vec<String>,
    /// Why it ended early.
    #[schema(required)]
    pub problem: Option<String>,
    /// Somebody canceled it; what it had done until then stays.
    pub is_canceled: bool,
    /// Whose the records are, such as `osm` or the list's name.
    #[schema(required)]
    pub source: Option<String>,
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

impl ImportFileSummary {
    /// A list with its latest run.
    pub(super) fn of(row: &Model, run: Option<&Run<ListRun>>) -> Self {
        Self {
            id: row.id,
            name: row.name.clone(),
            bytes: u64::try_from(row.bytes).unwrap_or_default(),
            format: row.format.clone(),
            uploaded_at: row.uploaded_at,
            kept_until: row.uploaded_at + KEPT,
            number: run.and_then(|run| run.result.as_ref()?.number),
            missing: row.missing.clone(),
        }
    }
}

impl ImportFileDetail {
    /// A list with its latest run and the run's job.
    pub(super) fn of(
        row: Model,
        run: Option<(Run<ListRun>, Option<JobRun>)>,
        questions_left: u64,
    ) -> Self {
        let file = ImportFileSummary::of(&row, run.as_ref().map(|(run, _)| run));
        let (mut choices, mut outcome) = (None, None);
        let run = run.map(|(run, job)| {
            choices = Some(run.asked.choices.into());
            outcome = run.result.map(ImportOutcome::from);
            let progress = job.as_ref().and_then(|job| job.progress);
            ImportRun {
                job_id: run.id,
                state: run.state.into(),
                done: progress.map_or(0, |(done, _)| done),
                error: run.stopped.or_else(|| job?.error),
            }
        });
        Self {
            questions_left,
            file,
            columns: row.columns.0,
            fields: Field::all().map(|field| field.name().to_owned()).collect(),
            choices,
            run,
            outcome,
        }
    }
}

impl From<RunState> for ImportRunState {
    fn from(state: RunState) -> Self {
        match state {
            RunState::Waiting => Self::Waiting,
            RunState::Running => Self::Running,
            RunState::Done => Self::Done,
            RunState::Stopped | RunState::Failed => Self::Failed,
            RunState::Canceled => Self::Canceled,
        }
    }
}

impl From<ListDone> for ImportOutcome {
    fn from(done: ListDone) -> Self {
        Self {
            is_dry_run: done.is_dry_run,
            number: done.number,
            counts: done.counts,
            examples: done.examples,
            losses: done.losses,
            advice: done.advice,
            problem: done.problem,
            is_canceled: done.is_canceled,
            source: done.source,
        }
    }
}
