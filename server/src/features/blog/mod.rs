//! The blog: reading it, writing it in the panel, and bringing articles in from files of Markdown.

mod answers;
mod files;
mod manage;
pub mod routes;
mod store;

pub use files::{ArticleFile, CategoryFile, Collection};
pub use store::{Edited, Imported, clear_samples, import, seed_samples};

use utoipa::OpenApi;

use crate::features::Room;

/// What former slugs of articles are filed under.
const FORMER: &str = "article";

/// The description of this room's part of the API.
#[derive(OpenApi)]
#[openapi(paths(
    routes::list_articles,
    routes::show_article,
    routes::list_tags,
    routes::show_tag,
    routes::list_categories,
    routes::show_category,
    manage::routes::list_admin_articles,
    manage::routes::show_admin_article,
    manage::routes::create_article,
    manage::routes::update_article,
    manage::routes::delete_article,
    manage::routes::preview_article,
    manage::pictures::request_article_picture,
    manage::history::list_article_history,
    manage::history::show_article_version,
    manage::history::restore_article
))]
struct Api;

/// This room, as the house sees it.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    reads: |_| routes::reads(),
    routes: manage::routes::routes,
    ..Room::EMPTY
};
