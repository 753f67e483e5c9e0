//! Administrator sign-in (D60): one shared password, and a session of 24 hours on the server. Guesses by strangers are
//! limited, per network and in total; a browser that has signed in before isn't locked out by them, and a link made on the
//! server's console opens always.

mod device;
pub mod guesses;
pub mod link;
pub mod password;
pub mod routes;

use utoipa::OpenApi;

use crate::features::Room;

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    routes::log_in,
    link::log_in_by_link,
    routes::show_status,
    routes::log_out
))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes: routes::routes,
    ..Room::EMPTY
};
