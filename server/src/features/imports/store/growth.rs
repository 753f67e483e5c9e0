//! Statistics for PostgreSQL's planner while an import fills tables: it collects them itself only after a minute or so,
//! and until then reads a table of thousands of rows as if it were empty, from start to end for each batch.

use crate::platform::database::{Database, dialect};

/// The tables that an import looks things up in.
const TABLES: &[&str] = &["cities", "shops", "shop_sources", "review_items"];

/// After how many added shops statistics are collected.
const MILESTONES: &[usize] = &[1_000, 10_000, 100_000];

/// How many shops an import has added.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::features::imports) struct Growth {
    added: usize,
}

impl Growth {
    /// Counts what a batch added, and collects statistics at milestones. Failing to is a warning: the import only
    /// gets slower, and what it added is saved already.
    pub(in crate::features::imports) async fn note(&mut self, database: &Database, added: usize) {
        let before = self.added;
        self.added += added;
        let is_passed = |milestone: &usize| before < *milestone && *milestone <= self.added;
        if !MILESTONES.iter().any(is_passed) {
            return;
        }
        let collected = database
            .transaction(|transaction| {
                Box::pin(async move { Ok(dialect::collect_statistics(transaction, TABLES).await?) })
            })
            .await;
        if let Err(error) = collected {
            tracing::warn!(%error, "statistics for the planner can't be collected: this import may be slow");
        }
    }
}
