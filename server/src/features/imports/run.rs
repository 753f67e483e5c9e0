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
    plan::{Known, Tools, Write, plan},
    report::Report,
    store::{self, Batch},
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
        id_generator::IdGenerator,
    },
};

/// Records of a batch: its transaction stays far below two seconds.
const BATCH: usize = 1000;
/// What all lists are called that neither the operator nor their format names.
const UNNAMED: [SourceKind; 3] = [SourceKind::GeoJson, SourceKind::Json, SourceKind::Table];
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
    identifiers: IdGenerator,
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
        identifiers: IdGenerator,
        chains: ChainLists,
    ) -> Result<Self> {
        let known = store::known(&database).await?;
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
    async fn batch(
        &mut self,
        path: &Path,
        records: Vec<Classified>,
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
        let candidates = || {
            records
                .iter()
                .filter_map(|record| record.result.as_ref().ok())
        };
        let ids: Vec<String> = candidates()
            .map(|candidate| candidate.source_id.clone())
            .collect();
        let mut towns: Vec<String> = candidates()
            .map(|candidate| candidate.town.slug.clone())
            .collect();
        towns.sort_unstable();
        towns.dedup();
        let mut present = store::present(&self.database, source, &ids, &towns).await?;
        let towns = candidates().map(|candidate| &candidate.town);
        let new_cities = store::new_cities(towns, &mut present, &self.identifiers, now);
        let mut batch = Batch::default();
        let mut fates = Vec::with_capacity(records.len());
        // Which of them changes which shop.
        let mut updates: HashMap<Uuid, usize> = HashMap::new();
        for record in &records {
            fates.push(match &record.result {
                Err(fate) => fate.clone(),
                Ok(candidate) => {
                    let tools = Tools {
                        clock: &self.clock,
                        identifiers: &self.identifiers,
                        source,
                        ids_are_sure: options.source.is_some()
                            || !UNNAMED.iter().any(|kind| kind.name() == source),
                    };
                    let (fate, write) = plan(candidate, &mut self.known, &present, tools);
                    if let Some(write) = write {
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
                    fate
                }
            });
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
                if let Some(fate) = fates.get_mut(*place) {
                    *fate = Fate::Unchanged;
                }
            }
            if let Some(catalog) = &self.catalog {
                catalog.refresh(&changes).await?;
            }
        }
        for (record, fate) in records.iter().zip(&fates) {
            summary.count(fate);
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
