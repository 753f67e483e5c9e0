//! Articles as the administrator writes them: drafts, dates, preview, redirects of changed slugs.

mod answers;
mod links;
pub mod routes;
mod rules;
mod store;
