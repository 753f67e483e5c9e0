//! Search over names, towns, states, ZIP codes, streets, categories and descriptions.
//!
//! The index lies in memory and is built from the catalog, so it is the same on both engines. It follows the change
//! feed within a second. Every word must be found: as it is, as the beginning of a word while the last one is being
//! typed, or, where nothing in the directory has it, with one slip from 4 letters on and two from 8 on.
//!
//! The index decides about words, states, amenities, distances and boosted shops, so a filter never hides a match that
//! ranks low. Whether a shop is open is asked of the catalog, match by match, until enough were found.

mod collect;
mod find;
mod index;
mod meaning;
mod nearest;
mod query;
pub mod routes;
mod towns;
mod zip;

pub use index::SearchIndex;

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
