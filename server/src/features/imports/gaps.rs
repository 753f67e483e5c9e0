//! What duplicates contribute to existing shops: missing facts, and a link so that the source's record is recognized
//! next time. One whose list doesn't have the shop's old record anymore takes over its link, and speaks for the shop (D114).

use std::collections::{HashMap, HashSet};

use uuid::Uuid;

use super::{
    edition,
    import_result::ImportResult,
    plan,
    store::{self, Batch, reading},
    tools::Tools,
    write::Write,
};
use crate::{
    catalog::{
        admission::{Candidate, facts, origins},
        entities::{shop, shop_source},
    },
    platform::{database::Database, error::Result},
};

/// A record in a batch that duplicates a shop.
pub(super) struct Gap<'a> {
    /// The shop's slug.
    pub(super) slug: String,
    pub(super) candidate: &'a Candidate,
    /// The record's town.
    pub(super) city_id: Uuid,
    /// The record's index in the batch.
    pub(super) place: usize,
    /// The question about this record, which is answered now.
    pub(super) question: Option<Uuid>,
}

/// Fills the shops' gaps in the batch to be written, or lets records take over links, and records in `results` what came of it.
/// Returns which record changes which shop.
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
        if let Some((shop, result)) = rows.follow(gap, batch, tools) {
            changed.push((shop, gap.place));
            if let Some(planned) = results.get_mut(gap.place) {
                *planned = result;
            }
            continue;
        }
        // A closed place adds nothing to a shop.
        if gap.candidate.closed.is_some() {
            continue;
        }
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
    /// Their links to records of this source.
    links: HashMap<Uuid, Vec<shop_source::Model>>,
}

impl Rows {
    async fn read(database: &Database, slugs: &HashSet<&str>, source: &str) -> Result<Self> {
        let before = reading::shops_of(database.reads(), slugs).await?;
        let shops: Vec<Uuid> = before.values().map(|row| row.id).collect();
        let links = reading::links_of(database, &shops, source).await?;
        Ok(Self { before, links })
    }

    /// Lets the record take over the link of one that its list doesn't have anymore, and say what it says about the shop. `None`
    /// if the list may still have a record of the shop, or this one is elsewhere, or older than what the list has said.
    fn follow(
        &mut self,
        gap: &Gap<'_>,
        batch: &mut Batch,
        tools: Tools<'_>,
    ) -> Option<(Uuid, ImportResult)> {
        let edition = tools.edition?;
        let row = self.before.get(&gap.slug)?;
        let links = self.links.get_mut(&row.id)?;
        let known_as_of = origins::as_of(row, tools.source);
        let is_newer = plan::is_newer(gap.candidate, known_as_of);
        let is_lost = edition.has_lost(links.iter().map(|link| &link.source_id), is_newer);
        let is_outdated = plan::is_older(gap.candidate, known_as_of);
        let is_written = batch.updates.iter().any(|written| written.id == row.id);
        let is_there = edition::is_at(gap.candidate, Some(&gap.city_id), row);
        if !is_lost || is_outdated || is_written || !is_there {
            return None;
        }
        let link = links.first_mut()?;
        let before = link.clone();
        link.source_id.clone_from(&gap.candidate.source_id);
        link.refreshed_at = gap.candidate.refreshed_at;
        link.fetched_at = tools.clock.now();
        batch.moved.push((before, link.clone()));
        let question = gap.question.map(|question| (question, row.id));
        batch.settled.extend(question);
        let (result, write) = plan::revise(gap.candidate, row, gap.city_id, tools);
        if let Some(Write::Update(row)) = write {
            batch.updates.push(*row);
        }
        Some((row.id, under_new_id(result)))
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
        // A shop stays linked to a source's first record as long as the source has it, even if its name or address changes.
        let links = self.links.entry(shop).or_default();
        if links.is_empty() {
            let record = (source, gap.candidate.source_id.as_str());
            let refreshed_at = gap.candidate.refreshed_at;
            let now = tools.clock.now();
            let link = store::source_row(tools.identifiers, shop, record, refreshed_at, now);
            batch.sources.push(link.clone());
            links.push(link);
        }
        Some((shop, filled))
    }
}

/// What a record is said to have changed besides the ID of its shop's record.
const NEW_ID: &str = "new ID";

/// The result of a record that has taken over a link.
fn under_new_id(result: ImportResult) -> ImportResult {
    match result {
        ImportResult::Unchanged => ImportResult::Updated(vec![NEW_ID]),
        ImportResult::Updated(mut changed) => {
            changed.insert(0, NEW_ID);
            ImportResult::Updated(changed)
        }
        result => result,
    }
}
