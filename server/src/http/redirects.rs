//! Addresses that pages had once (D4), and spellings of theirs that nobody prints: a slash at the end, capital letters. All
//! of it is settled before the client is sent on, so that one redirect leads to the page.

use std::sync::Arc;

use super::Edge;
use crate::{
    catalog::{Lookup, View},
    pages::PageRoute,
    platform::{arguments::Arguments, error::Error},
};

/// The beginnings of former addresses, each before a town's slug, and what stands behind the town's address now.
const BEST_OF: &[(&str, &str)] = &[
    ("/best-breakfast-", "best-breakfast"),
    ("/best-coffee-", "best-coffee"),
];

/// Where the page is that `path` means, in small letters where there is none in these; `None` when there is none at all.
pub(super) async fn current_address(edge: &Arc<Edge>, path: &str, query: &str) -> Option<String> {
    if let Some(address) = found_at(edge, path, query).await {
        return Some(address);
    }
    in_small_letters(edge, path, query).await
}

/// Where the page is that `path` means in small letters, when it has others. Slugs have none.
pub(super) async fn in_small_letters(edge: &Arc<Edge>, path: &str, query: &str) -> Option<String> {
    let small = path.to_ascii_lowercase();
    if small == path {
        return None;
    }
    found_at(edge, &small, query).await
}

/// `path` with its query, if it has one.
pub(super) fn with_query(path: &str, query: &str) -> String {
    let mark = if query.is_empty() { "" } else { "?" };
    format!("{path}{mark}{query}")
}

/// Where the page of a former slug is now. The query stays as it was sent: whoever comes back from paying brings one that no
/// route knows.
pub(super) fn moved(route: &PageRoute, arguments: Arguments, slug: String, query: &str) -> String {
    let address = arguments.moved_to(slug).canonical_address(&route.pattern);
    let path = address.split('?').next().unwrap_or_default();
    with_query(path, query)
}

/// Where the page at `path` is: there, or at the address that its slug or identifier moved to.
async fn found_at(edge: &Arc<Edge>, path: &str, query: &str) -> Option<String> {
    let here = || Some(with_query(path, query));
    let (route, arguments) = match edge.pages.table().find(path, query) {
        None => return best_of_page(&edge.catalog.view(), path),
        // The page itself says what it can't read.
        Some(Err(_)) => return here(),
        Some(Ok((route, arguments))) => (route.clone(), arguments),
    };
    // Only what stands for a slug can move or be missing.
    if !route.pattern.contains('{') {
        return here();
    }
    let (reading, asked) = (edge.clone(), (route.clone(), arguments.clone()));
    let read = move || {
        let view = reading.catalog.view();
        reading.pages.read(&view, &asked.0, &asked.1).map(drop)
    };
    match edge.cpu.run(read).await {
        Ok(Err(Error::Moved(slug))) => Some(moved(&route, arguments, slug, query)),
        Ok(Err(Error::NotFound(_))) => None,
        _ => here(),
    }
}

/// The page that was once at `path`. A former slug of the town leads to its current one at once.
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
