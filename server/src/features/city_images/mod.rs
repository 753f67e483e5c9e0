//! Discovering pictures for cities without one (D63, D76): first a free picture of the city's Wikipedia article, then a
//! stock photo, if the operator has a key. Cities with an image are never looked at.

mod entity;
mod find;
mod run;
mod store;

use axum::extract::State;
use serde::Serialize;
use serde_json::json;
use utoipa::{OpenApi, ToSchema};
use uuid::Uuid;

use crate::{
    features::{Room, Services},
    platform::{
        error::{Error, ErrorBody, Result},
        jobs::{self, Handlers, NewJob, RunTable, SingleRun},
        settings::Settings,
        web::{Access, LongRun, Route, RunRefusals, StartedRun, wait_for_run},
    },
};

/// The job of a run, whose ID is the job's.
const RUN: &str = "cities.discover_images";

const NOT_CONFIGURED: &str = "No source of city images is set up. Set wikipedia_url to https://en.wikipedia.org, or pexels_api_key, and restart the server.";
const REFUSALS: RunRefusals = RunRefusals {
    canceled: "The search for images was canceled. The images it has found so far stay.",
    failed: |error| error.unwrap_or_else(|| "The run failed.".to_owned()),
};

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(discover_images))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: || {
        vec![
            Route::at("/api/admin/cities/discover-images")
                .post(Access::Administrator, discover_images),
        ]
    },
    jobs,
    run_tables: &[RunTable {
        name: "city_image_runs",
        since: "last_at",
        results: None,
    }],
    ..Room::EMPTY
};

fn jobs(services: &Services) -> Handlers {
    let services = services.clone();
    Handlers::default().with_long(RUN, move |attempt| run::run(services.clone(), attempt))
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
    let id = start(&services).await?;
    let find = store::find(services.database.reads(), id);
    wait_for_run(
        (&services.database, &services.clock),
        id,
        find,
        |job, run| {
            REFUSALS.check(job, run.problem.as_deref(), run.is_done)?;
            Ok(DiscoveredImages {
                updated: run.wikipedia + run.stock,
                checked: run.checked,
                wikipedia: run.wikipedia,
                stock: run.stock,
                failed: run.failed,
            })
        },
    )
    .await
}

/// Starts a run, or joins the open one.
async fn start(services: &Services) -> Result<Uuid> {
    let (identifiers, now) = (services.identifiers.clone(), services.clock.now());
    services
        .database
        .transaction(move |transaction| {
            let identifiers = identifiers.clone();
            Box::pin(async move {
                let job = NewJob {
                    kind: RUN,
                    payload: json!({}),
                    unique_key: None,
                    due_at: now,
                };
                match jobs::enqueue_single(transaction, (RUN, job), &identifiers, now).await? {
                    SingleRun::AlreadyOpen(id) => Ok(id),
                    SingleRun::Started(id) => {
                        store::insert(transaction, id, now).await?;
                        Ok(id)
                    }
                }
            })
        })
        .await
}
