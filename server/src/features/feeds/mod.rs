//! Atom feeds: what's new in the whole directory, in one town, and on the blog.

mod atom;

use std::{cmp::Reverse, sync::Arc};

use chrono::DateTime;

use crate::{
    catalog::{
        Article, Lookup, Shop, View,
        document::{Content, Document},
        not_found::city_not_found,
    },
    features::Room,
    platform::{
        arguments::{Arguments, encode},
        error::{Error, Result},
        markdown,
    },
};
use atom::{Entry, Feed};

/// Maximum number of entries in a feed.
const MAX_ENTRIES: usize = 40;
/// Maximum number of articles in a feed, which contains their full text.
const MAX_ARTICLES: usize = 20;

/// All documents of this room.
#[must_use]
pub fn documents() -> Vec<Document> {
    vec![
        Document::new("/feed.atom", |view, _| Ok(of_site(view))),
        Document::new("/cities/{slug}/feed.atom", of_city),
        Document::new("/blog/feed.atom", |view, _| Ok(of_blog(view))),
    ]
}

fn of_site(view: &View) -> Content {
    let site = view.site();
    let mut entries: Vec<Entry> = view
        .newest_shops(MAX_ENTRIES)
        .iter()
        .map(|shop| listing(view, shop))
        .collect();
    for shop in view.latest_storytellers(MAX_ENTRIES) {
        entries.extend(stories(view, &shop));
    }
    let feed = Feed {
        title: format!("{}: new coffee shops and stories", site.name),
        subtitle: "The newest listings and local stories in the directory",
        address: format!("{}/feed.atom", site.origin),
        page: format!("{}/", site.origin),
        author: &site.name,
        otherwise: DateTime::UNIX_EPOCH,
        entries: newest_first(entries),
    };
    Content::text(atom::MEDIA_TYPE, feed.to_xml())
}

fn of_city(view: &View, arguments: &Arguments) -> Result<Content> {
    let town = match view.city_by_slug(arguments.path("slug")) {
        Lookup::Found(town) => town,
        Lookup::Moved(slug) => return Err(Error::Moved(slug.to_string())),
        Lookup::Gone | Lookup::Missing => {
            return Err(city_not_found());
        }
    };
    let site = view.site();
    let mut entries = Vec::new();
    for shop in view.shops_of_city(town.city.id) {
        entries.push(listing(view, &shop));
        entries.extend(stories(view, &shop));
    }
    let place = format!("{}, {}", town.city.name, town.city.state);
    let page = format!("{}/cities/{}", site.origin, encode(&town.city.slug));
    let feed = Feed {
        title: format!("Coffee Shops in {place} | {}", site.name),
        subtitle: "New coffee shops and local stories",
        address: format!("{page}/feed.atom"),
        page,
        author: &site.name,
        otherwise: town.city.updated_at,
        entries: newest_first(entries),
    };
    Ok(Content::text(atom::MEDIA_TYPE, feed.to_xml()))
}

fn of_blog(view: &View) -> Content {
    let site = view.site();
    let page = format!("{}/blog", site.origin);
    let articles = view.articles();
    let entry = |article: &Arc<Article>| {
        let page = format!("{page}/{}", encode(&article.facts.slug));
        Entry {
            id: article.facts.id,
            title: article.facts.title.clone(),
            page: page.clone(),
            published: article.published_at(),
            updated: article.changed_at(),
            author: article.facts.author.clone(),
            summary: article.facts.excerpt.clone(),
            content: Some(atom::Content {
                html: markdown::with_absolute_urls(article.html(&site.origin), &page),
                base: page,
            }),
        }
    };
    let feed = Feed {
        title: format!("{}: Coffee Shop Tips", site.name),
        subtitle: "Articles about coffee and the towns that pour it",
        address: format!("{page}/feed.atom"),
        page: page.clone(),
        author: &site.name,
        otherwise: DateTime::UNIX_EPOCH,
        entries: articles.iter().take(MAX_ARTICLES).map(entry).collect(),
    };
    Content::text(atom::MEDIA_TYPE, feed.to_xml())
}

fn newest_first(mut entries: Vec<Entry>) -> Vec<Entry> {
    entries.sort_by_key(|entry| (Reverse(entry.published), entry.id));
    entries.truncate(MAX_ENTRIES);
    entries
}

/// A shop's own entry.
fn listing(view: &View, shop: &Arc<Shop>) -> Entry {
    let place = place_of(view, shop);
    let by_ai = shop.ai_generated_description.as_deref();
    // A text that no person wrote says so (D78).
    let by_ai = by_ai.map(|text| format!("{text}\n\nWritten by AI"));
    let description = [
        shop.owner_description.as_deref(),
        by_ai.as_deref(),
        shop.description.as_deref(),
    ]
    .into_iter()
    .flatten()
    .next();
    Entry {
        id: shop.id,
        title: format!("{} in {place}", shop.name),
        page: page_of(view, shop),
        published: shop.created_at,
        updated: shop.updated_at.max(shop.created_at),
        author: None,
        summary: description.map_or_else(
            || format!("{} is an independent coffee shop in {place}.", shop.name),
            str::to_owned,
        ),
        content: None,
    }
}

/// The entries of a shop's stories.
fn stories(view: &View, shop: &Arc<Shop>) -> Vec<Entry> {
    let place = place_of(view, shop);
    let entry = |story: &crate::catalog::Story| Entry {
        id: story.id,
        title: format!("A local story from {place}"),
        page: format!("{}#story", page_of(view, shop)),
        published: story.created_at,
        updated: story.created_at,
        author: Some(shop.name.to_string()),
        summary: [
            Some(&story.prompt1_response),
            story.prompt2_response.as_ref(),
        ]
        .into_iter()
        .flatten()
        .map(|text| &**text)
        .collect::<Vec<_>>()
        .join("\n\n"),
        content: None,
    };
    shop.stories.iter().map(entry).collect()
}

fn page_of(view: &View, shop: &Shop) -> String {
    format!("{}/coffee-shops/{}", view.site().origin, encode(&shop.slug))
}

fn place_of(view: &View, shop: &Shop) -> String {
    view.city(shop.city_id).map_or_else(String::new, |town| {
        format!("{}, {}", town.city.name, town.city.state)
    })
}

/// This room's contributions.
pub const ROOM: Room = Room {
    documents: |_| documents(),
    ..Room::EMPTY
};
