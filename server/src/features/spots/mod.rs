//! Best breakfast and best coffee: pages that say which of a town's shops are best, and how that is decided.
//!
//! A qualifying boosted shop is shown first and labeled; the numbered list is the community ranking, which payments
//! don't affect (D14, D15). The catalog decides what counts as serving breakfast (D13), because the sitemap needs it,
//! too.

pub mod routes;

use utoipa::OpenApi;

use crate::features::Room;

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    routes::list_breakfast_spots,
    routes::list_coffee_spots,
    routes::show_ranking
))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    reads: |_| routes::reads(),
    ..Room::EMPTY
};
