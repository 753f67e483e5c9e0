//! Writing articles as the administrator: drafts, dates, preview, redirects of changed slugs.

mod answers;
pub mod history;
pub mod history_routes;
mod links;
pub mod pictures;
pub mod routes;
mod rules;
mod store;
pub mod undo;
