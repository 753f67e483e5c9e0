//! Imports as the administrator's screens see them.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::{ImportCounts, Kept, UndoneImport, entity::import};

/// A page of imports, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct Imports {
    pub imports: Vec<ImportSummary>,
    pub total: u64,
}

/// An import.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImportSummary {
    pub number: i64,
    /// The names of its files.
    pub files: Vec<String>,
    /// The source that was named for it; `null` if each file names its own.
    #[schema(required)]
    pub source: Option<String>,
    pub counts: ImportCounts,
    pub started_at: DateTime<Utc>,
    /// `null` if it goes on, or was stopped early.
    #[schema(required)]
    pub ended_at: Option<DateTime<Utc>>,
    /// Whether it writes now.
    pub is_running: bool,
    /// Whether it was asked to be undone.
    pub is_being_undone: bool,
    #[schema(required)]
    pub undone_at: Option<DateTime<Utc>>,
}

impl ImportSummary {
    pub(super) fn of(row: import::Model, now: DateTime<Utc>) -> Self {
        Self {
            is_running: row.lease_until.is_some_and(|until| until > now),
            number: row.number,
            files: row.files.0,
            source: row.source,
            counts: row.counts,
            started_at: row.started_at,
            ended_at: row.ended_at,
            is_being_undone: row.undo_asked_at.is_some() && row.undone_at.is_none(),
            undone_at: row.undone_at,
        }
    }
}

/// An import, and what stays of it.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportDetail {
    #[serde(flatten)]
    pub import: ImportSummary,
    pub undone: ImportUndone,
    /// The first 500 shops that stay.
    pub kept: Vec<KeptShop>,
}

/// What undoing an import did.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportUndone {
    /// Shops that it had added.
    pub removed: u64,
    /// Shops whose facts are as before.
    pub restored: u64,
    /// Shops that stay, or some of whose facts do.
    pub kept: u64,
}

impl From<UndoneImport> for ImportUndone {
    fn from(undone: UndoneImport) -> Self {
        Self {
            removed: undone.removed,
            restored: undone.restored,
            kept: undone.kept,
        }
    }
}

/// A shop that stays, or some of whose facts do.
#[derive(Debug, Serialize, ToSchema)]
pub struct KeptShop {
    pub slug: String,
    pub name: String,
    /// Why.
    pub reason: String,
}

impl From<Kept> for KeptShop {
    fn from(kept: Kept) -> Self {
        Self {
            slug: kept.slug,
            name: kept.name,
            reason: kept.reason,
        }
    }
}
