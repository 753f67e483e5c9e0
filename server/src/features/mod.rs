//! One room per capability. Rooms import the catalog and the platform, but never each other. [`ROOMS`] is the only list
//! of rooms; everything that a room contributes (reads, documents, routes, jobs, emails, workers, its part of the API)
//! is in its own `ROOM`.

pub mod access;
pub mod admin_door;
pub mod administration;
pub mod ai_texts;
pub mod analytics;
pub mod blog;
pub mod boosts;
pub mod chains;
pub mod cities;
pub mod city_images;
pub mod claims;
pub mod demo;
pub mod feeds;
pub mod foursquare;
pub mod gallery;
pub mod geo;
pub mod imports;
pub mod listings;
pub mod newsletter;
pub mod operator;
pub mod outbox;
pub mod photos;
pub mod pictures;
pub mod places;
pub mod privacy;
pub mod robots;
pub mod room;
pub mod search;
pub mod services;
pub mod shop_images;
pub mod shops;
pub mod sign_in;
pub mod site;
pub mod sitemap;
pub mod spots;
pub mod stories;
pub mod suggestions;
pub mod votes;
pub mod your_shop;

pub use room::{
    DocumentParts, ERASED, Erased, Health, HealthLines, Kept, KeptLines, MAX_WAITING, PersonalData,
    ReadParts, Room, Waiting, WaitingItems, WaitingRecord, Whose,
};
pub use services::Services;

use utoipa::openapi::OpenApi;

use crate::{
    catalog::{document::Document, read::Read, shop_runs, writing::RecordedTable},
    platform::{
        background::Background,
        error::Result,
        housekeeping,
        jobs::{Handlers, RunTable},
        mail::Sample,
        web::Route,
    },
};

/// All rooms of the server. The demo room isn't one of them: it is only used by a command.
pub const ROOMS: &[Room] = &[
    site::ROOM,
    cities::ROOM,
    geo::ROOM,
    shops::ROOM,
    spots::ROOM,
    votes::ROOM,
    stories::ROOM,
    blog::ROOM,
    places::ROOM,
    search::ROOM,
    analytics::ROOM,
    newsletter::ROOM,
    sign_in::ROOM,
    boosts::ROOM,
    admin_door::ROOM,
    administration::ROOM,
    ai_texts::ROOM,
    shop_images::ROOM,
    imports::ROOM,
    chains::ROOM,
    photos::ROOM,
    outbox::ROOM,
    operator::ROOM,
    listings::ROOM,
    your_shop::ROOM,
    suggestions::ROOM,
    gallery::ROOM,
    claims::ROOM,
    feeds::ROOM,
    pictures::ROOM,
    robots::ROOM,
    sitemap::ROOM,
    privacy::ROOM,
    foursquare::ROOM,
    city_images::ROOM,
];

/// The reads of every room.
#[must_use]
pub fn reads(parts: &ReadParts) -> Vec<Read> {
    ROOMS.iter().flat_map(|room| (room.reads)(parts)).collect()
}

/// The documents of every room.
#[must_use]
pub fn documents(parts: &DocumentParts<'_>) -> Vec<Document> {
    let documents = ROOMS.iter().flat_map(|room| (room.documents)(parts));
    documents.collect()
}

/// The rooms' own endpoints.
#[must_use]
pub fn routes() -> Vec<Route<Services>> {
    ROOMS.iter().flat_map(|room| (room.routes)()).collect()
}

/// The rooms' parts of the API description.
pub fn apis() -> impl Iterator<Item = OpenApi> {
    ROOMS.iter().filter_map(|room| room.api).map(|api| api())
}

/// A sample of each email.
///
/// # Errors
///
/// When a template can't be rendered.
pub fn mail_samples(services: &Services) -> Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for room in ROOMS {
        samples.extend((room.mail_samples)(services)?);
    }
    Ok(samples)
}

/// The platform's and the rooms' jobs.
#[must_use]
pub fn job_handlers(services: &Services) -> Handlers {
    let own = housekeeping::handlers(&services.database, &services.clock);
    ROOMS
        .iter()
        .fold(own, |handlers, room| handlers.and((room.jobs)(services)))
}

/// The personal data that rooms store, in the order of [`ROOMS`]: the person's own row goes last.
#[must_use]
pub fn personal_data() -> Vec<PersonalData> {
    let rooms = ROOMS.iter();
    rooms.flat_map(|room| (room.personal_data)()).collect()
}

/// The tables with rows that the audit log can restore.
#[must_use]
pub fn recorded_tables() -> Vec<RecordedTable> {
    let rooms = ROOMS.iter().flat_map(|room| (room.recorded)());
    crate::catalog::recorded_tables::all()
        .into_iter()
        .chain(rooms)
        .collect()
}

/// What waits for the administrator in all rooms.
///
/// # Errors
///
/// When the database fails.
pub async fn waiting(services: &Services) -> Result<Vec<Waiting>> {
    let mut items = Vec::new();
    for room in ROOMS {
        items.extend((room.waiting)(services.clone()).await?);
    }
    Ok(items)
}

/// The state of everything that the operator looks after, from all rooms.
///
/// # Errors
///
/// When the database fails.
pub async fn health(services: &Services) -> Result<Vec<Health>> {
    let mut lines = Vec::new();
    for room in ROOMS {
        lines.extend((room.health)(services.clone()).await?);
    }
    Ok(lines)
}

/// The tables of runs that the administrator starts.
#[must_use]
pub fn run_tables() -> Vec<RunTable> {
    let rooms = ROOMS.iter().flat_map(|room| room.run_tables);
    std::iter::once(&shop_runs::TABLE)
        .chain(rooms)
        .copied()
        .collect()
}

/// What all rooms store for a limited time.
///
/// # Errors
///
/// When the database fails.
pub async fn kept(services: &Services) -> Result<Vec<Kept>> {
    let mut lines = Vec::new();
    for room in ROOMS {
        lines.extend((room.kept)(services.clone()).await?);
    }
    Ok(lines)
}

/// Starts the rooms' workers.
pub fn start_workers(services: &Services, background: &mut Background) {
    let services = &services.patient();
    for room in ROOMS {
        (room.workers)(services, background);
    }
    let stopping = background.stopping();
    background.start(services.mail_worker().run(stopping.clone()));
    for lane in services.job_worker().lanes() {
        background.start(lane.run(stopping.clone()));
    }
}
