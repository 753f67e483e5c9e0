//! Expansion: finds independent coffee shops with place-data services and adds up to five new ones per town.
//!
//! A run is a job, one of a kind at a time. `places` asks the services about a town (`target`), and reads their answers
//! as an import reads a file. `town_plan` decides with the imports' own rules what is new, and leaves alone what is in
//! the directory; questions wait with those of imports. `write` adds everything in one act, together with the run's
//! result, so a run that is interrupted has either done nothing or everything, and undoing the act takes it back.
//! `metro` does the same for a list of towns (`areas`), one act per area.

mod answers;
mod areas;
mod entity;
mod metro;
mod metro_answers;
mod metro_routes;
mod places;
mod routes;

mod store;
mod target;
mod town_plan;
mod write;
mod zip;

use utoipa::OpenApi;

pub use self::areas::{BuiltAreas, build_areas};
use self::entity::{expansion_area, expansion_run::RunKind};
use crate::{
    catalog::writing::RecordedTable,
    features::Services,
    platform::{
        jobs::{Handlers, RunTable},
        web::Route,
    },
    recorded,
};

/// Expansion's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    routes::expand_zip,
    routes::list_zip_expansions,
    metro_routes::show_expansion_stats,
    metro_routes::list_metro_expansions,
    metro_routes::expand_metro
))]
pub(super) struct Api;

pub(super) fn routes() -> Vec<Route<Services>> {
    let mut all = routes::routes();
    all.extend(metro_routes::routes());
    all
}

pub(super) fn jobs(services: &Services) -> Handlers {
    let (zip, metro) = (services.clone(), services.clone());
    Handlers::default()
        .with_long(RunKind::Zip.job(), move |job| zip::run(zip.clone(), job))
        .with_long(RunKind::Metro.job(), move |job| {
            metro::run(metro.clone(), job)
        })
}

/// Which areas are done is decided by another table, which is kept.
pub(super) const RUNS: RunTable = RunTable {
    name: "expansion_runs",
    since: "created_at",
    results: None,
};

pub(super) fn recorded_table() -> RecordedTable {
    RecordedTable::of::<expansion_area::Model>()
}

recorded!(crate::features::imports::expansion::entity::expansion_area, "expansion_areas",
    changes: |_row| Vec::new(),
    stamp: |_row, _before, _now| {},
    kept: []);
