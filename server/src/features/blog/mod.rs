//! The blog: reading it, writing it in the panel, and importing articles from Markdown files.

mod answers;
mod files;
mod manage;
pub mod routes;
mod store;

pub use files::{ArticleFile, CategoryFile, Collection};
pub use store::{Edited, Imported, clear_samples, import, seed_samples};

use utoipa::OpenApi;

use crate::features::{Room, room::RemovedSamples};

/// The kind of articles' former slugs.
const FORMER: &str = "article";

/// This room's part of the API description.
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
    manage::history_routes::list_article_history,
    manage::history_routes::show_article_version,
    manage::history_routes::restore_article
))]
struct Api;

/// This room's contributions.
pub const ROOM: Room = Room {
    api: Some(Api::openapi),
    reads: |_| routes::reads(),
    recorded: || vec![manage::undo::recorded_table()],
    routes: manage::routes::routes,
    clear_samples: |services| {
        Box::pin(async move {
            let count = clear_samples(&services.database, &services.clock).await?;
            let what = "sample articles";
            let kept = 0;
            Ok(vec![RemovedSamples { what, count, kept }])
        })
    },
    ..Room::EMPTY
};
