//! A shop's gallery: up to twelve photos in an order chosen by its people; the first is the shop's picture. Each change
//! is recorded and can be undone from the shop's history; a removed photo's files are kept for a month.

mod routes;

use utoipa::OpenApi;

use crate::{
    features::{Room, Services},
    platform::web::{Access, Route},
};

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    routes::show_gallery,
    routes::request_upload,
    routes::add_photo,
    routes::order_photos,
    routes::change_photo,
    routes::remove_photo
))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes,
    ..Room::EMPTY
};

fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/your-shop/{slugOrId}/photos")
            .get(Access::ShopEditor, routes::show_gallery)
            .post(Access::ShopEditor, routes::add_photo),
        Route::at("/api/your-shop/{slugOrId}/photos/upload")
            .post(Access::ShopEditor, routes::request_upload),
        Route::at("/api/your-shop/{slugOrId}/photos/order")
            .put(Access::ShopEditor, routes::order_photos),
        Route::at("/api/your-shop/{slugOrId}/photos/{photo}")
            .patch(Access::ShopEditor, routes::change_photo)
            .delete(Access::ShopEditor, routes::remove_photo),
    ]
}
