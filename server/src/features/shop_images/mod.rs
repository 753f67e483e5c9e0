//! The bulk shop image update: shops without a picture get one from their website, as listed shops do
//! ([`crate::catalog::website_photos`]). If the configured model understands pictures, it chooses among them (D65);
//! otherwise the rule of that module does. Shops with a picture are left alone, and a removed picture isn't added again
//! (D77). The images of a run can be taken back (`undo`). A demo has two runs of an invented past (`samples`).

mod pick;
mod routes;
mod run;
mod samples;
mod undo;

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

/// Runs that add images.
#[derive(Debug)]
struct Images;

impl Kind for Images {
    const JOB: &'static str = "shop_images.run";
    type Asked = AskedShops;
    type Result = ();

    fn joins(wanted: &AskedShops, asked: &AskedShops) -> bool {
        wanted.shops == asked.shops
    }

    fn busy(_: Option<&AskedShops>) -> String {
        "Another image update goes on. Please wait until it has ended, or cancel it.".to_owned()
    }
}

impl Undoable for Images {
    const UNDO: Undo = undo::UNDO;

    fn label(asked: &AskedShops) -> String {
        asked.label.clone()
    }
}

impl ShopRunKind for Images {
    fn needs(shop: &Shop) -> bool {
        run::needs_image(shop)
    }
}

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
    clear_samples: |services| Box::pin(samples::clear(services)),
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
    Handlers::default().with_long(Images::JOB, move |attempt| {
        run::run(services.clone(), attempt)
    })
}
