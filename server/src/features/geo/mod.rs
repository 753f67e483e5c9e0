//! Where the visitor is (D21): their position told by the browser becomes a state and a town, their address a guess of
//! the position. Neither is stored, logged, or handed to anybody.

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
