//! What a room hands to the house, in one place: one line in [`super::ROOMS`] makes a room part of the product.

use std::{fmt, pin::Pin};

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use utoipa::{ToSchema, openapi::OpenApi};
use uuid::Uuid;

use super::{Services, search::SearchIndex, sitemap::Listed};
use crate::{
    catalog::{
        document::Document,
        read::Read,
        writing::{Act, RecordedTable},
    },
    platform::{
        background::Background,
        database::TransactionFuture,
        error::Result,
        jobs::Handlers,
        mail::{EmailAddress, Sample},
        settings::Settings,
        web::Route,
    },
};

/// What reads are made from.
#[derive(Clone)]
pub struct ReadParts {
    pub search: SearchIndex,
}

/// What documents are made from.
#[derive(Debug)]
pub struct DocumentParts<'a> {
    pub settings: &'a Settings,
    /// The pages of the route table that search engines are told of.
    pub pages: Vec<Listed>,
}

/// Somebody who asks what is kept of them, or that it be erased.
#[derive(Clone, Debug)]
pub struct Whose {
    pub address: EmailAddress,
    /// Who has proved the address, or typed it as theirs.
    pub person: Option<Uuid>,
}

/// What became of one kind of personal data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Erased {
    /// Rows that were removed, or that name nobody any more.
    pub count: u64,
    /// What stays, and why.
    pub kept: Option<&'static str>,
}

/// One kind of personal data, with the two things that people may ask for.
#[derive(Clone, Copy)]
pub struct PersonalData {
    /// Such as `newsletter`.
    pub name: &'static str,
    /// Everything of it, readable.
    pub export: for<'a> fn(&'a Services, &'a Whose) -> TransactionFuture<'a, Vec<Value>>,
    /// Removes it, in the act's transaction. Nothing of it may be recorded.
    pub erase: for<'a> fn(&'a Services, &'a Act<'a>, &'a Whose) -> TransactionFuture<'a, Erased>,
}

impl fmt::Debug for PersonalData {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "PersonalData({})", self.name)
    }
}

/// Something that waits for the administrator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Waiting {
    /// Such as `claim`: the screen knows what can be decided about it.
    pub kind: &'static str,
    pub id: String,
    /// What it is about, in a line.
    pub title: String,
    /// What there is to know.
    pub text: String,
    pub since: DateTime<Utc>,
    /// The shop that it is about, if there is one.
    #[schema(required)]
    pub shop_slug: Option<String>,
}

/// What waits in a room.
pub type WaitingItems = Pin<Box<dyn Future<Output = Result<Vec<Waiting>>> + Send>>;

/// How something stands that the operator looks after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Health {
    /// Such as `Payments`.
    pub name: &'static str,
    /// Status, in a line.
    pub text: String,
    /// When it last did what it is there for.
    pub last: Option<DateTime<Utc>>,
    /// What to do about it; nothing when all is well.
    pub advice: Option<String>,
}

/// How a room's part of the outside world stands.
pub type HealthLines = Pin<Box<dyn Future<Output = Result<Vec<Health>>> + Send>>;

/// What is kept for a time only, and how that goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Such as `Sessions`.
    pub what: &'static str,
    /// How long, in words.
    pub time: String,
    /// What is there now, and since when the oldest of it.
    pub rows: u64,
    pub oldest: Option<DateTime<Utc>>,
    /// The job that removes it; none where the server does so beside its other work.
    pub job: Option<&'static str>,
}

/// What a room keeps for a time only.
pub type KeptLines = Pin<Box<dyn Future<Output = Result<Vec<Kept>>> + Send>>;

/// One capability, as the house sees it. What a room does not have stays as in [`Room::EMPTY`].
#[derive(Clone, Copy, Debug)]
pub struct Room {
    /// The description of its part of the API.
    pub api: Option<fn() -> OpenApi>,
    /// Answered from the response cache, and by pages in process. Public by nature: a view holds nothing else.
    pub reads: fn(&ReadParts) -> Vec<Read>,
    /// Feeds, sitemaps, pictures, files for robots: answered from the response cache, public as reads are.
    pub documents: fn(&DocumentParts<'_>) -> Vec<Document>,
    /// What the room answers by itself: writes, and reads that nobody may keep. Each endpoint says who may use it.
    pub routes: fn() -> Vec<Route<Services>>,
    /// Work after the answer.
    pub jobs: fn(&Services) -> Handlers,
    /// Starts what goes on beside requests.
    pub workers: fn(&Services, &mut Background),
    /// One of each mail that the room sends.
    pub mail_samples: fn(&Services) -> Result<Vec<Sample>>,
    /// What the room keeps of people, by their address.
    pub personal_data: fn() -> Vec<PersonalData>,
    /// The room's own tables whose rows can be written back from the audit log.
    pub recorded: fn() -> Vec<RecordedTable>,
    /// What waits for the administrator's decision.
    pub waiting: fn(Services) -> WaitingItems,
    /// What the operator is told of.
    pub health: fn(Services) -> HealthLines,
    /// What the room removes when its time is over.
    pub kept: fn(Services) -> KeptLines,
}

impl Room {
    /// A room that hands over nothing.
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
        health: |_| Box::pin(async { Ok(Vec::new()) }),
        kept: |_| Box::pin(async { Ok(Vec::new()) }),
    };
}
