//! One room per capability. A room imports the catalog and the platform, never another room. Here is what they hand to
//! the house: reads, routes, and work in the background.

pub mod cities;
pub mod demo;
pub mod imports;
pub mod search;
pub mod services;
pub mod shops;
pub mod site;
pub mod stories;

pub use services::Services;

use crate::{
    catalog::read::Read,
    platform::{background::Background, web::Route},
};

/// The reads of every room: answered from the response cache, and by pages in process.
#[must_use]
pub fn reads(search: search::SearchIndex) -> Vec<Read> {
    [
        site::reads(),
        cities::routes::reads(),
        shops::routes::reads(),
        stories::reads(),
        search::routes::reads(search),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// What the rooms answer by themselves: writes, and reads that nobody may keep.
#[must_use]
pub fn routes() -> Vec<Route<Services>> {
    Vec::new()
}

/// Starts the rooms' workers.
pub fn start_workers(_services: &Services, _background: &mut Background) {}
