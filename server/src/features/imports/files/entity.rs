//! The table of uploaded lists.

use sea_orm::{FromJsonQueryResult, entity::prelude::*};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

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
    /// The latest run.
    pub job_id: Option<Uuid>,
    pub uploaded_at: ChronoDateTimeUtc,
    /// The code of the only state whose records are read.
    pub state: Option<String>,
    /// What a list that was fetched doesn't have, as a sentence.
    pub missing: Option<String>,
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

/// No relations: queries don't join entities.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
