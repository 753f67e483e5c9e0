//! The sitemap (sitemaps.org 0.9): an index, and files of at most 10,000 URLs each. It is built from the page route
//! table: a fixed page is included as it is, and a family of pages (`/cities/{slug}`) has a collection that lists its
//! members. It contains only pages that return 200, may be indexed and are their own canonical URL; modification dates
//! are given where the catalog knows them, never guessed.

mod xml;

use std::{collections::HashMap, sync::Arc};

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{
    catalog::{
        Article, Category, LEGAL, Shop, View,
        best_of::MIN_INDEXED,
        document::{Content, Document},
    },
    features::{Listed, Room},
    platform::{
        arguments::{Arguments, encode},
        error::{Error, Result},
    },
};

/// The protocol allows 50,000 URLs and 50 MB per file; smaller files are easier on crawlers and the cache.
const PER_FILE: usize = 10_000;

/// The file with the fixed pages.
const FIXED: &str = "pages";

/// A member of a family of pages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The value of the pattern's parameter.
    pub slug: String,
    /// When the page's content last changed.
    pub changed: DateTime<Utc>,
}

/// Lists the members of a family of pages in a stable order.
pub type Collection = fn(&View) -> Vec<Member>;

/// Collections by route name. Add new families of pages here.
pub const COLLECTIONS: &[(&str, Collection)] = &[
    ("city", towns),
    ("bestBreakfast", best_breakfast),
    ("bestCoffee", best_coffee),
    ("shop", shops),
    ("article", articles),
    ("articleCategory", article_categories),
    ("page", site_pages),
];

/// Determines when a fixed page last changed.
type Changed = fn(&View) -> Option<DateTime<Utc>>;

/// Modification dates of fixed pages that are lists, by route name.
const FIXED_CHANGES: &[(&str, Changed)] = &[
    ("home", towns_changed),
    ("cities", towns_changed),
    ("howFresh", grades_changed),
    ("blog", blog_changed),
    ("imprint", imprint_changed),
];

/// Fixed pages that aren't indexed as long as they have nothing to list.
const NEEDS_CONTENT: &[&str] = &["blog", "imprint"];

fn towns(view: &View) -> Vec<Member> {
    let member = |(entry, changed): (&crate::catalog::CityEntry, _)| Member {
        slug: entry.city.slug.to_string(),
        changed,
    };
    view.towns_with_shops().map(member).collect()
}

fn towns_changed(view: &View) -> Option<DateTime<Utc>> {
    view.towns_with_shops().map(|(_, changed)| changed).max()
}

/// Ages count to the day.
fn grades_changed(view: &View) -> Option<DateTime<Utc>> {
    Some(towns_changed(view)?.max(view.daily_ranking().day))
}

fn best_breakfast(view: &View) -> Vec<Member> {
    towns_with_enough(view, |shop| shop.breakfast_at(view.now()).0)
}

fn best_coffee(view: &View) -> Vec<Member> {
    towns_with_enough(view, |_| true)
}

/// The towns with an indexable best-of page: those with enough shops that `counts` accepts.
fn towns_with_enough(view: &View, counts: impl Fn(&Shop) -> bool) -> Vec<Member> {
    let mut eligible: HashMap<Uuid, usize> = HashMap::new();
    view.each_listed_shop(|shop, town| {
        *eligible.entry(town.city.id).or_default() += usize::from(counts(shop));
    });
    let has_enough = |id: Uuid| eligible.get(&id).is_some_and(|count| *count >= MIN_INDEXED);
    let members = view
        .towns_with_shops()
        .filter(|(entry, _)| has_enough(entry.city.id));
    members
        .map(|(entry, changed)| Member {
            slug: entry.city.slug.to_string(),
            changed,
        })
        .collect()
}

fn shops(view: &View) -> Vec<Member> {
    let member = |shop: &Arc<Shop>| Member {
        slug: shop.slug.to_string(),
        changed: shop.updated_at,
    };
    view.shops_by_age().map(member).collect()
}

fn articles(view: &View) -> Vec<Member> {
    let member = |article: &Arc<Article>| Member {
        slug: article.facts.slug.clone(),
        changed: article.changed_at(),
    };
    view.articles().iter().map(member).collect()
}

/// Categories with published articles; others have nothing to read.
fn article_categories(view: &View) -> Vec<Member> {
    let articles = view.articles();
    let member = |category: &Arc<Category>| {
        let within = articles
            .iter()
            .filter(|article| article.facts.category_id == Some(category.id));
        let newest = within.map(|article| article.changed_at()).max()?;
        Some(Member {
            slug: category.slug.clone(),
            changed: newest.max(category.updated_at),
        })
    };
    let categories = view.article_categories().iter();
    categories.filter_map(member).collect()
}

/// The operator's further pages; the legal ones are fixed.
fn site_pages(view: &View) -> Vec<Member> {
    let further = view
        .site_pages()
        .filter(|page| !LEGAL.contains(&page.slug.as_str()));
    let mut members: Vec<Member> = further
        .map(|page| Member {
            slug: page.slug.clone(),
            changed: page.updated_at,
        })
        .collect();
    members.sort_by(|one, other| one.slug.cmp(&other.slug));
    members
}

/// The imprint that we ship has yet to be filled in.
fn imprint_changed(view: &View) -> Option<DateTime<Utc>> {
    let mut pages = view.site_pages();
    let own = pages.find(|page| page.slug == "imprint")?;
    Some(own.updated_at)
}

fn blog_changed(view: &View) -> Option<DateTime<Utc>> {
    let articles = view.articles();
    articles.iter().map(|article| article.changed_at()).max()
}

