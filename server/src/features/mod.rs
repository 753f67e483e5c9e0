//! One room per capability. A room imports the catalog and the platform, never another room. Here is what they hand to
//! the house: reads, documents, routes, and work in the background.

pub mod analytics;
pub mod blog;
pub mod cities;
pub mod demo;
pub mod feeds;
pub mod geo;
pub mod imports;
pub mod newsletter;
pub mod photos;
pub mod pictures;
pub mod places;
pub mod robots;
pub mod search;
pub mod services;
pub mod shops;
pub mod site;
pub mod sitemap;
pub mod spots;
pub mod stories;
pub mod votes;

pub use services::Services;

use crate::{
    catalog::{document::Document, read::Read},
    platform::{
        background::Background,
        error::Result,
        jobs::Handlers,
        mail::{Brand, Sample},
        settings::Settings,
        web::Route,
    },
};

/// The reads of every room: answered from the response cache, and by pages in process.
#[must_use]
pub fn reads(search: search::SearchIndex) -> Vec<Read> {
    [
        site::reads(),
        cities::routes::reads(),
        geo::reads(),
        shops::routes::reads(),
        spots::routes::reads(),
        stories::reads(),
        blog::routes::reads(),
        places::reads(),
        search::routes::reads(search),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The documents of every room (feeds, sitemaps, pictures, files for robots), answered from the response cache. `pages` are
/// those of the route table that search engines are told of.
#[must_use]
pub fn documents(settings: &Settings, pages: Vec<sitemap::Listed>) -> Vec<Document> {
    [
        feeds::documents(),
        pictures::documents(),
        robots::documents(settings.ai_crawlers),
        sitemap::documents(pages),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// What the rooms answer by themselves: writes, and reads that nobody may keep.
#[must_use]
pub fn routes() -> Vec<Route<Services>> {
    [
        analytics::routes(),
        geo::routes(),
        newsletter::routes::routes(),
        photos::routes(),
        votes::routes(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// One of each mail that the rooms send.
pub fn mail_samples(services: &Services) -> Result<Vec<Sample>> {
    newsletter::samples(&Brand::of(&services.settings), &services.keys)
}

/// What the rooms do after the answer.
#[must_use]
pub fn job_handlers(services: &Services) -> Handlers {
    newsletter::handlers(services).and(photos::handlers(services))
}

/// Starts the rooms' workers.
pub fn start_workers(services: &Services, background: &mut Background) {
    analytics::start_workers(services, background);
    votes::start_workers(services, background);
    let stopping = background.stopping();
    background.start(services.mail_worker().run(stopping.clone()));
    background.start(services.job_worker().run(stopping));
}
