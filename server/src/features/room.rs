//! What a room hands to the house, in one place: one line in [`super::ROOMS`] makes a room part of the product.

use std::pin::Pin;

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::{ToSchema, openapi::OpenApi};

use super::{Services, search::SearchIndex, sitemap::Listed};
use crate::{
    catalog::{document::Document, read::Read, writing::RecordedTable},
    platform::{
        background::Background, error::Result, jobs::Handlers, mail::Sample, settings::Settings,
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
    /// The room's own tables whose rows can be written back from the audit log.
    pub recorded: fn() -> Vec<RecordedTable>,
    /// What waits for the administrator's decision.
    pub waiting: fn(Services) -> WaitingItems,
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
        recorded: Vec::new,
        waiting: |_| Box::pin(async { Ok(Vec::new()) }),
    };
}
