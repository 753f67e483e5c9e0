//! Local stories ("local vibes") by shops about their towns. Only approved ones are public. A shop's owner, or its
//! confirmed submitter while there is no owner (D42), writes one, and the administrator decides. Until then, the
//! approved story stays on the page (D54). Stories by the administrator are approved at once (D62).

mod reads;
pub mod routes;
mod rules;
mod store;

use utoipa::OpenApi;

use crate::{
    features::{Room, Services},
    platform::web::{Access, Route},
};

pub use reads::Story;

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    reads::list_stories_of_city,
    reads::show_story_of_shop,
    routes::submit_story,
    routes::change_story,
    routes::request_upload,
    routes::add_photo
))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    reads: |_| reads::reads(),
    routes,
    ..Room::EMPTY
};

fn routes() -> Vec<Route<Services>> {
    vec![
        Route::at("/api/coffee-shops/{slugOrId}/local-vibes")
            .post(Access::ShopEditor, routes::submit_story)
            .put(Access::ShopEditor, routes::change_story),
        Route::at("/api/local-vibes/upload").post(Access::SignedIn, routes::request_upload),
        Route::at("/api/local-vibes/{id}/photo").put(Access::SignedIn, routes::add_photo),
    ]
}
