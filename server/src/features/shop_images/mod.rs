//! The bulk shop image update: shops without a picture get one from their website, as listed shops do
//! ([`crate::catalog::website_photos`]). If the configured model understands pictures, it chooses among them (D65);
//! otherwise the rule of that module does. Shops with a picture are left alone, and a removed picture isn't added again
//! (D77). The images of a run can be taken back (`undo`).

mod pick;
mod routes;
mod run;
mod undo;

use utoipa::OpenApi;

use crate::{
    catalog::shop_runs,
    features::{Room, Services},
    platform::{
        error::Result,
        jobs::{Handlers, JobAttempt, JobOutcome},
        web::{Access, Route},
    },
};

/// The kind of the room's jobs.
const JOB: &str = "shop_images.run";

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    routes::update_shop_images,
    routes::show_image_stats,
    routes::list_image_runs,
    routes::show_image_run,
    routes::undo_image_run
))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: all_routes,
    jobs,
    ..Room::EMPTY
};

fn all_routes() -> Vec<Route<Services>> {
    let only = Access::Administrator;
    vec![
        Route::at("/api/admin/update-images").post(only, routes::update_shop_images),
        Route::at("/api/admin/update-images/stats").get(only, routes::show_image_stats),
        Route::at("/api/admin/update-images/runs").get(only, routes::list_image_runs),
        Route::at("/api/admin/update-images/runs/{id}").get(only, routes::show_image_run),
        Route::at("/api/admin/update-images/runs/{id}/undo").post(only, routes::undo_image_run),
    ]
}

fn jobs(services: &Services) -> Handlers {
    let services = services.clone();
    Handlers::default().with_long(JOB, move |attempt| do_one(services.clone(), attempt))
}

/// Adds images, or takes them back: one kind of job, because neither may run beside the other.
async fn do_one(services: Services, attempt: JobAttempt) -> Result<JobOutcome> {
    match shop_runs::run_to_undo(&attempt.payload) {
        Some(run) => shop_runs::undo(&services.ledger, &attempt, run, undo::UNDO).await,
        None => run::run(services, attempt).await,
    }
}
