//! A shop's gallery: up to twelve photos in an order chosen by its people; the first is the shop's picture. Each change
//! is recorded and can be undone from the shop's history; a removed photo's files are kept for a month. A photo may show a part of
//! another one, its original, which then stays for other parts, and which nobody but the shop's people sees.

mod crop;
mod personal;
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
    routes::remove_photo,
    crop::crop_photo,
    crop::show_original
))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    routes,
    personal_data: personal::all,
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
        Route::at("/api/your-shop/{slugOrId}/photos/{photo}/crop")
            .put(Access::ShopEditor, crop::crop_photo)
            .with_largest_body(4 * 1024),
        Route::at("/api/your-shop/{slugOrId}/photos/{photo}/original")
            .get(Access::ShopEditor, crop::show_original),
    ]
}
