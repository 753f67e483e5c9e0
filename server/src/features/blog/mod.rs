//! The blog: reading it, and bringing articles in from files of Markdown.

mod answers;
mod files;
pub mod routes;
mod store;

pub use files::{ArticleFile, CategoryFile, Collection};
pub use store::{Imported, clear_samples, import, seed_samples};
