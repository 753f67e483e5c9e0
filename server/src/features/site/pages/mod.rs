//! Terms, privacy, imprint and the operator's further pages (D99): Markdown, rendered and sanitized here. Where the operator has
//! written none, a legal text is one that we ship.

pub mod files;
pub mod reads;
pub mod routes;
mod rules;
mod shipped;
mod store;
pub mod versions;

use crate::{
    catalog::{LEGAL, SiteFacts},
    platform::{database::Database, error::Result},
};

/// What the legal texts in use still leave to be filled in, as `imprint: your name`.
///
/// # Errors
///
/// When the database fails.
pub async fn unfilled(database: &Database, facts: &SiteFacts) -> Result<Vec<String>> {
    let own = store::all(database.reads()).await?;
    let mut missing = Vec::new();
    for slug in LEGAL {
        let row = own.iter().find(|page| page.slug == slug);
        let content = match row {
            Some(row) => row.content.clone(),
            None => shipped::page(slug, facts)?.map_or_else(String::new, |page| page.content),
        };
        let left = shipped::unfilled(&shipped::filled(&content, facts));
        missing.extend(left.into_iter().map(|what| format!("{slug}: {what}")));
    }
    Ok(missing)
}