/// The families in `pages` without a collection. Empty, unless a line is missing in [`COLLECTIONS`].
#[must_use]
pub fn without_collection(pages: &[Listed]) -> Vec<&Listed> {
    let families = pages.iter().filter(|page| page.is_family());
    families
        .filter(|page| collection_of(&page.name).is_none())
        .collect()
}

fn collection_of(name: &str) -> Option<Collection> {
    let known = COLLECTIONS.iter().find(|(route, _)| *route == name)?;
    Some(known.1)
}

fn change_of(name: &str) -> Option<Changed> {
    let known = FIXED_CHANGES.iter().find(|(route, _)| *route == name)?;
    Some(known.1)
}

impl Listed {
    fn is_family(&self) -> bool {
        self.pattern.contains('{')
    }

    /// A member's URL.
    fn address_of(&self, slug: &str) -> String {
        let (before, rest) = self.pattern.split_once('{').unwrap_or((&self.pattern, ""));
        let (_, after) = rest.split_once('}').unwrap_or(("", rest));
        format!("{before}{}{after}", encode(slug))
    }
}

/// This room's documents, for the pages marked for the sitemap in the route table.
#[must_use]
pub fn documents(pages: Vec<Listed>) -> Vec<Document> {
    for page in without_collection(&pages) {
        tracing::error!(page = %page.pattern, "a family of pages is missing from the sitemap: nothing names its members");
    }
    let of_index = pages.clone();
    vec![
        Document::new("/sitemap.xml", move |view, _| index(view, &of_index)),
        Document::new("/sitemaps/{file}", move |view, arguments| {
            file(view, &pages, arguments)
        }),
    ]
}

fn index(view: &View, pages: &[Listed]) -> Result<Content> {
    let mut files = vec![xml::Entry {
        address: address_of_file(view, FIXED, 1),
        changed: fixed_entries(view, pages)
            .iter()
            .filter_map(|entry| entry.changed)
            .max(),
    }];
    for page in pages {
        let Some(collection) = collection_of(&page.name) else {
            continue;
        };
        for (number, members) in collection(view).chunks(PER_FILE).enumerate() {
            files.push(xml::Entry {
                address: address_of_file(view, &page.name, number + 1),
                changed: members.iter().map(|member| member.changed).max(),
            });
        }
    }
    Ok(Content::text(xml::MEDIA_TYPE, xml::index(&files)))
}

fn address_of_file(view: &View, name: &str, number: usize) -> String {
    format!("{}/sitemaps/{name}-{number}.xml", view.site().origin)
}

fn file(view: &View, pages: &[Listed], arguments: &Arguments) -> Result<Content> {
    let (name, number) = parse_name(arguments.path("file")).ok_or_else(missing)?;
    let origin = &view.site().origin;
    let entries: Vec<xml::Entry> = if name == FIXED {
        slice(fixed_entries(view, pages), number)
    } else {
        let page = pages
            .iter()
            .find(|page| page.name == name)
            .ok_or_else(missing)?;
        let collection = collection_of(name).ok_or_else(missing)?;
        let entry = |member: Member| xml::Entry {
            address: format!("{origin}{}", page.address_of(&member.slug)),
            changed: Some(member.changed),
        };
        slice(collection(view), number)
            .into_iter()
            .map(entry)
            .collect()
    };
    if entries.is_empty() {
        return Err(missing());
    }
    Ok(Content::text(xml::MEDIA_TYPE, xml::urls(&entries)))
}

/// The fixed pages that have something to show.
fn fixed_entries(view: &View, pages: &[Listed]) -> Vec<xml::Entry> {
    let entry = |page: &Listed| {
        let changed = change_of(&page.name).and_then(|changed| changed(view));
        let is_empty = changed.is_none() && NEEDS_CONTENT.contains(&&*page.name);
        (!is_empty).then(|| xml::Entry {
            address: format!("{}{}", view.site().origin, page.pattern),
            changed,
        })
    };
    let fixed = pages.iter().filter(|page| !page.is_family());
    fixed.filter_map(entry).collect()
}

fn slice<T>(all: Vec<T>, number: usize) -> Vec<T> {
    all.into_iter()
        .skip((number - 1).saturating_mul(PER_FILE))
        .take(PER_FILE)
        .collect()
}

/// `shop-2.xml` is file 2 of the shops; only this spelling is valid.
fn parse_name(file: &str) -> Option<(&str, usize)> {
    let (name, digits) = file.strip_suffix(".xml")?.rsplit_once('-')?;
    let number: usize = digits.parse().ok()?;
    (number >= 1 && number.to_string() == digits).then_some((name, number))
}

fn missing() -> Error {
    Error::NotFound("There is no such sitemap.".into())
}

/// This room's contributions.
pub const ROOM: Room = Room {
    documents: |parts| documents(parts.pages.clone()),
    ..Room::EMPTY
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_one_spelling() {
        assert_eq!(parse_name("shop-2.xml"), Some(("shop", 2)));
        for file in [
            "shop-0.xml",
            "shop-02.xml",
            "shop-+2.xml",
            "shop.xml",
            "shop-2",
            "shop-2.xml.gz",
        ] {
            assert_eq!(parse_name(file), None, "{file}");
        }
    }

    #[test]
    fn a_member_s_address_follows_its_pattern() {
        let page = Listed {
            name: "best".to_owned(),
            pattern: "/cities/{slug}/best-coffee".to_owned(),
        };
        assert_eq!(page.address_of("a-la"), "/cities/a-la/best-coffee");
        assert_eq!(page.address_of("a b"), "/cities/a%20b/best-coffee");
    }
}
