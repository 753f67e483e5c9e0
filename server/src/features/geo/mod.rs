//! Where the visitor is (D21): their position told by the browser becomes a state and a town, their address a guess of
//! the position. Neither is stored, logged, or handed to anybody.

pub mod routes;

use utoipa::OpenApi;

use crate::features::Room;

/// The description of this room's part of the API.
#[derive(OpenApi)]
#[openapi(paths(routes::locate, routes::reverse))]
struct Api;

/// This room, as the house sees it.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    reads: |_| routes::reads(),
    routes: routes::routes,
    ..Room::EMPTY
};
