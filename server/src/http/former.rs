//! Addresses that pages had once (D4).

use crate::catalog::{Lookup, View};

/// The beginnings of former addresses, each before a town's slug, and what stands behind the town's address now.
const BEST_OF: &[(&str, &str)] = &[
    ("/best-breakfast-", "best-breakfast"),
    ("/best-coffee-", "best-coffee"),
];

/// Where the page that was once at `path` is now; `None` when there was none, or no such town. A former slug of the town
/// leads to its current one at once.
pub(super) fn current_address(view: &View, path: &str) -> Option<String> {
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
