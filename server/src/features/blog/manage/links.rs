//! Finds broken links in an article before readers do.

use super::answers::DeadLink;
use crate::catalog::{Lookup, View};

/// The links in `html` (which we rendered) that are broken on this site. Other sites aren't checked.
pub(super) fn dead(view: &View, html: &str) -> Vec<DeadLink> {
    let mut dead: Vec<DeadLink> = Vec::new();
    for address in addresses(html) {
        let address = address.replace("&amp;", "&");
        if let Some(reason) = fault(view, html, &address)
            && dead.iter().all(|known| known.address != address)
        {
            let reason = reason.to_owned();
            dead.push(DeadLink { address, reason });
        }
    }
    dead
}

fn addresses(html: &str) -> impl Iterator<Item = &str> {
    html.split("href=\"")
        .skip(1)
        .filter_map(|rest| rest.split_once('"').map(|(address, _)| address))
}

/// The problem with `address`, if any.
fn fault(view: &View, html: &str, address: &str) -> Option<&'static str> {
    let origin = &view.site().origin;
    let path = match address.strip_prefix(origin.as_str()) {
        Some(path) if path.is_empty() || path.starts_with(['/', '?', '#']) => path,
        _ => address,
    };
    if let Some(anchor) = path.strip_prefix('#') {
        let is_there = anchor.is_empty() || html.contains(&format!("id=\"{anchor}\""));
        return (!is_there).then_some("No heading in this article has this name.");
    }
    if path.contains(':') || path.starts_with("//") || path.is_empty() {
        return None;
    }
    let Some(path) = path.strip_prefix('/') else {
        return Some("Links must start with / or https://.");
    };
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let (room, rest) = path.split_once('/').unwrap_or((path, ""));
    let slug = rest.split('/').next().unwrap_or_default();
    match room {
        _ if slug.is_empty() => None,
        "coffee-shops" => match view.shop_by_slug_or_id(slug) {
            Lookup::Found(_) | Lookup::Moved(_) => None,
            Lookup::Gone | Lookup::Missing => Some("There's no shop at this URL."),
        },
        "cities" => match view.city_by_slug(slug) {
            Lookup::Found(_) | Lookup::Moved(_) => None,
            Lookup::Gone | Lookup::Missing => Some("There's no town at this URL."),
        },
        "blog" if rest == slug => {
            let articles = view.articles();
            let is_out = articles.iter().any(|article| article.facts.slug == slug);
            (!is_out && view.article_formerly_at(slug).is_none())
                .then_some("There's no published article at this URL.")
        }
        _ => None,
    }
}
