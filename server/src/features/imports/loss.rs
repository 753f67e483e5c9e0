//! What an edition of a list would take away (D87). It is read once before anything is written: a column that no record fills
//! says nothing, and an edition that would clear or close too much of what its source gave is a mistake until somebody says
//! that it isn't.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    fmt, mem,
    path::Path,
};

use gazetteer::State;
use uuid::Uuid;

use super::{
    edition::{self, Edition},
    known::{Present, says_closed},
    missing::{self, Listed, Missing},
    plan,
    reader::{Classified, Message},
    run::{ImportOptions, Importer},
    store::{missing::has_most, reading},
};
use crate::{
    catalog::{
        admission::{
            Candidate,
            facts::{self, CLOSED, Coverage},
            origins,
        },
        entities::shop,
    },
    platform::error::Result,
};

/// Fewer than this are no mistake of a whole list.
const ALWAYS_ALLOWED: u64 = 3;
/// The allowed part of what a source gave: a tenth.
const ALLOWED_PART: u64 = 10;
/// Shops that are named for each loss.
const EXAMPLES: usize = 5;

/// What one source would lose of one fact, or of its open shops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loss {
    pub source: String,
    /// A fact's name, or `closed`.
    pub field: &'static str,
    pub lost: u64,
    /// How many values, or open shops, the source has given.
    pub of: u64,
    /// Names of shops.
    pub examples: Vec<String>,
}

impl Loss {
    fn is_too_much(&self) -> bool {
        self.lost > ALWAYS_ALLOWED && self.lost * ALLOWED_PART > self.of
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { lost, of, .. } = self;
        let examples = self.examples.join("; ");
        if self.field == CLOSED {
            write!(out, "{lost} of {of} shops would be closed: {examples}")
        } else {
            let field = self.field;
            write!(
                out,
                "{lost} of {of} values of {field} would be cleared: {examples}"
            )
        }
    }
}

/// The losses of one source while its files are read.
#[derive(Debug, Default)]
struct Counts {
    losses: BTreeMap<&'static str, Loss>,
    moves: Vec<Move>,
}

/// What a record without a link would take from its shop, if the edition doesn't have that shop's old record (D114).
#[derive(Debug)]
struct Move {
    shop: Uuid,
    name: String,
    old_ids: Vec<String>,
    /// Than what the list has said of the shop.
    is_newer: bool,
    taken: Vec<&'static str>,
}

impl Counts {
    /// Adds a fact, or `closed`, that a shop of this name would lose.
    fn add(&mut self, field: &'static str, shop: &str) {
        let loss = self.losses.entry(field).or_default();
        loss.lost += 1;
        if loss.examples.len() < EXAMPLES {
            loss.examples.push(shop.to_owned());
        }
    }

    /// Leaves out the facts about which their file says nothing.
    fn retain_covered(&mut self, coverage: Coverage) {
        let is_said = |field: &str| field == CLOSED || coverage.has(field);
        self.losses.retain(|field, _| is_said(field));
        for moved in &mut self.moves {
            moved.taken.retain(|field| is_said(field));
        }
    }

    fn merge(&mut self, others: Self) {
        for (field, other) in others.losses {
            let loss = self.losses.entry(field).or_default();
            loss.lost += other.lost;
            let room = EXAMPLES.saturating_sub(loss.examples.len());
            loss.examples.extend(other.examples.into_iter().take(room));
        }
        self.moves.extend(others.moves);
    }

    /// Adds what shops would lose whose old records are in none of the edition's files.
    fn add_moves(&mut self, edition: &Edition) {
        let mut shops = HashSet::new();
        for moved in mem::take(&mut self.moves) {
            let is_lost = edition.has_lost(moved.old_ids.iter(), moved.is_newer);
            if is_lost && shops.insert(moved.shop) {
                let name = moved.name;
                let taken = moved.taken.into_iter();
                taken.for_each(|field| self.add(field, &name));
            }
        }
    }
}

