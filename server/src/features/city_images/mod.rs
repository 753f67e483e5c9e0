//! Discovering pictures for cities without one (D63, D76): first a free picture of the city's Wikipedia article, then a
//! stock photo, if the operator has a key. Cities with an image are never looked at. A demo has two runs of an invented
//! past (`samples`).

mod find;
mod run;
mod samples;
mod store;
mod undo;

pub use samples::{begin_samples, invent_run, invent_stopped_run};

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{OpenApi, ToSchema};
use uuid::Uuid;

use crate::{
    features::{Room, Services},
    platform::{
        error::{Error, ErrorBody, Result},
        jobs::Handlers,
        runs::{Kind, RunRefusals},
        settings::Settings,
        web::{Access, LongRun, Route, StartedRun},
    },
};

/// Runs that look for images of cities.
#[derive(Debug)]
struct Discovery;

/// What a run is asked to do: all cities without an image, in the order of IDs.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct AllCities {}

/// How far a run is.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Looked {
    /// The last city that was looked at.
    after_city: Option<Uuid>,
    checked: i32,
    wikipedia: i32,
    stock: i32,
    /// Cities for which a source couldn't be asked.
    failed: i32,
    /// Why sources were left out.
    #[serde(default)]
    problems: Vec<String>,
}

impl Kind for Discovery {
    const JOB: &'static str = "cities.discover_images";
    type Asked = AllCities;
    type Result = Looked;

    fn joins(_: &AllCities, _: &AllCities) -> bool {
        true
    }

    fn busy(_: Option<&AllCities>) -> String {
        "Another search for images goes on. Wait until it has ended, or cancel it.".to_owned()
    }
}

const NOT_CONFIGURED: &str = "No source of city images is set up. Set wikipedia_url to https://en.wikipedia.org, or pexels_api_key, and restart the server.";
const REFUSALS: RunRefusals = RunRefusals {
    canceled: "The search for images was canceled. The images it has found so far stay.",
    failed: |error| error.unwrap_or_else(|| "The run failed.".to_owned()),
};

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(discover_images, undo::list_runs, undo::undo_run))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: || {
        let only = Access::Administrator;
        vec![
            Route::at("/api/admin/cities/discover-images").post(only, discover_images),
            Route::at("/api/admin/cities/discover-images/runs").get(only, undo::list_runs),
            Route::at("/api/admin/cities/discover-images/runs/{id}/undo")
                .post(only, undo::undo_run),
        ]
    },
    jobs,
    clear_samples: |services| Box::pin(samples::clear(services)),
    ..Room::EMPTY
};

fn jobs(services: &Services) -> Handlers {
    let services = services.clone();
    Handlers::default().with_long(Discovery::JOB, move |attempt| {
        run::run(services.clone(), attempt)
    })
}

/// What a run found.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiscoveredImages {
    /// Cities that have an image now.
    pub updated: i32,
    /// Cities without an image that were looked at.
    pub checked: i32,
    /// Images from Wikipedia.
    pub wikipedia: i32,
    /// Stock photos.
    pub stock: i32,
    /// Cities for which a source couldn't be asked.
    pub failed: i32,
    /// Which sources didn't answer, so that the run went on without them.
    pub problems: Vec<String>,
}

/// Whether Wikipedia is asked.
fn asks_wikipedia(settings: &Settings) -> bool {
    !settings.wikipedia_url.is_empty() && !settings.wikimedia_url.is_empty()
}

/// Look for images of cities that have none. Waits up to 55 seconds; a second call joins the open run.
#[utoipa::path(post, operation_id = "discover_city_images", path = "/api/admin/cities/discover-images", tag = "administration",
    responses((status = 200, body = DiscoveredImages), (status = 202, description = "It still runs", body = StartedRun),
        (status = 401, body = ErrorBody), (status = 403, description = "Sent from another site", body = ErrorBody),
        (status = 409, description = "Canceled", body = ErrorBody),
        (status = 503, description = "No source is set up, or none answers", body = ErrorBody)))]
pub async fn discover_images(
    State(services): State<Services>,
) -> Result<LongRun<DiscoveredImages>> {
    let settings = &services.settings;
    if !asks_wikipedia(settings) && settings.pexels_api_key.reveal().is_empty() {
        return Err(Error::unavailable(NOT_CONFIGURED));
    }
    let runs = services.ledger.runs();
    let id = runs.start::<Discovery>(&AllCities {}).await?;
    let run = runs.wait_for_result::<Discovery>(id, REFUSALS).await?;
    Ok(run.map(|run| DiscoveredImages {
        updated: run.result.wikipedia + run.result.stock,
        checked: run.result.checked,
        wikipedia: run.result.wikipedia,
        stock: run.result.stock,
        failed: run.result.failed,
        problems: run.result.problems,
    }))
}
