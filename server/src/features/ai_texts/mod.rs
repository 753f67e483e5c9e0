//! Descriptions that a language model writes from a shop's stored facts (D65, D78), for shops that nobody has described.
//!
//! `facts` collects what the model may know: no text that somebody wrote about the shop, nothing personal. `checks`
//! decides whether an answer may be published. It is shown with a label, and people's own words always win
//! ([`crate::catalog::is_described_by_people`]). Runs are jobs (`run`); the texts of a run can be taken back (`undo`).

mod checks;
mod facts;
mod routes;
mod run;
mod stats;
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
const JOB: &str = "ai_texts.run";

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    stats::show_text_stats,
    routes::write_city_texts,
    routes::write_all_texts,
    routes::write_shop_text,
    routes::list_text_runs,
    routes::show_text_run,
    routes::undo_text_run,
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
        Route::at("/api/admin/content-enhancement/stats").get(only, stats::show_text_stats),
        Route::at("/api/admin/content-enhancement/enhance-city/{citySlug}")
            .post(only, routes::write_city_texts),
        Route::at("/api/admin/content-enhancement/enhance-all").post(only, routes::write_all_texts),
        Route::at("/api/admin/content-enhancement/test-shop/{shopSlug}")
            .post(only, routes::write_shop_text),
        Route::at("/api/admin/content-enhancement/runs").get(only, routes::list_text_runs),
        Route::at("/api/admin/content-enhancement/runs/{id}").get(only, routes::show_text_run),
        Route::at("/api/admin/content-enhancement/runs/{id}/undo")
            .post(only, routes::undo_text_run),
    ]
}

fn jobs(services: &Services) -> Handlers {
    let services = services.clone();
    Handlers::default().with_long(JOB, move |attempt| do_one(services.clone(), attempt))
}

/// Writes texts, or takes them back: one kind of job, because neither may run beside the other.
async fn do_one(services: Services, attempt: JobAttempt) -> Result<JobOutcome> {
    match shop_runs::run_to_undo(&attempt.payload) {
        Some(run) => shop_runs::undo(&services.ledger, &attempt, run, undo::UNDO).await,
        None => run::run(services, attempt).await,
    }
}