/// What a record would take from its shop if its list covers everything: facts, and `closed` if it would close it.
fn taken((candidate, ours): (&Candidate, &shop::Model), source: &str) -> Vec<&'static str> {
    if ours.deleted_at.is_some() || plan::is_older(candidate, origins::as_of(ours, source)) {
        return Vec::new();
    }
    let is_open = ours.closed_at.is_none() && !facts::is_existence_by_hand(ours);
    let closes = (says_closed(candidate) && is_open).then_some(CLOSED);
    let cleared = facts::cleared(ours, &candidate.facts, source);
    closes.into_iter().chain(cleared).collect()
}

/// What was found in one file.
#[derive(Debug, Default)]
struct FileLosses {
    coverage: Coverage,
    counts: BTreeMap<String, Counts>,
    /// Whether it was read to its end.
    is_whole: bool,
}

impl Importer {
    /// Reads all files of an edition, notes what each says at all, and returns what would be taken away beyond what may be.
    /// A list's first edition has nothing to lose and isn't read twice.
    pub async fn losses(
        &mut self,
        paths: &[impl AsRef<Path>],
        options: &ImportOptions,
    ) -> Result<Vec<Loss>> {
        if !reading::is_known(&self.database, options.source.as_deref()).await? {
            return Ok(Vec::new());
        }
        if !self.known.is_read {
            self.known = reading::known(&self.database).await?;
        }
        let mut counts: BTreeMap<String, Counts> = BTreeMap::new();
        let mut listed: BTreeMap<String, Listed> = BTreeMap::new();
        let mut is_whole = true;
        for path in paths.iter().map(AsRef::as_ref) {
            let file = self.losses_of(path, options, &mut listed).await?;
            is_whole &= file.is_whole;
            self.coverage.insert(path.to_path_buf(), file.coverage);
            for (source, mut found) in file.counts {
                found.retain_covered(file.coverage);
                counts.entry(source).or_default().merge(found);
            }
        }
        // The import reads the records again, from the first one on.
        self.known.spoken_for.clear();
        // What wasn't read isn't missing: it closes nothing, and no other record takes its link.
        for (source, listed) in listed.into_iter().filter(|_| is_whole) {
            let found = counts.entry(source.clone()).or_default();
            if let Some(missing @ Missing::Close) = options.missing {
                let (how, now) = ((missing, options.state), self.clock.now());
                let gone = missing::decide(&self.database, (&source, &listed), how, now).await?;
                let closed = gone.closed.iter();
                closed.for_each(|row| found.add(CLOSED, &row.name));
            }
            let is_complete = options.missing.is_some()
                || has_most(&self.database, (&source, &listed.shops), options.state).await?;
            let edition = Edition {
                ids: listed.ids,
                is_complete,
            };
            found.add_moves(&edition);
            self.editions.insert(source, edition);
        }
        let mut losses = Vec::new();
        for (source, found) in counts {
            losses.extend(self.judged(source, found, options.state).await?);
        }
        Ok(losses)
    }

    /// Those of a source's losses that are too much, with what it has given, in one state if the list is of one.
    async fn judged(
        &self,
        source: String,
        found: Counts,
        state: Option<State>,
    ) -> Result<Vec<Loss>> {
        let found = found.losses;
        if found.values().all(|loss| loss.lost <= ALWAYS_ALLOWED) {
            return Ok(Vec::new());
        }
        let given = reading::given_by(&self.database, &source, state).await?;
        let losses = found.into_iter().map(|(field, loss)| Loss {
            source: source.clone(),
            field,
            of: match field {
                CLOSED => given.open_shops,
                field => given.facts.get(field).copied().unwrap_or_default(),
            },
            ..loss
        });
        Ok(losses.filter(Loss::is_too_much).collect())
    }

    async fn losses_of(
        &mut self,
        path: &Path,
        options: &ImportOptions,
        listed: &mut BTreeMap<String, Listed>,
    ) -> Result<FileLosses> {
        let mut found = FileLosses::default();
        // What can't be read is told when the file is imported.
        let Ok(mut reading) = self.open(path, options).await else {
            return Ok(found);
        };
        found.is_whole = true;
        while let Some(message) = reading.messages.recv().await {
            let Message::Records { records, .. } = message else {
                found.is_whole = false;
                break;
            };
            if !self.weigh(records, options, listed, &mut found).await? {
                break;
            }
        }
        reading.end(path).await?;
        found.is_whole &= !self.was_stopped();
        Ok(found)
    }

