//! Best breakfast, best coffee: the pages that say which of a town's shops are best, and how that is decided.
//!
//! A boosted shop that qualifies is shown first and marked; the numbered list is the community's order, which no payment
//! touches (D14, D15). What serves breakfast is the catalog's to say (D13), because the
//! sitemap asks too.

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
