//! Search over names, towns, states, ZIP codes, streets, categories and descriptions.
//!
//! The index is in memory and built from the catalog, so it is the same on both engines. It follows the change feed
//! within a second. Every word must match: exactly, as a prefix while the last word is being typed, or, if nothing in
//! the directory has it, with one typo from 4 letters on and two from 8 on.
//!
//! Some words mean a filter (`intent`, D95): "open now", "wifi", a state. They are taken out of the text, and the answer
//! names each of them with the text without it. A shop whose whole name is the text comes first, whatever it means.
//!
//! The index handles words, states, amenities, distances and boosted shops, so a filter never hides a match that ranks
//! low. Whether a shop is open is checked in the catalog, match by match, until there are enough results.

mod asked;
mod collect;
mod find;
mod intent;
mod nearest;
mod query;
pub mod routes;
mod suggested;
mod town_shops;
mod towns;
mod zip;

use utoipa::OpenApi;

use crate::features::Room;

/// This room's part of the API description.
#[derive(OpenApi)]
#[openapi(paths(routes::search))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    reads: |parts| routes::reads(parts.search.clone()),
    ..Room::EMPTY
};
