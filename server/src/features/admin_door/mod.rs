//! The administrator's door (D60): one shared password, a session of 24 hours on the server. Strangers who guess are slowed
//! down, by network and all together; a browser that has signed in before is not shut out by them.

mod device;
pub mod password;
pub mod routes;

use utoipa::OpenApi;

use crate::features::Room;

/// The description of this room's part of the API.
#[derive(OpenApi)]
#[openapi(paths(routes::log_in, routes::show_status, routes::log_out))]
struct Api;

/// This room, as the house sees it.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: routes::routes,
    ..Room::EMPTY
};
