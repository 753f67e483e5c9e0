//! Descriptions that a language model writes from a shop's stored facts (D65, D78), for shops that nobody has described.
//!
//! `facts` collects what the model may know: no text that somebody wrote about the shop, nothing personal. `checks`
//! compares an answer with them, then the model judges it sentence by sentence (`answer`). By default a text waits until the
//! administrator has read it (`publish`). It is shown with a label, and people's own words always win
//! ([`crate::catalog::is_described_by_people`]). Runs are jobs (`run`); the texts of a run can be taken back (`undo`).
//! A demo has two runs of an invented past (`samples`).

mod answer;
mod checks;
mod fact;
mod facts;
mod need;
mod publish;
mod routes;
mod run;
mod samples;
mod stats;
mod undo;
mod week;

pub use samples::{begin_samples, invent_run, invent_stopped_run};

use utoipa::OpenApi;

use crate::{
    catalog::{
        Shop,
        shop_runs::{AskedShops, ShopRunKind, Undo, Undoable},
    },
    features::{Room, Services},
    platform::{
        jobs::Handlers,
        runs::Kind,
        web::{Access, Route},
    },
};

/// Runs that write texts.
#[derive(Debug)]
struct Texts;

impl Kind for Texts {
    const JOB: &'static str = "ai_texts.run";
    type Asked = AskedShops;
    type Result = ();

    fn joins(wanted: &AskedShops, asked: &AskedShops) -> bool {
        wanted.shops == asked.shops
    }

    fn busy(_: Option<&AskedShops>) -> String {
        "Another run of AI texts goes on. Please wait until it has ended, or cancel it.".to_owned()
    }
}

impl Undoable for Texts {
    const UNDO: Undo = undo::UNDO;

    fn label(asked: &AskedShops) -> String {
        asked.label.clone()
    }
}

impl ShopRunKind for Texts {
    fn needs(shop: &Shop) -> bool {
        need::may_write(shop)
    }
}

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
    routes::publish_texts,
    routes::discard_texts,
))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: all_routes,
    jobs,
    clear_samples: |services| Box::pin(samples::clear(services)),
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
        Route::at("/api/admin/content-enhancement/runs/{id}/publish")
            .post(only, routes::publish_texts),
        Route::at("/api/admin/content-enhancement/runs/{id}/discard")
            .post(only, routes::discard_texts),
    ]
}

fn jobs(services: &Services) -> Handlers {
    let services = services.clone();
    Handlers::default().with_long(Texts::JOB, move |attempt| {
        run::run(services.clone(), attempt)
    })
}
