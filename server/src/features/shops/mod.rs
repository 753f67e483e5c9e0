//! Shops: a single shop, the newest ones, and those saved on a device.

pub mod routes;

use utoipa::OpenApi;

use crate::features::Room;

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    routes::list_featured_shops,
    routes::list_recent_shops,
    routes::list_shops_by_ids,
    routes::show_shop
))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    reads: |_| routes::reads(),
    ..Room::EMPTY
};
