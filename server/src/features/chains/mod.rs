//! The administrator's decisions about names: "always a chain", "never a chain". They override every table and rule of
//! the chain check, for listings from the next form on and for imports from the next run on. Questions about names are
//! in other rooms: objections to a refused listing, listings of possible chains, visitors' reports, imported records.

mod routes;

use utoipa::OpenApi;

use crate::{
    features::{Room, Services},
    platform::web::{Access, Route},
};

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(routes::list_names, routes::put_name, routes::forget_name))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: all_routes,
    ..Room::EMPTY
};

fn all_routes() -> Vec<Route<Services>> {
    let only = Access::Administrator;
    vec![
        Route::at("/api/admin/chain-names")
            .get(only, routes::list_names)
            .post(only, routes::put_name),
        Route::at("/api/admin/chain-names/forget").post(only, routes::forget_name),
    ]
}
