//! The reads of this room.

use std::{cmp::Reverse, collections::BTreeMap, sync::Arc};

use chrono::{DateTime, Utc};

use super::answers::{
    ArticleAnswer, ArticleLink, ArticleListAnswer, ArticlePage, ArticlePictures, CategoryAnswer,
    CountedCategory, CountedTag, Summary, Tag,
};
use crate::{
    catalog::{
        Article, Category, View,
        answers::PhotoAnswer,
        not_found::article_not_found,
        read::{Json, Page, Read},
        tag_slug,
    },
    platform::{
        arguments::{Arguments, Parameter},
        error::{Error, ErrorBody, Result},
    },
};

/// How many related articles are offered.
const RELATED: usize = 3;

/// All reads of this room.
#[must_use]
pub fn reads() -> Vec<Read> {
    let list = vec![
        Parameter::text("category", 80),
        Parameter::text("tag", 80),
        Parameter::integer("page", None, 1, 100_000),
        Parameter::integer("pageSize", None, 1, 100),
    ];
    vec![
        Read::new("/api/blog/articles", list, list_articles),
        Read::new("/api/blog/articles/{slug}", Vec::new(), show_article),
        Read::new("/api/blog/tags", Vec::new(), list_tags),
        Read::new("/api/blog/tags/{slug}", Vec::new(), show_tag),
        Read::new("/api/blog/categories", Vec::new(), list_categories),
        Read::new("/api/blog/categories/{slug}", Vec::new(), show_category),
    ]
}

/// List published articles, newest first: all, or one page.
#[utoipa::path(get, path = "/api/blog/articles", tag = "blog",
    params(("category" = Option<String>, Query, description = "A category's slug", max_length = 80,
            pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("tag" = Option<String>, Query, description = "A tag, or its slug", max_length = 80,
            pattern = r"^[^\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f]*$"),
        ("page" = Option<u32>, Query, description = "Returns one page instead of all", minimum = 1, maximum = 100_000),
        ("pageSize" = Option<u32>, Query, minimum = 1, maximum = 100)),
    responses((status = 200, body = ArticleListAnswer), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub fn list_articles(view: &View, arguments: &Arguments) -> Result<Json> {
    let mut articles = view.articles();
    if let Some(slug) = arguments.query("category") {
        let id = view
            .article_categories()
            .iter()
            .find(|category| category.slug == slug);
        let id = id.map(|category| category.id);
        articles.retain(|article| id.is_some() && article.facts.category_id == id);
    }
    if let Some(tag) = arguments.query("tag") {
        let wanted = tag_slug(tag);
        articles.retain(|article| article.tags().any(|(_, slug)| slug == wanted));
    }
    let summaries = |articles: Vec<Arc<Article>>| summaries(view, &articles);
    match arguments.integer("page") {
        None => Json::of(&ArticleListAnswer::All(summaries(articles))),
        Some(page) => {
            let page = Page::cut(articles, page, arguments.integer("pageSize").unwrap_or(12))?;
            let page = page.map_items(summaries);
            Json::of(&ArticleListAnswer::Page(ArticlePage {
                items: page.items,
                total: page.total,
                page: page.page,
                page_size: page.page_size,
                page_count: page.page_count,
            }))
        }
    }
}

/// Show a published article.
#[utoipa::path(get, path = "/api/blog/articles/{slug}", tag = "blog", params(("slug" = String, Path)),
    responses((status = 200, body = ArticleAnswer), (status = 404, body = ErrorBody)))]
pub fn show_article(view: &View, arguments: &Arguments) -> Result<Json> {
    let articles = view.articles();
    let slug = arguments.path("slug");
    let place = articles
        .iter()
        .position(|article| article.facts.slug == slug);
    let Some((place, article)) = place.and_then(|place| Some((place, articles.get(place)?))) else {
        return Err(match view.article_formerly_at(slug) {
            Some(article) => Error::Moved(article.facts.slug.clone()),
            None => article_not_found(),
        });
    };
    let link = |place: Option<usize>| {
        place
            .and_then(|place| articles.get(place))
            .map(|article| ArticleLink {
                slug: article.facts.slug.clone(),
                title: article.facts.title.clone(),
            })
    };
    let (published, updated) = (article.published_at(), article.changed_at());
    let is_later = updated.date_naive() > published.date_naive();
    Json::of(&ArticleAnswer {
        summary: summary(view, article),
        content: article.facts.content.clone(),
        content_html: article.html(&view.site().origin).to_owned(),
        published_long: long_date(published),
        updated_long: is_later.then(|| long_date(updated)),
        pictures: pictures_of(view, article),
        author_url: article.facts.author_url.clone(),
        related: summaries(view, &related(article, &articles)),
        previous: link(Some(place + 1)),
        next: link(place.checked_sub(1)),
    })
}

/// List the tags of published articles with their number of articles.
#[utoipa::path(get, path = "/api/blog/tags", tag = "blog", responses((status = 200, body = Vec<CountedTag>)))]
pub fn list_tags(view: &View, _: &Arguments) -> Result<Json> {
    Json::of(&counted_tags(view).into_values().collect::<Vec<_>>())
}

