//! What duplicates contribute to existing shops: missing facts, and a link so that the source's record is recognized
//! next time.

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use super::{
    import_result::ImportResult,
    store::{self, Batch, reading},
    tools::Tools,
};
use crate::{
    catalog::{
        admission::{Candidate, facts, origins},
        entities::shop,
    },
    platform::{database::Database, error::Result},
};

/// A record in a batch that duplicates a shop.
pub(super) struct Gap<'a> {
    /// The shop's slug.
    pub(super) slug: String,
    pub(super) candidate: &'a Candidate,
    /// The record's index in the batch.
    pub(super) place: usize,
    /// The question about this record, which is answered now.
    pub(super) question: Option<Uuid>,
}

/// Fills the shops' gaps in the batch to be written, and records in `results` what was filled. Returns which record
/// changes which shop.
pub(super) async fn fill(
    database: &Database,
    gaps: &[Gap<'_>],
    (batch, results): (&mut Batch, &mut [ImportResult]),
    tools: Tools<'_>,
) -> Result<Vec<(Uuid, usize)>> {
    if gaps.is_empty() {
        return Ok(Vec::new());
    }
    let slugs: HashSet<&str> = gaps.iter().map(|gap| &*gap.slug).collect();
    let mut rows = Rows::read(database, &slugs, tools.source).await?;
    let mut changed = Vec::new();
    for gap in gaps {
        let filled = rows.give(gap, batch, tools);
        if let Some((shop, filled)) = filled.filter(|(_, filled)| !filled.is_empty()) {
            changed.push((shop, gap.place));
            if let Some(ImportResult::Duplicate { filled: named, .. }) = results.get_mut(gap.place)
            {
                *named = filled;
            }
        }
    }
    Ok(changed)
}

/// The duplicated shops.
struct Rows {
    /// As they are in the database, by slug.
    before: HashMap<String, shop::Model>,
    /// Those already linked to a record of this source.
    linked: HashSet<Uuid>,
}

impl Rows {
    async fn read(database: &Database, slugs: &HashSet<&str>, source: &str) -> Result<Self> {
        let before = reading::shops_of(database.reads(), slugs).await?;
        let shops: Vec<Uuid> = before.values().map(|row| row.id).collect();
        let linked = reading::linked(database, &shops, source).await?;
        Ok(Self { before, linked })
    }

    /// The shop, and the facts it was given.
    fn give(
        &mut self,
        gap: &Gap<'_>,
        batch: &mut Batch,
        tools: Tools<'_>,
    ) -> Option<(Uuid, Vec<&'static str>)> {
        let (facts, source) = (&gap.candidate.facts, tools.source);
        let has_slug = |row: &&mut shop::Model| row.slug == gap.slug;
        let settle = |batch: &mut Batch, shop| {
            batch
                .settled
                .extend(gap.question.map(|question| (question, shop)));
        };
        // A shop that this batch adds or changes is filled before it is written.
        let mut written = batch.inserts.iter_mut().chain(&mut batch.updates);
        if let Some(row) = written.find(has_slug) {
            let filled = facts::fill_gaps(row, facts, source);
            if !filled.is_empty() {
                origins::note(row, source, &tools.facts_of(gap.candidate));
            }
            let shop = row.id;
            settle(batch, shop);
            return Some((shop, filled));
        }
        let mut row = self.before.get(&gap.slug)?.clone();
        let filled = facts::fill_gaps(&mut row, facts, source);
        let shop = row.id;
        settle(batch, shop);
        if !filled.is_empty() {
            origins::note(&mut row, source, &tools.facts_of(gap.candidate));
            row.version += 1;
            row.edition += 1;
            row.updated_at = tools.clock.now();
            if filled.contains(&"website") {
                row.website_since = Some(row.updated_at);
            }
            batch.updates.push(row);
        }
        // A shop stays linked to a source's first record, even if its name or address changes.
        if self.linked.insert(shop) {
            let record = (source, gap.candidate.source_id.as_str());
            let refreshed_at = gap.candidate.refreshed_at;
            let now = tools.clock.now();
            batch.sources.push(store::source_row(
                tools.identifiers,
                shop,
                record,
                refreshed_at,
                now,
            ));
        }
        Some((shop, filled))
    }
}
