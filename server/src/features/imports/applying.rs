//! Writes a batch, and notes it in the history.

use std::{collections::HashSet, sync::Arc};

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    history::{self, Written},
    store::{self, Batch},
};
use crate::{
    catalog::{Change, writing},
    platform::{database::Database, error::Result},
};

/// What [`apply`] did.
#[derive(Debug, Default)]
pub(super) struct Applied {
    pub(super) changes: Vec<Change>,
    /// Shops that were edited meanwhile, which stay as they are.
    pub(super) passed_over: HashSet<Uuid>,
    /// How many notes the history took of it.
    pub(super) noted: i64,
}

/// Writes a batch in one transaction, notes it in the history of the import, and announces it.
pub(super) async fn apply(
    database: &Database,
    batch: Arc<Batch>,
    written_by: Option<Written>,
    now: DateTime<Utc>,
) -> Result<Applied> {
    if batch.is_empty() {
        return Ok(Applied::default());
    }
    let changes = Arc::new(batch.changes());
    database
        .transaction(|transaction| {
            let (batch, changes) = (batch.clone(), changes.clone());
            Box::pin(async move {
                // Before all else: an undo takes the towns along that this batch needs.
                if let Some((import, _)) = written_by {
                    history::refuse_ended(transaction, import).await?;
                }
                let changed: Vec<Uuid> = batch.updates.iter().map(|row| row.id).collect();
                let mut before = history::shops(transaction, &changed).await?;
                let done = store::write(transaction, &batch, now).await?;
                before.retain(|row| !done.passed_over.contains(&row.id));
                let noted = match written_by {
                    Some(by) => history::note(transaction, by, (&*batch, &done), &before).await?,
                    None => 0,
                };
                writing::record_changes(transaction, &changes, now).await?;
                Ok(Applied {
                    changes: changes.to_vec(),
                    passed_over: done.passed_over,
                    noted,
                })
            })
        })
        .await
}
