//! The text index, and the thread that keeps it in sync with the catalog.

mod tokens;

use std::{
    collections::HashSet,
    sync::{Arc, OnceLock},
    thread,
    time::Duration,
};

use chrono::{DateTime, Utc};
use gazetteer::{State, other_spellings};
use metrics::Gauge;
use tantivy::{
    Directory, Index, IndexReader, IndexSettings, IndexWriter, ReloadPolicy, TantivyDocument, Term,
    directory::RamDirectory,
    schema::{
        BytesOptions, FAST, Field, INDEXED, IndexRecordOption, NumericOptions, STRING, Schema,
        TextFieldIndexing, TextOptions,
    },
};
use tokio::sync::mpsc::UnboundedReceiver;
use uuid::Uuid;

use crate::{
    catalog::{Catalog, CityEntry, Kind, Shop, Update, amenities::Amenity},
    platform::error::{Error, Result},
};
use tokens::Tokens;
pub(crate) use tokens::is_indexed;

/// The name of our tokenizer.
const WORDS: &str = "words";
/// How much memory the writer may use before it writes a segment, in bytes.
const WRITER_MEMORY: usize = 64 << 20;
/// How long changes are collected, so that an import isn't indexed row by row.
const GATHER: Duration = Duration::from_millis(150);

/// How long to wait before rebuilding the index after an error.
const REBUILD_DELAY: Duration = Duration::from_secs(5);

/// The fields of the index.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields {
    pub(crate) id: Field,
    /// The two halves of the ID, for fast reading.
    id_high: Field,
    id_low: Field,
    /// Millionths of a degree.
    latitude: Field,
    longitude: Field,
    /// Microseconds since 1970.
    created: Field,
    pub(crate) name: Field,
    pub(crate) town: Field,
    pub(crate) state: Field,
    pub(crate) zip: Field,
    pub(crate) body: Field,
    /// Filter tags: the state's code, the known amenities, breakfast, and whether hours are known.
    pub(crate) tags: Field,
}

/// Names of the columns read for each match.
pub(crate) mod columns {
    pub(crate) const ID_HIGH: &str = "id_high";
    pub(crate) const ID_LOW: &str = "id_low";
    pub(crate) const LATITUDE: &str = "latitude";
    pub(crate) const LONGITUDE: &str = "longitude";
    pub(crate) const CREATED: &str = "created";
}

/// The tag of shops that serve breakfast.
pub(crate) const SERVES_BREAKFAST: &str = "servesBreakfast";
/// The tag of shops with parseable hours.
pub(crate) const HAS_HOURS: &str = "hours";

/// Degrees as stored in the index: precise to a tenth of a meter.
#[expect(clippy::cast_possible_truncation, reason = "degrees in millionths fit")]
fn millionths(degrees: f64) -> i64 {
    (degrees * 1e6).round() as i64
}

/// This node's index. Cheap to clone.
#[derive(Clone)]
pub struct SearchIndex(Arc<Shared>);

struct Shared {
    index: Index,
    reader: IndexReader,
    fields: Fields,
    /// Shows operators how many shops are indexed.
    gauge: OnceLock<Gauge>,
}

impl SearchIndex {
    /// Starts an index that fills itself from `catalog` and follows it, on a thread that ends with the catalog.
    ///
    /// # Errors
    ///
    /// When the index or its thread can't be created.
    pub fn start(catalog: Catalog) -> Result<Self> {
        Self::start_in(RamDirectory::create(), catalog)
    }

    /// The same with its files in `directory`, for fault tests.
    ///
    /// # Errors
    ///
    /// When the index or its thread can't be created.
    pub fn start_in(directory: impl Into<Box<dyn Directory>>, catalog: Catalog) -> Result<Self> {
        let (schema, fields) = schema();
        let index = Index::create(directory, schema, IndexSettings::default()).map_err(failed)?;
        index.tokenizers().register(WORDS, Tokens);
        let writer = new_writer(&index)?;
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .try_into()
            .map_err(failed)?;
        let search = Self(Arc::new(Shared {
            index,
            reader,
            fields,
            gauge: OnceLock::new(),
        }));
        let updates = catalog.subscribe();
        let follower = Follower {
            search: search.clone(),
            writer: Some(writer),
            catalog: catalog.downgrade(),
        };
        thread::Builder::new()
            .name("search-index".to_owned())
            .spawn(move || follower.run(updates))
            .map_err(|error| Error::Internal(format!("the search index can't start: {error}")))?;
        Ok(search)
    }

