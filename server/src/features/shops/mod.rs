//! Shops: one shop, the newest ones, those that a device remembers.

pub mod routes;
pub mod store_link;

use utoipa::OpenApi;

use crate::{
    features::{Room, Services},
    platform::web::{Access, Route},
};

/// The description of this room's part of the API.
#[derive(OpenApi)]
#[openapi(paths(
    routes::list_featured_shops,
    routes::list_recent_shops,
    routes::list_shops_by_ids,
    routes::show_shop,
    store_link::change_store_link
))]
struct Api;

/// This room, as the house sees it.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    reads: |_| routes::reads(),
    routes: writes,
    ..Room::EMPTY
};

fn writes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/coffee-shops/{slugOrId}")
            .patch(Access::ShopOwnerOrCheckout, store_link::change_store_link),
    ]
}
