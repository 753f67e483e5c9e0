//! An import: a reader thread classifies records, and batches are planned and written after it.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use chrono::{DateTime, Utc};
use gazetteer::State;
use place_files::OpenOptions;
use uuid::Uuid;

use super::{
    applying::{self, Applied},
    choices::ListTown,
    edition::Edition,
    gaps::{self, Gap},
    history::Writing,
    import_result::{ImportResult, Summary},
    known::Known,
    list::in_file,
    missing::{self, Listed, Missing, MissingSummary},
    plan::plan,
    reader::{BATCH, Classified, Message},
    report::Report,
    store::{self, Batch, reading},
    tools::Tools,
    write::Write,
};
use crate::{
    catalog::{
        Catalog,
        admission::{chains::ChainLists, facts::Coverage},
    },
    platform::{clock::Clock, database::Database, error::Result, id_generator::IdGenerator},
};

/// The operator's options for an import.
#[derive(Debug, Default)]
pub struct ImportOptions {
    /// How to read the files.
    pub open: OpenOptions,
    /// The name of the source; by default, from each file.
    pub source: Option<String>,
    /// The license of the data, if the format doesn't determine it.
    pub license: Option<String>,
    /// The date of the facts, if the files don't have one.
    pub as_of: Option<DateTime<Utc>>,
    /// The town of records that don't name theirs.
    pub town: Option<ListTown>,
    /// The only state whose records are read.
    pub state: Option<State>,
    /// What to do with shops that the list no longer has; `None` if the list isn't complete.
    pub missing: Option<Missing>,
    /// Decide and print, but write nothing.
    pub dry_run: bool,
}

/// The progress of an import.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    pub bytes_read: u64,
    /// `None` for a pipe.
    pub bytes_total: Option<u64>,
    pub summary: Summary,
}

/// Imports files into one installation.
#[derive(Debug)]
pub struct Importer {
    pub(super) database: Database,
    /// Notified of changes, if the importer runs inside a server.
    catalog: Option<Catalog>,
    pub(super) clock: Clock,
    pub(super) identifiers: IdGenerator,
    pub(super) chains: Arc<ChainLists>,
    /// What is known about existing shops, once this import's turn has come.
    pub(super) known: Known,
    growth: store::Growth,
    /// What people call the files, where that isn't their path.
    pub(super) names: HashMap<PathBuf, PathBuf>,
    /// This import in the history, once it writes.
    pub(super) writing: Option<Writing>,
    /// What each file says anything about, once it was read for losses. Nothing is cleared by a file that wasn't.
    pub(super) coverage: HashMap<PathBuf, Coverage>,
    /// The shops of several records that one says are open, once the files were read for losses.
    pub(super) said_open: HashSet<Uuid>,
    /// This edition's records by source, once it was read to its end for losses.
    pub(super) editions: BTreeMap<String, Edition>,
    /// What the files have contained so far by source, for complete lists.
    listed: BTreeMap<String, Listed>,
    pub(super) stop: Arc<AtomicBool>,
    /// Suggestions for the current file.
    pub(super) advice: Vec<String>,
    /// Whether the current file has no name of its own.
    pub(super) is_nobodys: bool,
    /// Whose the current file's records are.
    pub(super) source: Option<String>,
}

impl Importer {
    /// An importer that has read nothing yet.
    #[must_use]
    pub fn new(
        database: Database,
        catalog: Option<Catalog>,
        clock: Clock,
        identifiers: IdGenerator,
        chains: ChainLists,
    ) -> Self {
        Self {
            database,
            catalog,
            clock,
            identifiers,
            chains: Arc::new(chains),
            known: Known::default(),
            growth: store::Growth::default(),
            names: HashMap::new(),
            writing: None,
            coverage: HashMap::new(),
            said_open: HashSet::new(),
            editions: BTreeMap::new(),
            listed: BTreeMap::new(),
            stop: Arc::default(),
            advice: Vec::new(),
            is_nobodys: false,
            source: None,
        }
    }

