//! What a room contributes to the house, in one place: one line in [`crate::rooms`] makes a room part of the product. `S` stands
//! for the services that all rooms use ([`super::Services`]), which know all rooms in their turn.

use std::{fmt, pin::Pin};

use chrono::{DateTime, Utc};
use sea_orm::DatabaseTransaction;
use serde::Serialize;
use serde_json::Value;
use utoipa::{ToSchema, openapi::OpenApi};
use uuid::Uuid;

use crate::{
    catalog::{
        admission::ReviewReason,
        document::Document,
        read::Read,
        search_index::SearchIndex,
        writing::{Act, RecordedTable},
    },
    platform::{
        background::Background,
        database::{RowCount, TransactionFuture},
        error::Result,
        jobs::{Handlers, RunTable},
        mail::{EmailAddress, Sample},
        metrics::Figure,
        settings::Settings,
        web::Route,
    },
};

/// Input for creating reads.
#[derive(Clone)]
pub struct ReadParts {
    pub search: SearchIndex,
}

/// Input for creating documents.
#[derive(Debug)]
pub struct DocumentParts<'a> {
    pub settings: &'a Settings,
    /// The pages in the route table that belong in the sitemap.
    pub pages: Vec<Listed>,
}

/// A page in the route table that belongs in the sitemap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The route's name, such as `city`.
    pub name: String,
    /// For example `/cities/{slug}`.
    pub pattern: String,
}

/// A person who asks for an export or erasure of their data.
#[derive(Clone, Debug)]
pub struct DataSubject {
    pub address: EmailAddress,
    /// The person who has proven the address, or entered it as theirs.
    pub person: Option<Uuid>,
}

/// Stands where a person's data was.
pub const ERASED: &str = "(erased)";

/// What happened to one kind of personal data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Erased {
    /// Number of records that were deleted or anonymized.
    pub count: u64,
    /// What isn't erased, and why.
    pub kept: Option<&'static str>,
}

/// One kind of personal data, with its export and erasure.
pub struct PersonalData<S> {
    /// Such as `newsletter`.
    pub name: &'static str,
    /// All of it, in readable form.
    pub export: for<'a> fn(&'a S, &'a DataSubject) -> TransactionFuture<'a, Vec<Value>>,
    /// Removes it in the act's transaction, without recording any of it.
    pub erase: for<'a> fn(&'a S, &'a Act<'a>, &'a DataSubject) -> TransactionFuture<'a, Erased>,
}

impl<S> fmt::Debug for PersonalData<S> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "PersonalData({})", self.name)
    }
}

/// A pending item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Waiting {
    /// Such as `claim`.
    pub kind: &'static str,
    pub id: String,
    /// Title, on one line.
    pub title: String,
    /// Details as text.
    pub text: String,
    pub since: DateTime<Utc>,
    /// Slug of its shop, if there is one.
    #[schema(required)]
    pub shop_slug: Option<String>,
    /// The record, for import questions; otherwise `null`.
    #[schema(required)]
    pub record: Option<WaitingRecord>,
    /// To be sent back with the decision, if it can change until then; otherwise `null`.
    #[schema(required)]
    pub version: Option<i64>,
    /// A picture that is part of it.
    #[schema(required)]
    pub photo_url: Option<String>,
    /// Why it can't be approved now; otherwise `null`.
    #[schema(required)]
    pub blocked: Option<String>,
}

/// Maximum number of items of one kind in the inbox. Rooms report one more, so that the inbox knows that there are more.
pub const MAX_WAITING: usize = 200;

/// The record of an import question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct WaitingRecord {
    /// `osm`, `csv`, …
    pub source: String,
    /// The rule that couldn't decide, as in reports.
    pub reason: String,
    /// The same as data; `null` for records stored by earlier versions.
    #[schema(required)]
    pub why: Option<ReviewReason>,
}

/// A room's pending items.
pub type WaitingItems = Pin<Box<dyn Future<Output = Result<Vec<Waiting>>> + Send>>;

/// How many items of a kind wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingCount {
    pub kind: &'static str,
    pub count: u64,
    /// Since when the first of them has waited.
    pub oldest: Option<DateTime<Utc>>,
    /// Since when the last of them has waited.
    pub newest: Option<DateTime<Utc>>,
}

impl WaitingCount {
    /// Items of this kind, as they were counted.
    #[must_use]
    pub fn of(kind: &'static str, counted: RowCount) -> Self {
        let RowCount {
            count,
            oldest,
            newest,
        } = counted;
        Self {
            kind,
            count,
            oldest,
            newest,
        }
    }
}

/// A room's numbers of pending items.
pub type WaitingCounts = Pin<Box<dyn Future<Output = Result<Vec<WaitingCount>>> + Send>>;

/// The state of something that the operator looks after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Health {
    /// For example `Payments`.
    pub name: &'static str,
    /// Its state, on one line.
    pub text: String,
    /// When it last did its work.
    pub last: Option<DateTime<Utc>>,
    /// What to do about it; `None` if all is well.
    pub advice: Option<String>,
}

