//! What an edition of a list would take away (D87). It is read once before anything is written: a column that no record fills
//! says nothing, and an edition that would clear or close too much of what its source gave is a mistake until somebody says
//! that it isn't.

use std::{collections::BTreeMap, fmt, path::Path};

use gazetteer::State;

use super::{
    known::{Present, says_closed},
    missing::{self, Listed, Missing},
    plan,
    reader::{Classified, Message},
    run::{ImportOptions, Importer},
    store::reading,
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
struct Counts(BTreeMap<&'static str, Loss>);

impl Counts {
    fn add(&mut self, field: &'static str, shop: &shop::Model) {
        let loss = self.0.entry(field).or_default();
        loss.lost += 1;
        if loss.examples.len() < EXAMPLES {
            loss.examples.push(shop.name.clone());
        }
    }

    /// Adds what a record would take from its shop if its list covers everything.
    fn weigh(&mut self, (candidate, ours): (&Candidate, &shop::Model), source: &str) {
        if ours.deleted_at.is_some() || plan::is_older(candidate, origins::as_of(ours, source)) {
            return;
        }
        let is_open = ours.closed_at.is_none() && !facts::is_existence_by_hand(ours);
        if says_closed(candidate) && is_open {
            self.add(CLOSED, ours);
        }
        for field in facts::cleared(ours, &candidate.facts, source) {
            self.add(field, ours);
        }
    }

    fn merge(&mut self, others: Self) {
        for (field, other) in others.0 {
            let loss = self.0.entry(field).or_default();
            loss.lost += other.lost;
            let room = EXAMPLES.saturating_sub(loss.examples.len());
            loss.examples.extend(other.examples.into_iter().take(room));
        }
    }
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
        if options.missing == Some(Missing::Close) && !self.known.is_read {
            self.known = reading::known(&self.database).await?;
        }
        let mut counts: BTreeMap<String, Counts> = BTreeMap::new();
        let mut listed: BTreeMap<String, Listed> = BTreeMap::new();
        let mut is_whole = true;
        for path in paths.iter().map(AsRef::as_ref) {
            let file = self.losses_of(path, options, &mut listed).await?;
            is_whole &= file.is_whole;
            self.coverage.insert(path.to_path_buf(), file.coverage);
            for (source, found) in file.counts {
                let covered = found
                    .0
                    .into_iter()
                    .filter(|(field, _)| *field == CLOSED || file.coverage.has(field));
                counts
                    .entry(source)
                    .or_default()
                    .merge(Counts(covered.collect()));
            }
        }
        // The import reads the records again, from the first one on.
        self.known.spoken_for.clear();
        // What wasn't read isn't missing, and closes nothing.
        if let Some(missing @ Missing::Close) = options.missing.filter(|_| is_whole) {
            for (source, listed) in &listed {
                let (how, now) = ((missing, options.state), self.clock.now());
                let gone = missing::decide(&self.database, (source, listed), how, now).await?;
                let found = counts.entry(source.clone()).or_default();
                gone.closed.iter().for_each(|row| found.add(CLOSED, row));
            }
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
        if found.0.values().all(|loss| loss.lost <= ALWAYS_ALLOWED) {
            return Ok(Vec::new());
        }
        let given = reading::given_by(&self.database, &source, state).await?;
        let losses = found.0.into_iter().map(|(field, loss)| Loss {
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
        if options.missing.is_some() {
            let listed = listed.entry(source.name.clone()).or_default();
            records.iter().for_each(|record| listed.add(record));
            if options.missing == Some(Missing::Close) {
                self.recognize_shops(&records, &present, listed);
            }
        }
        let counts = found.counts.entry(source.name.clone()).or_default();
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
                counts.weigh((candidate, ours), &source.name);
            }
        }
        Ok(true)
    }

    /// Adds the shops of records that go by another ID than before, such as one made of a street that is spelled otherwise now, and
    /// those that will be asked about.
    fn recognize_shops(&mut self, records: &[Classified], present: &Present, listed: &mut Listed) {
        for record in records {
            let Ok(candidate) = &record.result else {
                continue;
            };
            let identified = (&**candidate, record.identity);
            if let Some((slug, is_sure)) = plan::shop_of(identified, &self.known, present) {
                if is_sure {
                    self.known.seen.shops.insert(&slug);
                }
                listed.shops.insert(&slug);
            }
        }
    }
}