    /// Setting this to true stops the import after the current batch.
    #[must_use]
    pub fn stop_switch(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    /// The same with a switch of the caller's.
    pub fn stop_with(&mut self, switch: Arc<AtomicBool>) {
        self.stop = switch;
    }

    /// Whether the import was asked to stop.
    #[must_use]
    pub fn was_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Suggestions for the last file: unused columns, and what they look like.
    #[must_use]
    pub fn advice(&self) -> &[String] {
        &self.advice
    }

    /// Whose the last file's records are, if any were read.
    #[must_use]
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// Whether the last file's list has no name of its own, so that it changed no shop's facts.
    #[must_use]
    pub fn read_nobodys_list(&self) -> bool {
        self.is_nobodys
    }

    /// Imports one file. Batches committed before an error stay; `progress` has the summary so far.
    ///
    /// # Errors
    ///
    /// When the file can't be read, the report can't be written, or the database fails.
    pub async fn file(
        &mut self,
        path: &Path,
        options: &ImportOptions,
        report: &mut Option<Report>,
        progress: &mut impl FnMut(Progress),
    ) -> Result<Summary> {
        let mut reading = self.open(path, options).await?;
        let name = self.name_of(path).to_owned();
        if !options.dry_run {
            self.begin(path, options.source.as_deref()).await?;
        } else if !self.known.is_read {
            self.known = reading::known(&self.database).await?;
        }
        let bytes_total = reading.bytes_total;
        let mut summary = Summary::default();
        let mut failure = None;
        while let Some(message) = reading.messages.recv().await {
            match message {
                Message::Records {
                    records,
                    not_coffee,
                    elsewhere,
                    bytes_read,
                } => {
                    summary.not_coffee += not_coffee;
                    summary.elsewhere += elsewhere;
                    self.batch(path, records, options, report, &mut summary)
                        .await?;
                    progress(Progress {
                        bytes_read,
                        bytes_total,
                        summary,
                    });
                    self.note_progress(&summary).await?;
                }
                Message::Failed(reason) => failure = Some(reason),
            }
        }
        reading.end(&name).await?;
        self.note_counts(&summary, 0).await?;
        failure.map_or(Ok(summary), |reason| Err(in_file(&name, reason)))
    }
}

impl Importer {
    /// Writes a batch, and tells the server that the importer runs in.
    async fn apply(&mut self, batch: Batch, now: DateTime<Utc>) -> Result<Applied> {
        let written = self.writing.as_ref().map(Writing::next);
        let applied = applying::apply(&self.database, Arc::new(batch), written, now).await?;
        if let Some(writing) = &mut self.writing {
            writing.passed(applied.noted);
        }
        if let Some(catalog) = &self.catalog {
            catalog.refresh(&applied.changes).await?;
        }
        Ok(applied)
    }