    pub(crate) fn fields(&self) -> Fields {
        self.0.fields
    }

    pub(crate) fn searcher(&self) -> tantivy::Searcher {
        self.0.reader.searcher()
    }

    /// Reports the number of indexed shops from now on.
    pub fn show_size_in(&self, gauge: Gauge) {
        let gauge = self.0.gauge.get_or_init(|| gauge);
        set(gauge, self.len());
    }

    /// The number of indexed shops.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.searcher().num_docs()
    }

    /// Whether nothing is in the index.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[expect(clippy::cast_precision_loss, reason = "shops stay far below 2^53")]
fn set(gauge: &Gauge, size: u64) {
    gauge.set(size as f64);
}

pub(crate) fn failed(error: tantivy::TantivyError) -> Error {
    Error::Internal(format!("search index: {error}"))
}

fn schema() -> (Schema, Fields) {
    let mut builder = Schema::builder();
    let indexing = TextFieldIndexing::default()
        .set_tokenizer(WORDS)
        .set_index_option(IndexRecordOption::WithFreqs);
    let text = TextOptions::default().set_indexing_options(indexing);
    let number = NumericOptions::default() | FAST;
    let fields = Fields {
        id: builder.add_bytes_field("id", BytesOptions::default() | INDEXED),
        id_high: builder.add_u64_field(columns::ID_HIGH, number.clone()),
        id_low: builder.add_u64_field(columns::ID_LOW, number.clone()),
        latitude: builder.add_i64_field(columns::LATITUDE, number.clone()),
        longitude: builder.add_i64_field(columns::LONGITUDE, number.clone()),
        created: builder.add_u64_field(columns::CREATED, number),
        name: builder.add_text_field("name", text.clone()),
        town: builder.add_text_field("town", text.clone()),
        state: builder.add_text_field("state", text.clone()),
        zip: builder.add_text_field("zip", STRING),
        body: builder.add_text_field("body", text),
        tags: builder.add_text_field("tags", STRING),
    };
    (builder.build(), fields)
}

/// Reads one amenity of a shop.
type Known = fn(&Shop) -> Option<bool>;

/// An amenity's tag, which is also its query parameter.
pub(crate) const AMENITIES: [(&str, Known); 12] = [
    ("hasWifi", |shop| shop.has_wifi),
    ("hasParking", |shop| shop.has_parking),
    ("petFriendly", |shop| shop.pet_friendly),
    ("goodForWork", |shop| shop.good_for_work),
    ("hasOutdoorSeating", |shop| shop.has_outdoor_seating),
    (Amenity::Outlets.name(), |shop| {
        shop.further.get(Amenity::Outlets)
    }),
    (Amenity::Restroom.name(), |shop| {
        shop.further.get(Amenity::Restroom)
    }),
    (Amenity::DriveThrough.name(), |shop| {
        shop.further.get(Amenity::DriveThrough)
    }),
    (Amenity::Wheelchair.name(), |shop| {
        shop.further.get(Amenity::Wheelchair)
    }),
    (Amenity::ChangingTable.name(), |shop| {
        shop.further.get(Amenity::ChangingTable)
    }),
    (Amenity::PlantMilk.name(), |shop| {
        shop.further.get(Amenity::PlantMilk)
    }),
    (Amenity::RoastsHere.name(), Shop::roasts),
];

/// The tag of a state.
pub(crate) fn state_tag(code: &str) -> String {
    format!("state:{}", code.to_ascii_uppercase())
}

fn new_writer(index: &Index) -> Result<IndexWriter> {
    index
        .writer_with_num_threads(1, WRITER_MEMORY)
        .map_err(failed)
}

struct Follower {
    search: SearchIndex,
    /// `None` after an error, because a writer whose thread failed accepts no more documents.
    writer: Option<IndexWriter>,
    catalog: crate::catalog::WeakCatalog,
}

