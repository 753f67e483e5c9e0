//! Expansion: finds independent coffee shops with place-data services and adds up to five new ones per town.
//!
//! A run is a job, one of a kind at a time. `places` asks the services about a town (`target`), and reads their answers
//! as an import reads a file. `town_plan` decides with the imports' own rules what is new, and leaves alone what is in
//! the directory; questions wait with those of imports. `write` adds everything in one act, together with the run's
//! result, so a run that is interrupted has either done nothing or everything. `undo` takes it back, but for what somebody has touched.
//! `metro` does the same for a list of towns (`areas`), one act per area. `statewide` asks for a whole state, and leaves the rest to an
//! import. `samples` has a demo's runs.

mod answers;
mod areas;
mod entity;
mod metro;
mod metro_answers;
mod metro_routes;
mod places;
mod routes;
pub mod samples;
mod statewide;
mod store;
mod stored;
mod target;
mod town_plan;
mod undo;
mod undo_routes;
mod write;
mod zip;

use utoipa::OpenApi;

use self::stored::{Metro, Zip};
pub use self::{
    areas::{BuiltAreas, build_areas},
    statewide::{FetchProgress, StatePlaces, fetch_state},
};
use crate::{
    catalog::writing::RecordedTable,
    features::Services,
    platform::{jobs::Handlers, runs::Kind, web::Route},
    recorded,
};

/// Expansion's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    routes::expand_zip,
    routes::list_zip_expansions,
    metro_routes::show_expansion_stats,
    metro_routes::list_metro_expansions,
    metro_routes::expand_metro,
    undo_routes::undo_zip_expansion,
    undo_routes::undo_metro_expansion
))]
pub(super) struct Api;

pub(super) fn routes() -> Vec<Route<Services>> {
    let mut all = routes::routes();
    all.extend(metro_routes::routes());
    all.extend(undo_routes::routes());
    all
}

pub(super) fn jobs(services: &Services) -> Handlers {
    let (zip, metro) = (services.clone(), services.clone());
    Handlers::default()
        .with_long(Zip::JOB, move |job| zip::run(zip.clone(), job))
        .with_long(Metro::JOB, move |job| metro::run(metro.clone(), job))
}

pub(super) fn recorded_table() -> RecordedTable {
    RecordedTable::of::<entity::Model>()
}

recorded!(crate::features::imports::expansion::entity, "expansion_areas",
    parent: |_row| None,
    changes: |_row| Vec::new(),
    stamp: |_row, _before, _now| {},
    kept: []);
