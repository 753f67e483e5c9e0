//! Towns: the directory, one town, its shops and its facts.
//!
//! A town is in the directory while it has a published shop or was made by the administrator (D34). Lists stand in the
//! order of D19: towns by state, then by name; a town's shops boosted first, then in the community's order (D15).

mod facts;
pub mod routes;

pub use facts::{CityFacts, Neighbor, NewestShop, OpenFirst};

use utoipa::OpenApi;

use crate::features::Room;

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(
    routes::list_cities,
    routes::list_all_cities,
    routes::list_states,
    routes::show_city,
    routes::list_shops_of_city,
    routes::show_city_facts
))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    reads: |_| routes::reads(),
    ..Room::EMPTY
};