/// Show one tag of published articles.
#[utoipa::path(get, path = "/api/blog/tags/{slug}", tag = "blog", params(("slug" = String, Path)),
    responses((status = 200, body = CountedTag), (status = 404, body = ErrorBody)))]
pub fn show_tag(view: &View, arguments: &Arguments) -> Result<Json> {
    match counted_tags(view).get(arguments.path("slug")) {
        Some(tag) => Json::of(tag),
        None => Err(Error::NotFound("Tag not found.".into())),
    }
}

/// The tags of published articles, by slug.
fn counted_tags(view: &View) -> BTreeMap<String, CountedTag> {
    let mut counts: BTreeMap<String, CountedTag> = BTreeMap::new();
    for article in view.articles() {
        for tag in tags_of(&article) {
            counts
                .entry(tag.slug.clone())
                .or_insert(CountedTag {
                    name: tag.name,
                    slug: tag.slug,
                    count: 0,
                })
                .count += 1;
        }
    }
    counts
}

/// List the categories by name, with their number of published articles.
#[utoipa::path(get, path = "/api/blog/categories", tag = "blog", responses((status = 200, body = Vec<CountedCategory>)))]
pub fn list_categories(view: &View, _: &Arguments) -> Result<Json> {
    let articles = view.articles();
    let categories = view.article_categories().iter();
    Json::of(
        &categories
            .map(|category| counted_category(category, &articles))
            .collect::<Vec<_>>(),
    )
}

/// Show one category.
#[utoipa::path(get, path = "/api/blog/categories/{slug}", tag = "blog", params(("slug" = String, Path)),
    responses((status = 200, body = CountedCategory), (status = 404, body = ErrorBody)))]
pub fn show_category(view: &View, arguments: &Arguments) -> Result<Json> {
    let slug = arguments.path("slug");
    let category = view
        .article_categories()
        .iter()
        .find(|category| category.slug == slug);
    match category {
        Some(category) => Json::of(&counted_category(category, &view.articles())),
        None => Err(Error::NotFound("Category not found.".into())),
    }
}

fn counted_category(category: &Category, articles: &[Arc<Article>]) -> CountedCategory {
    let within = articles
        .iter()
        .filter(|article| article.facts.category_id == Some(category.id));
    CountedCategory {
        category: category_answer(category),
        count: within.count(),
    }
}

/// Other articles with the same category or tags, closest first, then newest.
fn related(article: &Article, articles: &[Arc<Article>]) -> Vec<Arc<Article>> {
    let tags: Vec<String> = article.tags().map(|(_, slug)| slug).collect();
    let closeness = |other: &Article| {
        let shared = other.tags().filter(|(_, slug)| tags.contains(slug));
        let same_subject = other.facts.category_id.is_some()
            && other.facts.category_id == article.facts.category_id;
        shared.count() + 2 * usize::from(same_subject)
    };
    let mut others: Vec<&Arc<Article>> = articles
        .iter()
        .filter(|other| other.facts.id != article.facts.id)
        .collect();
    // The sort is stable, so equally close articles stay in order of time.
    others.sort_by_key(|other| Reverse(closeness(other)));
    others.into_iter().take(RELATED).cloned().collect()
}

fn summaries(view: &View, articles: &[Arc<Article>]) -> Vec<Summary> {
    articles
        .iter()
        .map(|article| summary(view, article))
        .collect()
}

fn summary(view: &View, article: &Article) -> Summary {
    let facts = &article.facts;
    let published = article.published_at();
    Summary {
        id: facts.id,
        slug: facts.slug.clone(),
        title: facts.title.clone(),
        excerpt: facts.excerpt.clone(),
        meta_description: facts
            .meta_description
            .clone()
            .unwrap_or_else(|| facts.excerpt.clone()),
        read_time_minutes: article.read_minutes(),
        view_count: view.views_of(article),
        published_at: published,
        published_label: published.format("%b %-d, %Y").to_string(),
        updated_at: article.changed_at(),
        tags: tags_of(article),
        category: view.category_of(article).map(category_answer),
        author: facts.author.clone(),
        photos: PhotoAnswer::list(view, &facts.photos, usize::MAX),
    }
}

fn category_answer(category: &Category) -> CategoryAnswer {
    CategoryAnswer {
        id: category.id,
        name: category.name.clone(),
        slug: category.slug.clone(),
        description: category.description.clone(),
        color: category.color.clone(),
    }
}

fn tags_of(article: &Article) -> Vec<Tag> {
    let tag = |(name, slug): (&str, String)| Tag {
        name: name.to_owned(),
        slug,
    };
    article.tags().map(tag).collect()
}

/// The URLs change with the text on the pictures.
fn pictures_of(view: &View, article: &Article) -> ArticlePictures {
    let version = view.picture_version(article);
    let slug = &article.facts.slug;
    let address = |shape: &str| format!("/social/blog/{shape}{slug}.png?v={version}");
    ArticlePictures {
        social: address(""),
        square: address("1x1/"),
        standard: address("4x3/"),
        wide: address("16x9/"),
    }
}

/// Such as `November 3, 2025`.
fn long_date(moment: DateTime<Utc>) -> String {
    moment.format("%B %-d, %Y").to_string()
}
