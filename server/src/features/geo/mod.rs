//! Where the visitor is (D21): the browser's position becomes a state and a town, and the IP address a guess of the
//! position. Neither is stored, logged, or passed on.

pub mod routes;

use utoipa::OpenApi;

use crate::features::Room;

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(routes::locate, routes::reverse))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    reads: |_| routes::reads(),
    routes: routes::routes,
    ..Room::EMPTY
};
