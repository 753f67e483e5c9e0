//! Towns: the directory, one town, its shops and its facts.
//!
//! A town is in the directory if it has a published shop or was created by the administrator (D34). Lists use the order
//! of D19: towns by state, then by name; a town's boosted shops first, then by community ranking (D15).

mod facts;
mod filters;
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
