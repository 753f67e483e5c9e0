//! Former page URLs (D4) and variant spellings: trailing slashes and capital letters. Everything is resolved before
//! redirecting, so one redirect reaches the page.

use std::sync::Arc;

use super::Edge;
use crate::{
    catalog::{Lookup, View},
    pages::PageRoute,
    platform::{arguments::Arguments, error::Error},
};

/// Prefixes of former URLs, each followed by a town's slug, and what now follows the town's URL.
const BEST_OF: &[(&str, &str)] = &[
    ("/best-breakfast-", "best-breakfast"),
    ("/best-coffee-", "best-coffee"),
];

/// The page that `path` refers to, trying lower case if there is none as spelled; `None` if there is no such page.
pub(super) async fn current_address(edge: &Arc<Edge>, path: &str, query: &str) -> Option<String> {
    if let Some(address) = found_at(edge, path, query).await {
        return Some(address);
    }
    in_small_letters(edge, path, query).await
}

/// The page that `path` refers to in lower case, if it has capitals. Slugs never do.
pub(super) async fn in_small_letters(edge: &Arc<Edge>, path: &str, query: &str) -> Option<String> {
    let small = path.to_ascii_lowercase();
    if small == path {
        return None;
    }
    found_at(edge, &small, query).await
}

/// `path` with its query, if any.
pub(super) fn with_query(path: &str, query: &str) -> String {
    let mark = if query.is_empty() { "" } else { "?" };
    format!("{path}{mark}{query}")
}

/// The current URL of a former slug's page. The query is kept as sent: Stripe's return URL has parameters that no route
/// knows.
pub(super) fn moved(route: &PageRoute, arguments: Arguments, slug: String, query: &str) -> String {
    let address = arguments.moved_to(slug).canonical_address(&route.pattern);
    let path = address.split('?').next().unwrap_or_default();
    with_query(path, query)
}

/// The URL of the page at `path`: itself, or where its slug or ID moved.
async fn found_at(edge: &Arc<Edge>, path: &str, query: &str) -> Option<String> {
    let here = || Some(with_query(path, query));
    let (route, arguments) = match edge.pages.table().find(path, query) {
        None => return best_of_page(&edge.catalog.view(), path),
        // The page itself reports an invalid query.
        Some(Err(_)) => return here(),
        Some(Ok((route, arguments))) => (route.clone(), arguments),
    };
    // Only a path with a slug parameter can have moved or be missing.
    if !route.pattern.contains('{') {
        return here();
    }
    let (view, asked) = (edge.catalog.view(), (route.clone(), arguments.clone()));
    let read = move || asked.0.read(&view, &asked.1).map(drop);
    match edge.cpu.run(read).await {
        Ok(Err(Error::Moved(slug))) => Some(moved(&route, arguments, slug, query)),
        Ok(Err(Error::NotFound(_))) => None,
        _ => here(),
    }
}

/// The page that used to be at `path`. A former town slug leads directly to the current one.
fn best_of_page(view: &View, path: &str) -> Option<String> {
    let (slug, page) = BEST_OF
        .iter()
        .find_map(|(start, page)| Some((path.strip_prefix(start)?, page)))?;
    let slug = match view.city_by_slug(slug) {
        Lookup::Found(town) => town.city.slug.clone(),
        Lookup::Moved(slug) => slug,
        Lookup::Gone | Lookup::Missing => return None,
    };
    Some(format!("/cities/{slug}/{page}"))
}