/// The state of a room's external services.
pub type HealthLines = Pin<Box<dyn Future<Output = Result<Vec<Health>>> + Send>>;

/// A room's figures for the metrics.
pub type Figures = Pin<Box<dyn Future<Output = Result<Vec<Figure>>> + Send>>;

/// Data that is stored for a limited time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RetentionInfo {
    /// Such as `Sessions`.
    pub what: &'static str,
    /// How long it is stored, as text.
    pub time: String,
    /// How many rows there are, and since when the oldest.
    pub rows: u64,
    pub oldest: Option<DateTime<Utc>>,
    /// The job that removes it; `None` if the server does so along with other work.
    pub job: Option<&'static str>,
}

/// What a room stores for a limited time.
pub type KeptLines = Pin<Box<dyn Future<Output = Result<Vec<RetentionInfo>>> + Send>>;

/// Invented content that was removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = RemovedSamples)]
pub struct RemovedSamples {
    /// Such as `invented coffee shops`.
    pub what: &'static str,
    pub count: u64,
    /// How many of them stay, because somebody has paid, or is paying, for them with real money.
    pub kept: u64,
}

/// What a room removed of the demo.
pub type ClearedSamples = Pin<Box<dyn Future<Output = Result<Vec<RemovedSamples>>> + Send>>;

/// One capability, as the house sees it. Anything a room doesn't have stays as in [`Room::EMPTY`].
#[derive(Debug)]
pub struct Room<S: 'static> {
    /// Its part of the API description.
    pub api: Option<fn() -> OpenApi>,
    /// Served from the response cache, and to pages in-process. Public by nature, because a view contains nothing else.
    pub reads: fn(&ReadParts) -> Vec<Read>,
    /// Feeds, sitemaps, pictures, files for robots: cached and public, like reads.
    pub documents: fn(&DocumentParts<'_>) -> Vec<Document>,
    /// The room's own endpoints: writes, and reads that must not be cached. Each declares who may use it.
    pub routes: fn() -> Vec<Route<S>>,
    /// Background jobs.
    pub jobs: fn(&S) -> Handlers,
    /// Starts background workers.
    pub workers: fn(&S, &mut Background),
    /// A sample of each email.
    pub mail_samples: fn(&S) -> Result<Vec<Sample>>,
    /// The personal data that the room stores.
    pub personal_data: fn() -> Vec<PersonalData<S>>,
    /// The room's own tables with rows that the audit log can restore.
    pub recorded: fn() -> Vec<RecordedTable>,
    /// What waits for the administrator's decision.
    pub waiting: fn(S) -> WaitingItems,
    /// The numbers of those items, in a room that can count more than it lists; elsewhere, the items are counted.
    pub counts: Option<fn(S) -> WaitingCounts>,
    /// What the operator should know.
    pub health: fn(S) -> HealthLines,
    /// Figures from the database, for the metrics.
    pub figures: fn(S) -> Figures,
    /// Its tables of runs that the administrator starts, which are removed after a year.
    pub run_tables: &'static [RunTable],
    /// What the room removes when it expires.
    pub kept: fn(S) -> KeptLines,
    /// Removes the demo's content that the room made, and nothing else.
    pub clear_samples: fn(S) -> ClearedSamples,
    /// Which of these invented shops can't be removed, because somebody has paid for them with real money.
    pub held_shops:
        for<'a> fn(&'a DatabaseTransaction, &'a [Uuid]) -> TransactionFuture<'a, Vec<Uuid>>,
    /// Removes what the room's own tables have of invented shops, which go in the same transaction.
    pub forget_shops: for<'a> fn(&'a DatabaseTransaction, &'a [Uuid]) -> TransactionFuture<'a, ()>,
    /// The same for the towns that go with them.
    pub forget_towns: for<'a> fn(&'a DatabaseTransaction, &'a [Uuid]) -> TransactionFuture<'a, ()>,
}

impl<S> Room<S> {
    /// A room without contributions.
    pub const EMPTY: Self = Self {
        api: None,
        reads: |_| Vec::new(),
        documents: |_| Vec::new(),
        routes: Vec::new,
        jobs: |_| Handlers::default(),
        workers: |_, _| {},
        mail_samples: |_| Ok(Vec::new()),
        personal_data: Vec::new,
        recorded: Vec::new,
        waiting: |_| Box::pin(async { Ok(Vec::new()) }),
        counts: None,
        health: |_| Box::pin(async { Ok(Vec::new()) }),
        figures: |_| Box::pin(async { Ok(Vec::new()) }),
        run_tables: &[],
        kept: |_| Box::pin(async { Ok(Vec::new()) }),
        clear_samples: |_| Box::pin(async { Ok(Vec::new()) }),
        held_shops: |_, _| Box::pin(async { Ok(Vec::new()) }),
        forget_shops: |_, _| Box::pin(async { Ok(()) }),
        forget_towns: |_, _| Box::pin(async { Ok(()) }),
    };
}
