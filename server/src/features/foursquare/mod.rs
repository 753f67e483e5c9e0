//! Place-data enhancement: ratings, price levels, categories, hours and photos from Foursquare's Places API (D63, D64,
//! D72).
//!
//! The administrator starts a run for a city, at most once in six months, or for chosen shops. It is a job that asks
//! about one shop after the other and remembers how far it got, so it survives a restart and can be canceled. A shop is
//! matched with the directory's own similarity rule, and what the owner or the administrator gave is never overwritten.
//!
//! Foursquare's content is shown for `foursquare_kept_days`. Each night, a job renews what is about to end, boosted and
//! most viewed shops first, within the month's budget of calls, and erases what has ended.

mod entity;
mod lists;
mod photos;
mod renew;
mod routes;
mod rules;
#[cfg(test)]
mod rules_tests;
mod run;
mod shop;
mod store;

use utoipa::OpenApi;

use crate::{
    features::{Health, Kept, Room, Services},
    platform::{
        error::{Error, Result},
        foursquare::{self, Foursquare},
        jobs::{Handlers, RunTable, Schedule},
        numbers::with_commas,
        web::{Access, Route},
    },
};

/// The job of a run, whose ID is the job's.
const RUN: &str = "foursquare.enhance";
/// The job that renews and erases.
const RENEW: &str = "foursquare.renew";
/// Early in the American morning, when few visitors notice.
const NIGHTLY: Schedule = Schedule::Daily { hour: 9 };

/// Until when a city waits for its next run is decided by another table, which is kept.
const RUNS: RunTable = RunTable {
    name: "foursquare_runs",
    since: "last_at",
    results: None,
};

/// The message without a key.
const NOT_CONFIGURED: &str = "Foursquare isn't set up. Put the service key of a project at foursquare.com/developers into the setting foursquare_api_key, and restart the server.";

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    lists::show_stats,
    lists::list_cities,
    lists::list_city_shops,
    lists::list_history,
    routes::enhance_city,
    routes::enhance_shops
))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: all_routes,
    jobs,
    run_tables: &[RUNS],
    health: |services| Box::pin(health(services)),
    kept: |services| Box::pin(kept(services)),
    ..Room::EMPTY
};

fn all_routes() -> Vec<Route<Services>> {
    let only = Access::Administrator;
    vec![
        Route::at("/api/admin/foursquare-enhancement/stats").get(only, lists::show_stats),
        Route::at("/api/admin/foursquare-enhancement/cities").get(only, lists::list_cities),
        Route::at("/api/admin/foursquare-enhancement/cities/{cityId}/shops")
            .get(only, lists::list_city_shops),
        Route::at("/api/admin/foursquare-enhancement/history").get(only, lists::list_history),
        Route::at("/api/admin/foursquare-enhancement/enhance/{cityId}")
            .post(only, routes::enhance_city),
        Route::at("/api/admin/foursquare-enhancement/enhance-shops")
            .post(only, routes::enhance_shops),
    ]
}

fn jobs(services: &Services) -> Handlers {
    let (runs, renewals) = (services.clone(), services.clone());
    Handlers::default()
        .with_long(RUN, move |attempt| run::run(runs.clone(), attempt))
        .with_recurring(RENEW, NIGHTLY, move |attempt| {
            renew::run(renewals.clone(), attempt)
        })
        .taking_long(RENEW)
}

/// The API, if there is a key.
fn open(services: &Services) -> Result<Option<Foursquare>> {
    Foursquare::open(
        &services.settings,
        services.database.clone(),
        services.clock.clone(),
        services.identifiers.clone(),
    )
}

/// Refuses without a key.
fn require_key(services: &Services) -> Result<()> {
    if services.settings.foursquare_api_key.reveal().is_empty() {
        return Err(Error::unavailable(NOT_CONFIGURED));
    }
    Ok(())
}

async fn health(services: Services) -> Result<Vec<Health>> {
    if services.settings.foursquare_api_key.reveal().is_empty() {
        return Ok(Vec::new());
    }
    let reads = services.database.reads();
    let used = foursquare::calls_this_month(reads, services.clock.now()).await?;
    let most = services.settings.foursquare_calls_per_month;
    let used = u64::try_from(used).unwrap_or_default();
    Ok(vec![Health {
        name: "Foursquare",
        text: format!(
            "{} of {} calls used this month",
            with_commas(used),
            with_commas(most.into())
        ),
        last: store::last_enhancement(reads).await?,
        advice: (used >= most.into()).then(|| {
            "Its content disappears when it isn't renewed in time. Raise foursquare_calls_per_month, or wait for next month."
                .to_owned()
        }),
    }])
}

async fn kept(services: Services) -> Result<Vec<Kept>> {
    let (rows, oldest) = store::kept(services.database.reads()).await?;
    Ok(vec![Kept {
        what: "Foursquare's content",
        time: format!("{} days", services.settings.foursquare_kept_days),
        rows,
        oldest,
        job: Some(RENEW),
    }])
}