    async fn batch(
        &mut self,
        path: &Path,
        mut records: Vec<Classified>,
        options: &ImportOptions,
        report: &mut Option<Report>,
        summary: &mut Summary,
    ) -> Result<()> {
        let now = self.clock.now();
        let (list, mut present) = self.recognize(&mut records, options).await?;
        let source = list.name.as_str();
        if options.missing.is_some() {
            let listed = self.listed.entry(source.to_owned()).or_default();
            records.iter().for_each(|record| listed.add(record));
        }
        let candidates = || {
            records
                .iter()
                .filter_map(|record| record.result.as_ref().ok())
        };
        let towns = candidates().map(|candidate| &candidate.town);
        let new_cities = store::new_cities(towns, &mut present, &self.identifiers, now);
        let mut batch = Batch::default();
        let mut results = Vec::with_capacity(records.len());
        // Which record changes which shop, which are duplicates, and the shops that questions name.
        let mut updates: HashMap<Uuid, usize> = HashMap::new();
        let mut gaps: Vec<Gap<'_>> = Vec::new();
        let mut asked_about: Vec<String> = Vec::new();
        let tools = Tools {
            clock: &self.clock,
            identifiers: &self.identifiers,
            source,
            license: options.license.as_deref(),
            provider: list.provider,
            coverage: self.coverage.get(path).copied().unwrap_or_default(),
            edition: self.editions.get(source),
            is_nobodys: list.is_nobodys,
        };
        for record in &records {
            let candidate = match &record.result {
                Ok(candidate) => candidate,
                Err(result) => {
                    results.push(result.clone());
                    continue;
                }
            };
            let identified = (&**candidate, record.identity);
            let (result, write) = plan(identified, &mut self.known, &present, tools);
            if matches!(result, ImportResult::ToReview(_)) {
                let asked = match &write {
                    Some(Write::Hold(item)) => Some(&**item),
                    _ => present.open_question(candidate),
                };
                asked_about.extend(asked.and_then(|item| item.similar_slug.clone()));
            }
            match write {
                Some(Write::Fill(slug)) => {
                    let city = present.cities.get(&candidate.town.slug);
                    gaps.extend(city.map(|city| Gap {
                        slug,
                        candidate,
                        city_id: *city,
                        place: results.len(),
                        question: present.open_question(candidate).map(|item| item.id),
                    }));
                }
                Some(write) => {
                    if let Write::Update(row) = &write {
                        updates.insert(row.id, results.len());
                    }
                    let record = (source, candidate.source_id.as_str());
                    let refreshed_at = candidate.refreshed_at;
                    let held = present.held.get(&candidate.source_id);
                    batch.push(write, held, |id| {
                        store::source_row(&self.identifiers, id, record, refreshed_at, now)
                    });
                }
                None => {}
            }
            results.push(result);
        }
        if let Some(listed) = self.listed.get_mut(source) {
            for slug in gaps.iter().map(|gap| &gap.slug).chain(&asked_about) {
                listed.shops.insert(slug);
            }
        }
        let filled = gaps::fill(&self.database, &gaps, (&mut batch, &mut results), tools).await?;
        for (shop, place) in filled {
            updates.entry(shop).or_insert(place);
        }
        // A town is created only for a shop that is really added to it.
        let used: HashSet<Uuid> = batch
            .inserts
            .iter()
            .chain(&batch.updates)
            .map(|row| row.city_id)
            .collect();
        batch.cities = new_cities
            .into_iter()
            .filter(|city| used.contains(&city.id))
            .collect();
        if !options.dry_run {
            let added = batch.inserts.len();
            let applied = self.apply(batch, now).await?;
            for place in applied
                .passed_over
                .iter()
                .filter_map(|shop| updates.get(shop))
            {
                match results.get_mut(*place) {
                    Some(ImportResult::Duplicate { filled, .. }) => filled.clear(),
                    Some(result) => *result = ImportResult::Unchanged,
                    None => {}
                }
            }
            self.growth.note(&self.database, added).await;
        }
        let file = self.name_of(path).display().to_string();
        for (record, result) in records.iter().zip(&results) {
            summary.count(result);
            summary.renamed += u64::from(record.identity.is_renamed());
            summary.lost += u64::from(record.lost.is_some());
            if let Some(report) = report {
                let source_id = record
                    .result
                    .as_ref()
                    .map_or("", |candidate| candidate.source_id.as_str());
                report.record(&file, record, source_id, result)?;
            }
        }
        Ok(())
    }

    /// Decides about shops that the lists read so far no longer have, and writes the decisions; call it when all files
    /// of a list have been read to the end. Empty unless lists are complete.
    pub async fn missing(&mut self, options: &ImportOptions) -> Result<Vec<MissingSummary>> {
        let mut summaries = Vec::new();
        let Some(missing) = options.missing else {
            return Ok(summaries);
        };
        for (source, listed) in std::mem::take(&mut self.listed) {
            let (how, now) = ((missing, options.state), self.clock.now());
            let gone = missing::decide(&self.database, (&source, &listed), how, now).await?;
            summaries.push(gone.summary);
            if options.dry_run {
                continue;
            }
            let closed = gone.closed.chunks(BATCH).map(|rows| Batch {
                updates: rows.to_vec(),
                ..Batch::default()
            });
            let asked = gone.questions.chunks(BATCH).map(|rows| Batch {
                questions: rows.to_vec(),
                ..Batch::default()
            });
            for batch in closed.chain(asked) {
                self.apply(batch, now).await?;
            }
            let found = summaries.last().map_or(0, MissingSummary::shops);
            self.note_counts(&Summary::default(), found).await?;
        }
        Ok(summaries)
    }
}