    /// Adds what a batch says and takes away. False if the source gave nothing before, so that nothing can be lost.
    async fn weigh(
        &mut self,
        mut records: Vec<Classified>,
        options: &ImportOptions,
        listed: &mut BTreeMap<String, Listed>,
        found: &mut FileLosses,
    ) -> Result<bool> {
        let (source, present) = self.recognize(&mut records, options).await?;
        let is_counted = found.counts.contains_key(&source.name);
        if source.is_nobodys
            || !is_counted && !reading::is_known(&self.database, Some(&source.name)).await?
        {
            return Ok(false);
        }
        let listed = listed.entry(source.name.clone()).or_default();
        records.iter().for_each(|record| listed.add(record));
        let unlinked = self.recognize_shops(&records, &present, listed);
        let moves = self.moves_of(&unlinked, &source.name, &present.cities);
        let moves = moves.await?;
        let counts = found.counts.entry(source.name.clone()).or_default();
        counts.moves.extend(moves);
        for candidate in records
            .iter()
            .filter_map(|record| record.result.as_deref().ok())
        {
            found.coverage.add(&candidate.facts);
            let Some(ours) = present.shops.get(&candidate.source_id) else {
                continue;
            };
            if present.several.contains(&ours.id) {
                // Whether it closes is known when all is read; a few are no mistake of a whole list.
                if says_closed(candidate) {
                    continue;
                }
                self.said_open.insert(ours.id);
            }
            let so_far = (&mut self.known, &present);
            if plan::may_speak(candidate, ours, so_far, &source.name) {
                let taken = taken((candidate, ours), &source.name).into_iter();
                taken.for_each(|field| counts.add(field, &ours.name));
            }
        }
        Ok(true)
    }

    /// Adds the shops of records that go by another ID than before, such as one made of a street that is spelled otherwise now, and
    /// those that will be asked about. Returns the records without a link that are a shop beyond doubt, with its slug.
    fn recognize_shops<'a>(
        &mut self,
        records: &'a [Classified],
        present: &Present,
        listed: &mut Listed,
    ) -> Vec<(&'a Candidate, String)> {
        let mut unlinked = Vec::new();
        for record in records {
            let Ok(candidate) = &record.result else {
                continue;
            };
            let identified = (&**candidate, record.identity);
            let Some((slug, is_sure)) = plan::shop_of(identified, &self.known, present) else {
                continue;
            };
            listed.shops.insert(&slug);
            let is_linked = present.shops.contains_key(&candidate.source_id);
            if is_sure && (is_linked || candidate.closed.is_none()) {
                self.known.seen.shops.insert(&slug);
            }
            if is_sure && !is_linked {
                unlinked.push((&**candidate, slug));
            }
        }
        unlinked
    }

    /// What these records would take from their shops by speaking for them instead of others of their list.
    async fn moves_of(
        &self,
        unlinked: &[(&Candidate, String)],
        source: &str,
        towns: &HashMap<String, Uuid>,
    ) -> Result<Vec<Move>> {
        let slugs: HashSet<&str> = unlinked.iter().map(|(_, slug)| slug.as_str()).collect();
        if slugs.is_empty() {
            return Ok(Vec::new());
        }
        let rows = reading::shops_of(self.database.reads(), &slugs).await?;
        let shops: Vec<Uuid> = rows.values().map(|row| row.id).collect();
        let links = reading::links_of(&self.database, &shops, source).await?;
        let moves = unlinked.iter().filter_map(|(candidate, slug)| {
            let row = rows.get(slug)?;
            let links = links.get(&row.id)?;
            let taken = taken((candidate, row), source);
            let is_there = || edition::is_at(candidate, towns.get(&candidate.town.slug), row);
            (!taken.is_empty() && is_there()).then(|| Move {
                shop: row.id,
                name: row.name.clone(),
                old_ids: links.iter().map(|link| link.source_id.clone()).collect(),
                is_newer: plan::is_newer(candidate, origins::as_of(row, source)),
                taken,
            })
        });
        Ok(moves.collect())
    }
}