impl Follower {
    fn run(mut self, mut updates: UnboundedReceiver<Update>) {
        let mut next = Some(Update::Everything);
        while let Some(update) = next {
            thread::sleep(GATHER);
            let mut gathered = vec![update];
            while let Ok(more) = updates.try_recv() {
                gathered.push(more);
            }
            next = match self.follow(&gathered) {
                Ok(()) => updates.blocking_recv(),
                Err(error) => {
                    tracing::error!(%error, "the search index missed a change and will be rebuilt");
                    self.writer = None;
                    thread::sleep(REBUILD_DELAY);
                    Some(Update::Everything)
                }
            };
        }
    }

    fn follow(&mut self, updates: &[Update]) -> Result<()> {
        let Some(catalog) = self.catalog.upgrade() else {
            return Ok(());
        };
        let view = catalog.view();
        let writer = match &mut self.writer {
            Some(writer) => writer,
            none => none.insert(new_writer(&self.search.0.index)?),
        };
        let fields = self.search.fields();
        if updates
            .iter()
            .any(|update| matches!(update, Update::Everything))
        {
            writer.delete_all_documents().map_err(failed)?;
            let mut result = Ok(());
            view.each_listed_shop(|shop, town| {
                if result.is_ok() {
                    result = add(writer, fields, (shop, town), view.now());
                }
            });
            result?;
        } else {
            let mut ids: HashSet<Uuid> = HashSet::new();
            for (kind, id) in updates.iter().flat_map(Update::changes) {
                match kind {
                    Kind::Shop => _ = ids.insert(*id),
                    Kind::City => ids.extend(view.shops_of_city(*id).iter().map(|shop| shop.id)),
                    Kind::Article | Kind::Category | Kind::Site | Kind::Page => {}
                }
            }
            for id in ids {
                writer.delete_term(Term::from_field_bytes(fields.id, id.as_bytes()));
                if let Some((shop, town)) = view.listed_shop(id) {
                    add(writer, fields, (&shop, &town), view.now())?;
                }
            }
        }
        writer.commit().map_err(failed)?;
        self.search.0.reader.reload().map_err(failed)?;
        if let Some(gauge) = self.search.0.gauge.get() {
            set(gauge, self.search.len());
        }
        Ok(())
    }
}

fn add(
    writer: &IndexWriter,
    fields: Fields,
    (shop, town): (&Shop, &CityEntry),
    now: DateTime<Utc>,
) -> Result<()> {
    let (high, low) = shop.id.as_u64_pair();
    let mut document = TantivyDocument::default();
    document.add_bytes(fields.id, shop.id.as_bytes());
    document.add_u64(fields.id_high, high);
    document.add_u64(fields.id_low, low);
    if let Some((latitude, longitude)) = shop.whereabouts() {
        document.add_i64(fields.latitude, millionths(latitude));
        document.add_i64(fields.longitude, millionths(longitude));
    }
    let created = shop.created_at.timestamp_micros();
    document.add_u64(fields.created, u64::try_from(created).unwrap_or(0));
    if shop.opening_hours.is_some() {
        document.add_text(fields.tags, HAS_HOURS);
    }
    document.add_text(fields.name, &shop.name);
    document.add_text(fields.town, &town.city.name);
    for word in other_spellings(&town.city.name) {
        document.add_text(fields.town, word);
    }
    let state = State::parse(&town.city.state).map_or("", |state| state.name());
    document.add_text(fields.state, format!("{} {state}", town.city.state));
    document.add_text(fields.tags, state_tag(&town.city.state));
    if let Some(zip) = &shop.zip_code {
        document.add_text(fields.zip, zip);
    }
    let texts = [
        &shop.street,
        &shop.owner_description,
        &shop.ai_generated_description,
        &shop.description,
    ];
    for text in texts.into_iter().flatten() {
        document.add_text(fields.body, text);
    }
    for category in &shop.categories {
        document.add_text(fields.body, category);
    }
    for (tag, known) in AMENITIES {
        if known(shop) == Some(true) {
            document.add_text(fields.tags, tag);
        }
    }
    // Whether it still does is asked again by the search.
    if shop.breakfast_at(now).0 {
        document.add_text(fields.tags, SERVES_BREAKFAST);
    }
    writer.add_document(document).map_err(failed)?;
    Ok(())
}
