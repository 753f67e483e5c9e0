//! One run of an import: a reader thread that classifies records, and batches that are planned and written behind it.

use std::{
    collections::HashMap,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use place_files::{Item, OpenOptions, PlaceFile, Position, SourceKind};
use tokio::sync::mpsc;
use uuid::Uuid;

use super::{
    fate::{Fate, Summary},
    gaps::{self, Gap},
    identity::{Identity, identify, names_of},
    plan::{Known, Present, Tools, Write, plan},
    report::Report,
    store::{self, Batch, reading},
};
use crate::{
    catalog::{
        Catalog,
        admission::{Candidate, Classifier, chains::ChainLists},
    },
    platform::{
        clock::Clock,
        database::Database,
        error::{Error, Result},
        identifiers::Identifiers,
    },
};

/// Records of a batch: its transaction stays far below two seconds.
const BATCH: usize = 1000;
/// Lists whose makers number their records as they like; the others' numbers are one place's each, all over the world.
const OWN_NUMBERS: [SourceKind; 3] = [SourceKind::GeoJson, SourceKind::Json, SourceKind::Table];
/// Batches that the reader may be ahead.
const AHEAD: usize = 2;

/// What the operator wants of a run.
#[derive(Debug, Default)]
pub struct ImportOptions {
    /// How the files are to be read.
    pub open: OpenOptions,
    /// Names the source; else it is told by each file.
    pub source: Option<String>,
    /// Decide and show, write nothing.
    pub dry_run: bool,
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    pub bytes_read: u64,
    /// Unknown for a pipe.
    pub bytes_total: Option<u64>,
    pub summary: Summary,
}

/// Imports files into one installation.
#[derive(Debug)]
pub struct Importer {
    database: Database,
    /// Told of what is written, where the importer runs inside a server.
    catalog: Option<Catalog>,
    clock: Clock,
    identifiers: Identifiers,
    chains: Arc<ChainLists>,
    known: Known,
    stop: Arc<AtomicBool>,
}

/// A record that the reader thread has classified.
struct Classified {
    position: Position,
    name: String,
    /// The source that the file's records come from, such as `osm`; unknown where a record could not be read.
    source: Option<&'static str>,
    result: std::result::Result<Box<Candidate>, Fate>,
    identity: Identity,
}

enum Message {
    Records {
        records: Vec<Classified>,
        not_coffee: u64,
        bytes_read: u64,
    },
    /// The file can't be read further.
    Failed(String),
}

impl Importer {
    /// Reads what is known of the shops there are.
    pub async fn new(
        database: Database,
        catalog: Option<Catalog>,
        clock: Clock,
        identifiers: Identifiers,
        chains: ChainLists,
    ) -> Result<Self> {
        let known = reading::known(&database).await?;
        Ok(Self {
            database,
            catalog,
            clock,
            identifiers,
            chains: Arc::new(chains),
            known,
            stop: Arc::default(),
        })
    }

    /// Set to true, it ends a run after the batch in hand.
    #[must_use]
    pub fn stop_switch(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    /// Whether the run was asked to stop.
    #[must_use]
    pub fn was_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Imports one file. What was committed before an error stays; the summary so far is in `progress`.
    pub async fn file(
        &mut self,
        path: &Path,
        options: &ImportOptions,
        report: &mut Option<Report>,
        progress: &mut impl FnMut(Progress),
    ) -> Result<Summary> {
        let in_file = |error: String| Error::Setup(format!("{}: {error}", path.display()));
        let opening = (path.to_path_buf(), options.open.clone());
        let opened = tokio::task::spawn_blocking(move || place_files::open(opening.0, &opening.1));
        let file = opened
            .await
            .map_err(|error| in_file(error.to_string()))?
            .map_err(|error| in_file(error.to_string()))?;
        let bytes_total = file.total_bytes();
        let (sender, mut receiver) = mpsc::channel(AHEAD);
        self.known.begin_file();
        let (classifier, stop) = (Classifier::new(self.chains.clone()), self.stop.clone());
        let reader = tokio::task::spawn_blocking(move || read(file, classifier, &stop, &sender));
        let mut summary = Summary::default();
        let mut failure = None;
        while let Some(message) = receiver.recv().await {
            match message {
                Message::Records {
                    records,
                    not_coffee,
                    bytes_read,
                } => {
                    summary.not_coffee += not_coffee;
                    self.batch(path, records, options, report, &mut summary)
                        .await?;
                    progress(Progress {
                        bytes_read,
                        bytes_total,
                        summary,
                    });
                }
                Message::Failed(reason) => failure = Some(reason),
            }
        }
        reader.await.map_err(|error| in_file(error.to_string()))?;
        failure.map_or(Ok(summary), |reason| Err(in_file(reason)))
    }
}

impl Importer {
    /// What of a batch is in the database.
    async fn present(&self, source: &str, records: &[Classified]) -> Result<Present> {
        let candidates = || {
            records
                .iter()
                .filter_map(|record| record.result.as_deref().ok())
        };
        let mut towns: Vec<String> = candidates()
            .map(|candidate| candidate.town.slug.clone())
            .collect();
        towns.sort_unstable();
        towns.dedup();
        reading::present(&self.database, source, &names_of(candidates()), &towns).await
    }

    /// Decides by which name each record goes, and looks up those that go by another than their own.
    async fn identify(
        &mut self,
        source: &str,
        records: &mut [Classified],
        present: &mut Present,
        ids_are_sure: bool,
    ) -> Result<()> {
        for record in records.iter_mut() {
            if let Ok(candidate) = &mut record.result {
                let seen = &mut self.known.seen;
                record.identity = identify(candidate, seen, present, ids_are_sure);
            }
        }
        let renamed = records.iter().filter(|record| record.identity.is_renamed());
        let renamed = renamed.filter_map(|record| record.result.as_deref().ok());
        let names = names_of(renamed);
        if names.is_empty() {
            return Ok(());
        }
        reading::records(&self.database, source, &names, present).await
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
        let found_source = records.iter().find_map(|record| record.source);
        let source = options
            .source
            .as_deref()
            .or(found_source)
            .unwrap_or_default();
        let ids_are_sure =
            found_source.is_some_and(|found| !OWN_NUMBERS.iter().any(|kind| kind.name() == found));
        let mut present = self.present(source, &records).await?;
        self.identify(source, &mut records, &mut present, ids_are_sure)
            .await?;
        let candidates = || {
            records
                .iter()
                .filter_map(|record| record.result.as_ref().ok())
        };
        let towns = candidates().map(|candidate| &candidate.town);
        let new_cities = store::new_cities(towns, &mut present, &self.identifiers, now);
        let mut batch = Batch::default();
        let mut fates = Vec::with_capacity(records.len());
        // Which of them changes which shop, and which repeats one.
        let mut updates: HashMap<Uuid, usize> = HashMap::new();
        let mut gaps = Vec::new();
        let tools = Tools {
            clock: &self.clock,
            identifiers: &self.identifiers,
            source,
        };
        for record in &records {
            let candidate = match &record.result {
                Ok(candidate) => candidate,
                Err(fate) => {
                    fates.push(fate.clone());
                    continue;
                }
            };
            let identified = (&**candidate, record.identity);
            let (fate, write) = plan(identified, &mut self.known, &present, tools);
            match write {
                Some(Write::Fill(slug)) => gaps.push(Gap {
                    slug,
                    candidate,
                    place: fates.len(),
                }),
                Some(write) => {
                    if let Write::Update(row) = &write {
                        updates.insert(row.id, fates.len());
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
            fates.push(fate);
        }
        let filled = gaps::fill(&self.database, &gaps, (&mut batch, &mut fates), tools).await?;
        for (shop, place) in filled {
            updates.entry(shop).or_insert(place);
        }
        // A town is made only for a shop that is really added to it.
        let used: Vec<_> = batch
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
            let (changes, passed_over) = store::apply(&self.database, Arc::new(batch), now).await?;
            for place in passed_over.iter().filter_map(|shop| updates.get(shop)) {
                match fates.get_mut(*place) {
                    Some(Fate::Duplicate { filled, .. }) => filled.clear(),
                    Some(fate) => *fate = Fate::Unchanged,
                    None => {}
                }
            }
            if let Some(catalog) = &self.catalog {
                catalog.refresh(&changes).await?;
            }
        }
        for (record, fate) in records.iter().zip(&fates) {
            summary.count(fate);
            summary.renamed += u64::from(record.identity.is_renamed());
            if let Some(report) = report {
                let source_id = record
                    .result
                    .as_ref()
                    .map_or("", |candidate| candidate.source_id.as_str());
                report.record(
                    &path.display().to_string(),
                    record.position,
                    source_id,
                    &record.name,
                    fate,
                )?;
            }
        }
        Ok(())
    }
}

/// Reads and classifies records until the file ends, the run is stopped, or nobody listens any more.
fn read(
    mut file: PlaceFile,
    mut classifier: Classifier,
    stop: &AtomicBool,
    sender: &mpsc::Sender<Message>,
) {
    let mut records = Vec::with_capacity(BATCH);
    let mut not_coffee = 0;
    while !stop.load(Ordering::Relaxed) {
        let Some(item) = file.next() else { break };
        match item {
            Ok(Item::Place(place)) => records.push(Classified {
                position: place.position,
                name: place.name.clone().unwrap_or_default(),
                source: Some(place.source_kind.name()),
                result: classifier.classify(&place).map_err(Fate::from),
                identity: Identity::default(),
            }),
            Ok(Item::Skipped(skipped)) => not_coffee += skipped.count,
            Err(error) if error.ends_file => {
                let _ = sender.blocking_send(Message::Records {
                    records,
                    not_coffee,
                    bytes_read: file.bytes_read(),
                });
                let _ = sender.blocking_send(Message::Failed(error.to_string()));
                return;
            }
            Err(error) => records.push(Classified {
                position: error.position,
                name: String::new(),
                source: None,
                result: Err(Fate::Rejected(error.to_string())),
                identity: Identity::default(),
            }),
        }
        if records.len() >= BATCH {
            let full = std::mem::replace(&mut records, Vec::with_capacity(BATCH));
            let message = Message::Records {
                records: full,
                not_coffee: std::mem::take(&mut not_coffee),
                bytes_read: file.bytes_read(),
            };
            if sender.blocking_send(message).is_err() {
                return;
            }
        }
    }
    let _ = sender.blocking_send(Message::Records {
        records,
        not_coffee,
        bytes_read: file.bytes_read(),
    });
}
