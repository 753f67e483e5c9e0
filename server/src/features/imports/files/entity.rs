//! The table of uploaded lists.

use std::collections::BTreeMap;

use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::features::imports::{history::ImportCounts, report::Example};

/// A row of `import_files`.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "import_files")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    /// As on the administrator's device.
    pub name: String,
    pub bytes: i64,
    /// In words.
    pub format: String,
    pub columns: Columns,
    /// Those of the latest run.
    pub choices: Option<ImportChoices>,
    /// The latest run.
    pub job_id: Option<Uuid>,
    /// Of the latest run that came to its end.
    pub outcome: Option<ImportOutcome>,
    pub uploaded_at: ChronoDateTimeUtc,
}

/// The columns of a table, in its order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
pub struct Columns(pub Vec<ImportColumn>);

/// A column of an uploaded table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportColumn {
    pub name: String,
    /// What it is taken for; `null` if it is ignored.
    #[schema(required)]
    pub field: Option<String>,
    /// What an ignored column's values look like.
    #[schema(required)]
    pub looks_like: Option<String>,
    /// Its first different values, at most three.
    pub values: Vec<String>,
}

/// What the administrator says about a list, and whether it is written.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult, ToSchema,
)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ImportChoices {
    /// Decide about each record, but write nothing.
    pub dry_run: bool,
    /// What columns are taken for where that isn't what was recognized; `ignore` leaves one out.
    #[serde(default)]
    pub columns: BTreeMap<String, String>,
    /// The name of the list. Its next edition updates its own shops.
    #[serde(default)]
    pub source: Option<String>,
    /// The license of the list.
    #[serde(default)]
    pub license: Option<String>,
    /// The date of the list, a day or a month.
    #[serde(default)]
    pub as_of: Option<String>,
    /// What happens to shops that the list no longer has; none is missing by default.
    #[serde(default)]
    pub missing: Option<MissingChoice>,
    /// Let this edition clear or close more than a tenth of what its source gave.
    #[serde(default)]
    pub allow_loss: bool,
}

/// What happens to shops that a complete list no longer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MissingChoice {
    /// They become questions.
    Ask,
    /// They are permanently closed, unless somebody else vouches for one.
    Close,
}

/// What came of a run.
#[derive(
    Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult, ToSchema,
)]
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
}

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
