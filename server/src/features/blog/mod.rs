//! The blog: reading it, and bringing articles in from files of Markdown.

mod answers;
mod files;
pub mod routes;
mod store;

pub use files::{ArticleFile, CategoryFile, Collection};
pub use store::{Imported, clear_samples, import, seed_samples};

use utoipa::OpenApi;

use crate::features::Room;

/// The description of this room's part of the API.
#[derive(OpenApi)]
#[openapi(paths(
    routes::list_articles,
    routes::show_article,
    routes::list_tags,
    routes::show_tag,
    routes::list_categories,
    routes::show_category
))]
struct Api;

/// This room, as the house sees it.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    reads: |_| routes::reads(),
    ..Room::EMPTY
};
